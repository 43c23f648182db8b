import type { MasterData } from '@kervan/contract/kit/master-data'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useRead } from '../call/query.ts'
import { useWords } from '../i18n/words.ts'
import { ReadState } from '../record/ReadState.tsx'
import css from '../record/recordHistory.module.css'
import { useFormats } from '../values/format.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import { useFieldWords } from './words.ts'

type Props = { kind: MasterData; id: string; onShowChange: (changeId: string) => void }

/** What became of a record, newest first: who, when, from where, and field by field what it was and what it is. */
export function MasterHistory({ kind, id, onShowChange }: Props) {
  const { t, state } = useWords()
  const format = useFormats()
  const asked = useRead(kind.history, { id })
  const { label, say } = useFieldWords(kind, asked.data?.names)
  if (!asked.data) return <ReadState asked={asked} />
  const { versions } = asked.data
  if (versions.length === 0) return <p className="k-quiet">{t('kit.history.none')}</p>
  return (
    <ol className={css.entries}>
      {versions.map((one) => (
        <li key={`${one.changeId} ${one.version}`}>
          <div className={css.head}>
            <span>
              <StateBadge group="changeAction" value={one.action} />{' '}
              <span className={css.by}>{state('changeSource', one.source)}</span>
            </span>
            <span className={css.by}>
              {one.by} ·{' '}
              <time dateTime={one.at} title={format.dateTimeSeconds(one.at)}>
                {format.dateTime(one.at)}
              </time>
            </span>
          </div>
          {one.fields.length > 0 && (
            <dl className={css.changes}>
              {one.fields.map(({ field, before, after }) => (
                <div key={field}>
                  <dt>{label(field)}</dt>
                  <dd>
                    {before !== null && (
                      <>
                        <span className={css.before}>{say(field, before)}</span>
                        <IconArrowRight size={14} aria-hidden className={css.arrow} />
                      </>
                    )}
                    <span className={after === null ? 'k-quiet' : undefined}>{say(field, after)}</span>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <div className={css.foot}>
            <span className={css.by}>
              {[
                one.checkedBy && t('masterData.history.checkedBy', { name: one.checkedBy }),
                one.approvedBy && t('masterData.history.approvedBy', { name: one.approvedBy }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Button variant="subtle" size="compact-sm" onClick={() => onShowChange(one.changeId)}>
              {t('masterData.showChange')}
            </Button>
          </div>
        </li>
      ))}
    </ol>
  )
}

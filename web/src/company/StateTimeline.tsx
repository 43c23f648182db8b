import type { locationKind } from '@kervan/contract/company/locations'
import type { productKind } from '@kervan/contract/company/products'
import { IconArrowRight } from '@tabler/icons-react'
import { useRead } from '../kit/call/query.ts'
import { useWords } from '../kit/i18n/words.ts'
import { ReadState } from '../kit/record/ReadState.tsx'
import { RecordBody } from '../kit/record/RecordParts.tsx'
import { asText } from '../kit/values/asText.ts'
import { useFormats } from '../kit/values/format.ts'
import css from './company.module.css'

type Props = {
  id: string
  history: typeof locationKind.history | typeof productKind.history
  /** The fields that are states, with the words of their values. */
  watched: Readonly<Record<string, string>>
}

/** How the states of a record changed, newest first (LOC-003, PRD-001), out of its versions. */
export function StateTimeline({ id, history, watched }: Props) {
  const { t, column, state } = useWords()
  const format = useFormats()
  const asked = useRead(history, { id })
  const say = (field: string, value: unknown) =>
    value === null || value === undefined
      ? t('kit.history.empty')
      : state(watched[field] ?? '', asText(value))
  const entries = (asked.data?.versions ?? []).flatMap(({ changeId, at, by, fields }) => {
    const changes = fields.filter(({ field }) => field in watched)
    return changes.length === 0 ? [] : [{ changeId, at, by, changes }]
  })
  return (
    <RecordBody>
      {!asked.data ? (
        <ReadState asked={asked} />
      ) : entries.length === 0 ? (
        <p className="k-quiet">{t('company.states.none')}</p>
      ) : (
        <ol className={css.timeline}>
          {entries.map(({ changeId, at, by, changes }) => (
            <li key={`${changeId} ${at}`}>
              {changes.map(({ field, before, after }) => (
                <div key={field}>
                  <span className="k-quiet">{column(field)}</span>{' '}
                  {before !== null && (
                    <>
                      {say(field, before)} <IconArrowRight size={14} aria-hidden />{' '}
                    </>
                  )}
                  <strong>{say(field, after)}</strong>
                </div>
              ))}
              <span className={css.by}>
                <time dateTime={at}>{format.dateTime(at)}</time> · {by}
              </span>
            </li>
          ))}
        </ol>
      )}
    </RecordBody>
  )
}

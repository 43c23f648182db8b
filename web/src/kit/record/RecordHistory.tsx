import { getRecordHistory, type FieldChange } from '@kervan/contract/administration/activity'
import { isPercent, wordGroupsOf } from '@kervan/contract/administration/activity-words'
import { IconArrowRight } from '@tabler/icons-react'
import { useFormats } from '../values/format.ts'
import { permissionName } from '../values/permissionName.ts'
import { tDynamic, useWords } from '../i18n/words.ts'
import { useRead } from '../call/query.ts'
import { ReadState } from './ReadState.tsx'
import css from './recordHistory.module.css'

/**
 * The History tab of any record: who changed what and when, with before and after, newest first. `currency`: the one
 * that the record's amounts are in.
 */
export function RecordHistory({
  recordType,
  recordId,
  currency,
}: {
  recordType: string
  recordId: string
  currency?: string
}) {
  const { t, state } = useWords()
  const format = useFormats()
  const asked = useRead(getRecordHistory, { recordType, recordId })
  if (!asked.data) return <ReadState asked={asked} />
  const { entries, hasMore } = asked.data
  if (entries.length === 0) return <p className="k-quiet">{t('kit.history.none')}</p>
  return (
    <>
      <ol className={css.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <div className={css.head}>
              <span className={css.what}>{state('operation', entry.operation)}</span>
              <span className={css.by}>
                {entry.actorName} ·{' '}
                <time dateTime={entry.at} title={format.dateTimeSeconds(entry.at)}>
                  {format.dateTime(entry.at)}
                </time>
              </span>
            </div>
            <Changes changes={entry.changes} {...(currency && { currency })} />
            {entry.changeCount > entry.changes.length && (
              <p className="k-quiet">
                {t('kit.history.moreFields', { count: entry.changeCount - entry.changes.length })}
              </p>
            )}
          </li>
        ))}
      </ol>
      {hasMore && <p className="k-quiet">{t('kit.history.more')}</p>}
    </>
  )
}

/** Only what changed: the field, what it was, what it is. */
export function Changes({ changes, currency }: { changes: readonly FieldChange[]; currency?: string }) {
  const { t } = useWords()
  const value = useShownValue(currency)
  if (changes.length === 0) return null
  return (
    <dl className={css.changes}>
      {changes.map(({ field, before, after, amount }) => (
        <div key={field}>
          <dt>{fieldName(t, field)}</dt>
          <dd>
            {before !== null && (
              <>
                <span className={css.before}>{value(field, before, amount)}</span>
                <IconArrowRight size={14} aria-hidden className={css.arrow} />
              </>
            )}
            <span className={after === null ? 'k-quiet' : undefined}>
              {after === null ? t('kit.history.empty') : value(field, after, amount)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A field is a path, `lines.2.state`: each part that is a word is said in the reader's language. */
export function fieldName(t: ReturnType<typeof useWords>['t'], field: string): string {
  return field
    .split('.')
    .map((part) => tDynamic(t, `administration.field.${part}`, tDynamic(t, `column.${part}`, part)))
    .join(' · ')
}

/** Values as the reader's language has them: yes and no, lists, words of the contract where the field has such. */
function useShownValue(currency: string | undefined) {
  const { t } = useWords()
  const format = useFormats()
  const one = (field: string, value: string | number | boolean, amount: boolean): string => {
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
    if (typeof value === 'number') return format.number(value)
    if (amount && /^-?\d+(\.\d+)?$/.test(value))
      return currency && !isPercent(field) ? format.money(value, currency) : format.number(value)
    if (field.endsWith('permissions') || field === 'scope') return permissionName(t, value)
    if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)) return format.dateTime(value)
    return (
      wordGroupsOf(field)
        .map((group) => tDynamic(t, `state.${group}.${value}`, ''))
        .find((word) => word !== '') ?? value
    )
  }
  return (field: string, value: Exclude<FieldChange['after'], null>, amount = false) =>
    Array.isArray(value)
      ? value.map((item) => one(field, item, amount)).join(', ') || t('kit.history.empty')
      : one(field, value, amount)
}

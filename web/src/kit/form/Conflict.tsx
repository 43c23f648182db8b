import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { asText } from '../values/asText.ts'
import { useFormats } from '../values/format.ts'
import {
  excerptsOf,
  isSame,
  steps,
  type ConflictField,
  type Merged,
  type Row,
  type Values,
  type Way,
} from './conflict.ts'
import css from './conflict.module.css'

type Props = {
  met: Merged
  fields: readonly ConflictField[]
  values: Values
  onTake: (taken: Values) => void
}

/**
 * Above a form whose save came too late: who was faster and when, and for each field both have an opinion on, theirs and
 * mine to choose from. Nothing is sent before the form is saved again.
 */
export function Conflict({ met, fields, values, onTake }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const { changedBy, changedAt } = met.refused.facts
  const [who, when] = [asText(changedBy), asText(changedAt)]
  const note = useRef<HTMLDivElement>(null)
  // It stands at the top of a form that may be scrolled to its foot. Its key is the answer, so each is announced.
  useEffect(() => {
    if (!met.quietly) note.current?.focus()
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [met.quietly])
  const rows = fields.flatMap((field) =>
    met.rows.filter(({ name }) => name === field.name).map((row) => ({ row, field })),
  )
  const all = (way: 'theirs' | 'mine') =>
    onTake(Object.fromEntries(rows.map(({ row }) => [row.name, row.ways[way]])))
  return (
    <div ref={note} role="alert" tabIndex={-1} className={css.conflict}>
      <p className={css.said}>
        <IconUsers size={16} aria-hidden />
        <span>
          <b>
            {who === ''
              ? t('kit.conflict.somebody')
              : t('kit.conflict.changed', { who, when: format.dateTime(when) })}
          </b>{' '}
          {t(rows.length === 0 ? 'kit.conflict.elsewhere' : 'kit.conflict.choose')}
        </span>
      </p>
      {rows.length > 0 && (
        <>
          <ul className={css.rows}>
            {rows.map(({ row, field }) => (
              <Choice
                key={row.name}
                row={row}
                field={field}
                base={met.base[row.name]}
                value={values[row.name]}
                onTake={(value) => onTake({ [row.name]: value })}
              />
            ))}
          </ul>
          {rows.length > 1 && (
            <div className={css.all}>
              <Button size="xs" variant="default" onClick={() => all('theirs')}>
                {t('kit.conflict.allTheirs')}
              </Button>
              <Button size="xs" variant="default" onClick={() => all('mine')}>
                {t('kit.conflict.allMine')}
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}

const order: readonly Way[] = ['theirs', 'mine', 'both']

function Choice({
  row,
  field,
  base,
  value,
  onTake,
}: {
  row: Row
  field: ConflictField
  base: unknown
  value: unknown
  onTake: (value: unknown) => void
}) {
  const { t } = useTranslation()
  const words = useWordsOf(field, base)
  const ways = order.filter((way) => way in row.ways)
  const shown = excerptsOf(ways.map((way) => words(row.ways[way])))
  const names: Record<Way, string> = {
    theirs: t('kit.conflict.theirs'),
    mine: t(row.touched ? 'kit.conflict.mine' : 'kit.conflict.before'),
    both: t('kit.conflict.both'),
  }
  return (
    <li>
      <fieldset className={css.row}>
        <legend className={css.field}>{field.label}</legend>
        <div className={css.ways}>
          {ways.map((way, at) => (
            <button
              key={way}
              type="button"
              className={css.way}
              aria-pressed={isSame(value, row.ways[way])}
              onClick={() => onTake(row.ways[way])}
            >
              <span className={css.whose}>{names[way]}</span>
              <span className={css.value}>{shown[at]}</span>
            </button>
          ))}
        </div>
      </fieldset>
    </li>
  )
}

/** So many items of a list are named; of the others there is a count. */
const named = 5

/** A value as it is read; of a list, what was added and taken away. */
function useWordsOf({ words }: ConflictField, base: unknown): (value: unknown) => string {
  const { t } = useTranslation()
  const format = useFormats()
  const said = (value: unknown) => (words ? words(value as never) : asText(value))
  return (value) => {
    if (Array.isArray(value)) {
      const { added, removed } = steps(base, value)
      const items = [...added.map((item) => `+ ${said(item)}`), ...removed.map((item) => `− ${said(item)}`)]
      if (items.length === 0) return t('kit.conflict.asItWas')
      return [
        ...items.slice(0, named),
        ...(items.length > named ? [t('kit.conflict.more', { count: items.length - named })] : []),
      ].join(', ')
    }
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no')
    if (value === null || value === undefined || value === '') return t('kit.history.empty')
    return typeof value === 'number' && !words ? format.number(value) : said(value)
  }
}

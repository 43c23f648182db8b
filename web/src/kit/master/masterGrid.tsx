import type { Field } from '@kervan/contract/kit/master-fields'
import { baseColumn, isTranslated } from '@kervan/contract/kit/master-names'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../call/session.ts'
import { CardLine, RowCard } from '../grid/RowCard.tsx'
import type { ColumnView } from '../grid/gridState.ts'
import { StateBadge } from '../values/StateBadge.tsx'
import { stateLooks } from '../values/states.ts'
import { useFormats } from '../values/format.ts'
import { asText } from '../values/asText.ts'
import css from './master.module.css'
import type { MasterRow, Model } from './types.ts'
import { fieldsOf, isEmptyList } from './values.ts'
import { useFieldWords } from './words.ts'

/** How the columns of a kind are shown: the key stays in sight, what the declaration hides is offered by the chooser. */
export function viewsOf({ kind, options: { views = {}, told = {} } }: Model): Record<string, ColumnView> {
  const ofFields = Object.fromEntries(
    fieldsOf(kind)
      .filter(([, { list }]) => list !== 'no')
      .map(([name, field]) => [
        name,
        {
          ...viewOf(field, name === kind.keys[0]),
          ...(isBrief(field) && name !== kind.nameField ? { width: 132, grow: false } : {}),
          ...views[name],
        },
      ]),
  )
  const bases = Object.fromEntries(
    Object.keys(kind.fields)
      .filter((name) => isTranslated(kind.fields, name))
      .map((name) => [baseColumn(name), { hidden: true }]),
  )
  // The days themselves stand in the row; the chips say the rest.
  return { ...ofFields, ...bases, ...(kind.days ? { timing: { hidden: true } } : {}), ...told }
}

/** Columns with chips: what the screen says, and where today stands to the days of a record. */
export const chipsOf = ({ kind, options: { quickFilter } }: Model): string[] => [
  ...(quickFilter ? [quickFilter] : []),
  ...(kind.days ? ['timing'] : []),
]

/** A city, a colour, a size: the room is for what names records. */
const isBrief = ({ type, max, key }: Field) => type === 'text' && !key && max !== null && max <= 60

const viewOf = (field: Field, isFirst: boolean): ColumnView => ({
  ...(field.list === 'hidden' ? { hidden: true } : {}),
  ...(isFirst ? { pinned: true } : {}),
  ...(field.words ? { width: 180, grow: true } : {}),
  ...(field.type === 'flag' || field.type === 'integer' ? { width: 128 } : {}),
})

/** The key says as well that a change of the record waits; amounts say their currency. */
export const renderersOf = ({ kind, options: { renderers = {} } }: Model) => ({
  ...Object.fromEntries(
    fieldsOf(kind)
      .filter(([, { isMoney }]) => isMoney)
      .map(([name, { currencyIn }]) => [
        name,
        (row: MasterRow) => (
          <Amount value={row[name]} currency={currencyIn === null ? null : row[currencyIn]} />
        ),
      ]),
  ),
  [kind.keys[0] ?? '']: (row: MasterRow) => <KeyCell model={{ kind }} row={row} />,
  ...renderers,
})

/** An amount in its currency, or in the company's. */
export function Amount({ value, currency }: { value: unknown; currency: unknown }) {
  const format = useFormats()
  const own = useSession()?.Currency
  const text = asText(value)
  const code = asText(currency) || own
  if (text === '') return null
  return code ? format.money(text, code) : format.number(text, 2)
}

const isCode = (kind: Model['kind']) => kind.fields[kind.keys[0] ?? '']?.type === 'code'

function KeyCell({ model: { kind }, row }: { model: Pick<Model, 'kind'>; row: MasterRow }) {
  const name = kind.keys[0] ?? ''
  return (
    <span className={css.key}>
      <span className={isCode(kind) ? 'k-mono' : undefined}>{asText(row[name])}</span>
      {row.waiting !== null && <Waits />}
    </span>
  )
}

function Waits() {
  const { t } = useTranslation()
  return (
    <span className={css.waits} title={t('masterData.waits')}>
      <IconHourglass size={14} aria-hidden />
      <span className="k-hidden">{t('masterData.waits')}</span>
    </span>
  )
}

export const cardOf = (model: Model) => (row: MasterRow) => <MasterCard model={model} row={row} />

/** What the record is called, its code, and two more of its fields. */
function MasterCard({ model, row }: { model: Model; row: MasterRow }) {
  const { kind } = model
  const { label, say } = useFieldWords(kind)
  const code = kind.keys.map((name) => say(name, row[name])).join(' · ')
  const name = kind.nameField === null ? '' : asText(row[kind.nameField])
  const badge = fieldsOf(kind).find(([field, { words }]) => words && stateLooks[words]?.[asText(row[field])])
  const { facts: named, renderers } = model.options
  const facts = fieldsOf(kind)
    .filter(([field]) => named?.includes(field) ?? true)
    .filter(
      ([field, { list, key }]) =>
        list === 'shown' &&
        !key &&
        field !== kind.nameField &&
        field !== badge?.[0] &&
        row[field] !== null &&
        row[field] !== undefined &&
        row[field] !== '' &&
        !isEmptyList(row[field]),
    )
    .slice(0, named?.length ?? 2)
  return (
    <RowCard
      name={(name && kind.nameField && model.options.renderers?.[kind.nameField]?.(row)) || name || code}
      mark={
        row.waiting !== null ? (
          <Waits />
        ) : (
          badge && <StateBadge group={badge[1].words ?? ''} value={asText(row[badge[0]])} />
        )
      }
    >
      {name !== '' && (
        <CardLine quiet>
          <span className={isCode(kind) ? 'k-mono' : undefined}>{code}</span>
        </CardLine>
      )}
      {facts.map(([field, { words }]) => (
        <CardLine key={field}>
          <span>
            {words ? (
              say(field, row[field])
            ) : named ? (
              (renderers?.[field]?.(row) ?? say(field, row[field]))
            ) : (
              <>
                <span className="k-quiet">{label(field)}</span> {say(field, row[field])}
              </>
            )}
          </span>
        </CardLine>
      ))}
    </RowCard>
  )
}

import { addDays } from '@kervan/contract/kit/days'
import { keyOfRow, type Entity, type EntityField, type RowValues } from '../mci-entity.sql.ts'

// Rows as a file of an entity may hold them (MCI-001). Pure: what is the company's own is given.

export type SampleSource = {
  /** Codes of the company; a field of this type stays empty where there are none. */
  locations: readonly string[]
  products: readonly string[]
  /** The company's day, as `2026-11-23`. */
  today: string
  /** What a text says in the row of this number, from 1. */
  text: (field: EntityField, row: number) => string
}

/** Rows with a value in each field, no key twice; fewer than `count` where the fields do not tell more apart. */
export function sampleRows(entity: Entity, source: SampleSource, count = 5): RowValues[] {
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      entity.fields.map((field): [string, RowValues[string]] => [field.code, valueOf(field, row, source)]),
    ),
  )
  const keys = rows.map((values) => keyOfRow(entity, values))
  return rows.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

const amounts = [12, 24, 6, 48, 36]
const rates = ['1.5', '0.75', '2.25', '10', '4.2']

function valueOf(field: EntityField, row: number, source: SampleSource): RowValues[string] {
  switch (field.type) {
    case 'Integer':
      return field.keyPart || field.base === 'Priority' ? row + 1 : pick(amounts, row)
    case 'Decimal':
      return field.keyPart ? String(row + 1) : pick(rates, row)
    case 'Date':
      return addDays(source.today, field.base === 'EndDate' ? 89 + row : row)
    case 'Flag':
      return row % 2 === 0
    case 'Location':
      return pick(source.locations, row)
    case 'Product':
      return pick(source.products, row)
    case 'Text':
      return source.text(field, row + 1)
  }
}

const pick = <T>(values: readonly T[], row: number): T | null => values[row % values.length] ?? null

import type { z } from 'zod'
import type { Field } from './master-fields.ts'
import { column, type Column } from './page.ts'

/** The column of a field in its list; a reference shows what the other record is called. */
export function columnOf(one: Field): Column<z.ZodType, false> {
  // A price is null for readers who may not see it.
  const options = { nullable: one.optional || one.price, price: one.price }
  switch (one.type) {
    case 'code':
      return column.code(options)
    case 'choice':
      return column.choice(one.values as [string, ...string[]], { ...options, words: one.words ?? '' })
    case 'choices':
      return column.choices(one.values as [string, ...string[]], { ...options, words: one.words ?? '' })
    case 'integer':
      return column.integer(options)
    case 'decimal':
      return column.decimal({ ...options, places: one.places })
    case 'date':
      return column.date(options)
    case 'instant':
      return column.instant(options)
    case 'flag':
      return column.flag(options)
    default:
      return column.text(options)
  }
}

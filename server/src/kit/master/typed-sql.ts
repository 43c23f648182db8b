import { isList, type Field } from '@kervan/contract/kit/master-fields'
import { sql } from 'kysely'
import type { Sql } from './kind.ts'

/** A text out of JSON as the type that the field's column has. */
export function typed(field: Field, text: Sql): Sql {
  if (isList(field.type)) return sql`array(select jsonb_array_elements_text(${text}::jsonb))`
  // A cast to a date or a moment depends on settings, which distributed PostgreSQL does not take in an update.
  if (field.type === 'date') return sql`make_date(${dayOf(text)})`
  if (field.type === 'instant')
    return sql`make_timestamp(${dayOf(text)}, substr(${text}, 12, 2)::int, substr(${text}, 15, 2)::int, rtrim(substr(${text}, 18), 'Z')::float8) at time zone 'UTC'`
  const types: Partial<Record<Field['type'], string>> = {
    integer: 'int',
    decimal: 'numeric',
    flag: 'boolean',
    picture: 'uuid',
    file: 'uuid',
  }
  const type = types[field.type]
  return type === undefined ? text : sql`${text}::${sql.raw(type)}`
}

/** Year, month and day of a text that begins `2026-11-25`. */
const dayOf = (text: Sql): Sql =>
  sql`left(${text}, 4)::int, substr(${text}, 6, 2)::int, substr(${text}, 9, 2)::int`

import { sql } from 'kysely'
import type { DimensionSql, Sql } from './report-source.ts'

/** The condition that a record has one of these values of a dimension; null stands for records without one. */
export function figureCondition<J extends string>(
  { value, text }: DimensionSql<J>,
  values: readonly (string | null)[],
): Sql {
  const written = sql`(${text?.(value) ?? value})::text`
  const named = values.filter((one) => one !== null)
  const isNamed = sql`${written} = any(${named}::text[])`
  return named.length < values.length ? sql`(${written} is null or ${isNamed})` : isNamed
}

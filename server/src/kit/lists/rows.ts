import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import type { Asked, AnySource, Sql } from './source.ts'

/** Everything that SQL gives of a row, each by its own name. A hidden column is empty, so that its value never leaves the database. */
export function selectAll(source: AnySource, hidden: readonly string[]): Sql {
  const fields = { ...source.facts, ...source.extra, ...source.columns, id: source.id }
  return sql.join(
    Object.entries(fields).map(
      ([name, value]) => sql`${hidden.includes(name) ? sql`null` : value} as ${sql.id(name)}`,
    ),
  )
}

/** The row as the contract has it: of what SQL found the columns and extra fields, and what `row` makes of it. */
export function shownRow(
  context: SessionContext,
  asked: Asked,
  found: Record<string, unknown>,
): Record<string, unknown> {
  const { source } = asked
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(found))
    shown[name] =
      value instanceof Date && !(source.facts && name in source.facts) ? value.toISOString() : value
  const made = asked.row?.(shown, context, source.given)
  for (const name of Object.keys(source.facts ?? {})) delete shown[name]
  return { ...shown, ...made }
}

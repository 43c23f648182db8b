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

/**
 * Makes rows as the contract has them: of what SQL found the columns and extra fields, and what `row` makes of it. All
 * rows come from one blank, because an object that is filled name by name costs five times as much.
 */
export function rowsOf(
  context: SessionContext,
  asked: Asked,
): (found: Record<string, unknown>) => Record<string, unknown> {
  const { source } = asked
  let names: readonly string[] = []
  let blank: Record<string, unknown> | null = null
  return (found) => {
    if (!blank) {
      names = Object.keys(found).filter((name) => !(source.facts && name in source.facts))
      blank = Object.fromEntries(names.map((name) => [name, null]))
    }
    const shown = { ...blank }
    for (const name of names) {
      const value = found[name]
      shown[name] = value instanceof Date ? value.toISOString() : value
    }
    return { ...shown, ...asked.row?.({ ...found, ...shown }, context, source.given) }
  }
}

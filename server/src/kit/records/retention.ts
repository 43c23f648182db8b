import { sql, type RawBuilder } from 'kysely'
import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'

// How long what is kept (D43): each area says it of its own tables.

/** Rows of one kind deleted in one transaction; what is left goes in the next. */
export const chunk = 2_000

export type RetentionScope = { tx: Tx; services: Services; companyId: number; before: Date }
/** What goes by its age: `what` names its count, `remove` answers how many went. */
export type Retention = { what: string; days: number; remove: (scope: RetentionScope) => Promise<number> }

/**
 * Deletes rows of a company's table; `old` names the row `r`. Rows are deleted by where they lie (ctid), because a join by
 * key is planned as a loop over all pairs as long as nobody has analysed the table.
 */
export function rowsOf(
  table: string,
  old: (scope: RetentionScope) => RawBuilder<unknown>,
): Retention['remove'] {
  return async (scope) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where company_id = ${scope.companyId} and ctid = any(array(
        select r.ctid from ${sql.table(table)} r
        where r.company_id = ${scope.companyId} and ${old(scope)} limit ${chunk}))`.execute(scope.tx)
    return Number(numAffectedRows ?? 0)
  }
}

/** As `rowsOf`, in a table that all companies share: distributed PostgreSQL does not choose its rows by a company's while it deletes. */
export function sharedRowsOf(
  table: string,
  key: string,
  old: (scope: RetentionScope) => RawBuilder<unknown>,
): Retention['remove'] {
  return async (scope) => {
    const { rows } = await sql<{ key: unknown }>`
      select ${sql.id(key)} as key from ${sql.table(table)} r where ${old(scope)} limit ${chunk}`.execute(
      scope.tx,
    )
    if (rows.length === 0) return 0
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.id(key)} in (${sql.join(rows.map((row) => row.key))})`.execute(
      scope.tx,
    )
    return Number(numAffectedRows ?? 0)
  }
}

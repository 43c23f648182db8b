import { sql, type RawBuilder } from 'kysely'

/** Runs a statement and answers its rows: a transaction of the product or a plain connection. */
export type Run = <R>(statement: RawBuilder<R>) => Promise<R[]>

type Part = { drop: string; create: string }

/**
 * Fills tables that have nothing but their primary and unique keys, and gives them their foreign keys and further
 * indexes back: checking and indexing all rows at once takes a fraction of the time that row by row takes.
 */
export async function fillBare(
  run: Run,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const parts = await run(partsOf(tables))
  for (const { drop } of parts) await run(sql.raw(drop))
  await fill()
  for (const { create } of parts.toReversed()) await run(sql.raw(create))
}

/** Foreign keys come before indexes, because some of them lean on one; taken back in the other direction. */
function partsOf(tables: readonly string[]): RawBuilder<Part> {
  return sql<Part>`
    select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as drop,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as create
    from pg_constraint c where c.contype = 'f' and c.conrelid = any(${tables}::regclass[])
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
    from pg_index i where i.indrelid = any(${tables}::regclass[]) and not i.indisunique
    order by 1`
}

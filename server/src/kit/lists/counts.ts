import { totalCap, type PageQuery } from '@kervan/contract/kit/page'
import { countedValues, type Counts } from '@kervan/contract/kit/page-shapes'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import { askOnce } from '../database/db.ts'
import { conditionsOf } from './conditions.ts'
import type { Asked } from './source.ts'

/**
 * How many of the rows that `query` means have each value of the column `name`, a choice, a text or a flag (of which
 * only `true` is told). What the query says of that column itself does not count, so that each value tells what choosing it would
 * show. At most `totalCap` rows are looked at: where there are more `counts` is null.
 */
export async function countValues(
  context: SessionContext,
  { list, source }: Asked,
  query: PageQuery,
  name: string,
): Promise<{ counts: Counts; rows: number }> {
  const { [name]: _own, ...filters } = query.filters
  const where = await conditionsOf(context, list, source, { ...query, filters })
  const column = existing(source.columns[name])
  const found = await askOnce<{ value: string | null; rows: number; all: number }>(
    context.tx,
    sql`select r.value, count(*)::int as rows, (sum(count(*)) over ())::int as all
      from (select (${column})::text as value from ${source.from} where ${where} limit ${totalCap + 1}) r
      group by r.value order by 2 desc, 1 limit ${countedValues}`,
  )
  const all = found[0]?.all ?? 0
  if (all > totalCap) return { counts: null, rows: all }
  const told = found.flatMap(({ value, rows }) =>
    value === null || value === '' || value === 'false' ? [] : [[value, rows]],
  )
  return { counts: Object.fromEntries(told), rows: all }
}

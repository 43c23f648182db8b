import { addDays } from '@kervan/contract/kit/days'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { MasterContext } from '../../kit/master/kind.ts'
import { gather, type ProductInputs } from './inputs.ts'
import type { LineInputs } from './line.ts'

// A run keeps what it was made of. When that has another value by now, its line says so, and can be calculated again.

/** Runs of the last days are compared whatever was changed before them: a value may be carried, or imply a premium. */
const daysBack = 35
/** So many runs at most are compared for one change, the newest ones. */
const mostRuns = 200

/** Whether a product of a day would be calculated from other inputs than those that a line keeps. */
export const isChanged = (kept: LineInputs, now: ProductInputs | undefined): boolean =>
  now !== undefined && JSON.stringify(now.inputs) !== JSON.stringify(inOrder(kept, now.inputs))

/** The columns of a kept record come in an order of their own: for a comparison they take the other one's. */
function inOrder(kept: unknown, like: unknown): unknown {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return kept
  if (typeof like !== 'object' || like === null) return kept
  const names = [...new Set([...Object.keys(like), ...Object.keys(kept)])]
  return Object.fromEntries(
    names.map((name) => [
      name,
      inOrder((kept as Record<string, unknown>)[name], (like as Record<string, unknown>)[name]),
    ]),
  )
}

type Kept = { id: string; day: string; product: string; inputs: LineInputs; marked: boolean }

/**
 * Marks lines whose inputs have another value since, and takes the mark from those that have theirs again. `days` are
 * those of the values that were added, changed or removed: lines that used them are compared, and those of the last 35
 * days that come after the first of them. Lines of rejected runs are left as they are.
 */
export async function recheck(
  tx: Tx,
  company: number,
  today: string,
  days: readonly string[],
): Promise<void> {
  const first = days.toSorted()[0]
  if (first === undefined) return
  const since = first > addDays(today, -daysBack) ? first : addDays(today, -daysBack)
  const { rows } = await sql<Kept>`
    with asked as (
      select r.id, r.run_day from expectation_run r where r.company_id = ${company} and r.state <> 'Rejected' and (
        r.run_day >= ${since}::date or exists (select from expectation e where e.company_id = ${company} and e.run_id = r.id
          and (e.quote_day = any(${days}::date[]) or e.rate_day = any(${days}::date[]))))
      order by r.run_day desc, r.made_at desc limit ${mostRuns})
    select e.id, a.run_day::text as day, e.product_id as product, e.inputs, e.inputs_changed as marked
    from asked a join expectation e on e.company_id = ${company} and e.run_id = a.id`.execute(tx)
  const turned = { marked: [] as string[], clean: [] as string[] }
  for (const [day, lines] of Map.groupBy(rows, (row) => row.day)) {
    const now = new Map((await gather(tx, company, day)).map((one) => [one.productId, one]))
    for (const { id, product, inputs, marked } of lines) {
      const changed = isChanged(inputs, now.get(product))
      if (changed !== marked) turned[changed ? 'marked' : 'clean'].push(id)
    }
  }
  if (turned.marked.length + turned.clean.length === 0) return
  await sql`update expectation set inputs_changed = (id = any(${turned.marked}::uuid[])) where company_id = ${company}
    and id = any(${[...turned.marked, ...turned.clean]}::uuid[])`.execute(tx)
}

/** The `after` of a kind that runs are made of: `field` is the day from which on a record counts. */
export const recheckAfter =
  (field: string) =>
  async ({ tx, actor, now }: MasterContext, changeId: string): Promise<void> => {
    const company = actor.company.id
    const { rows } = await sql<{ day: string }>`
      select distinct d.day from master_change_row r,
        lateral (values (r.before ->> ${field}::text), (r.after ->> ${field}::text)) d(day)
      where r.company_id = ${company} and r.change_id = ${changeId} and r.action in ('Added', 'Changed', 'Removed')
        and d.day is not null`.execute(tx)
    await recheck(
      tx,
      company,
      dayIn(actor.company.timeZone, now),
      rows.map(({ day }) => day),
    )
  }

import { existing } from '@kervan/contract/kit/typed'
import type { Decimal } from 'decimal.js'
import { sql, type CompiledQuery } from 'kysely'
import { pipeline, type Tx } from '../../kit/database/db.ts'
import { Exact } from '../prices.ts'
import type { Booking, Judged, QuotaRule } from './judge.ts'
import { noBooks, type Books } from './rebook.ts'
import { holdRules } from './rules.sql.ts'

// Counters and bookings of quotas. Whoever books locks the counters, all in one order, so that two orders never exceed a
// quota together and never wait for each other in a circle (QTA-002; domain/advisor.md 3.2).

/**
 * The order in which counters `c` are locked: by their ids, those of the whole company last. Every order of the company
 * needs these, so they are held for the shortest time.
 */
const lockOrder = sql`(c.location_node = ''), c.id`

export type Counters = { ids: Map<string, string>; used: Map<string, Decimal> }

type CounterRow = {
  id: string
  rule_id: string
  epoch: number
  window_from: Date
  location_node: string
  product_node: string
  used: string
}

/** What the counters of these bookings have; `make`: they are made where there are none, as placing needs it. */
export async function readCounters(
  tx: Tx,
  companyId: number,
  bookings: readonly Booking[],
  { make }: { make: boolean },
): Promise<Counters> {
  const all = [...new Map(bookings.map((one) => [one.key, one])).values()]
  if (all.length === 0) return { ids: new Map(), used: new Map() }
  const asked = sql`unnest(${all.map(({ rule }) => rule.id)}::uuid[], ${all.map(({ rule }) => rule.epoch)}::int[],
    ${all.map(({ window }) => window.from)}::timestamptz[], ${all.map(({ window }) => window.to)}::timestamptz[],
    ${all.map(({ node }) => node.location)}::text[], ${all.map(({ node }) => node.product)}::text[])
    as a(rule_id, epoch, window_from, window_to, location_node, product_node)`
  // Each counter by its key: a new rule has just made many, and the planner knows nothing true about them (offset 0).
  const same = sql`c.company_id = ${companyId} and c.rule_id = a.rule_id and c.epoch = a.epoch and c.window_from = a.window_from
    and c.location_node = a.location_node and c.product_node = a.product_node`
  const read = sql<CounterRow>`
    select c.id, c.rule_id, c.epoch, c.window_from, c.location_node, c.product_node, c.used
    from ${asked} cross join lateral (select * from quota_counter c where ${same} offset 0) c`.compile(tx)
  const create = sql`
    insert into quota_counter (company_id, rule_id, epoch, window_from, window_to, location_node, product_node)
    select ${companyId}, a.rule_id, a.epoch, a.window_from, a.window_to, a.location_node, a.product_node from ${asked}
    where not exists (select from quota_counter c where ${same} offset 0)
    order by 2, 3, 4, 6, 7 on conflict do nothing`.compile(tx)
  let { rows } = await tx.executeQuery(read)
  if (make && rows.length < all.length) rows = (await pipeline(tx, create, read))[1]
  const counters: Counters = { ids: new Map(), used: new Map() }
  for (const row of rows) {
    const key = JSON.stringify([
      row.rule_id,
      row.epoch,
      row.window_from.getTime(),
      row.location_node,
      row.product_node,
    ])
    counters.ids.set(key, row.id)
    counters.used.set(key, new Exact(row.used))
  }
  return counters
}

/** The same counters as they are now, held until the commit. */
export async function lockCounters(tx: Tx, companyId: number, { ids }: Counters): Promise<Counters> {
  const { rows } = await sql<{ id: string; used: string }>`
    select c.id, c.used from quota_counter c where c.company_id = ${companyId} and c.id = any(${[...ids.values()]}::uuid[])
    order by ${lockOrder} for update`.execute(tx)
  const used = new Map(rows.map((row) => [row.id, new Exact(row.used)]))
  return { ids, used: new Map([...ids].map(([key, id]) => [key, existing(used.get(id))])) }
}

/**
 * What a line that is submitted books on a counter: `amount`, which is nothing when it is rejected, of the `asked`. The
 * lines before it took `ahead` of the counter, and `exceeded` is what its verdict says of it.
 */
export type Submitted = {
  lineId: string
  counterId: string
  amount: Decimal
  asked: Decimal
  ahead: Decimal
  exceeded: boolean
  limit: string
  /** Of a counter that all orders of the company share. */
  shared: boolean
}

/** What is booked on a counter for a line after its submission; `seq` follows the last, which was 1 at first. */
export type Entry = {
  lineId: string
  counterId: string
  seq: number
  kind: 'Release' | 'Recheck' | 'Override'
  amount: Decimal
  asked: Decimal
  usedBefore: Decimal
  limit: string
}

/** The bookings of lines as they are submitted: all that were looked at; a line that is rejected takes nothing. */
export function submittedOf(
  counters: Counters,
  lines: readonly { id: string; rejected: boolean; judged: readonly Judged[] }[],
): Submitted[] {
  return lines.flatMap(({ id, rejected, judged }) =>
    judged.map((one) => ({
      lineId: id,
      counterId: existing(counters.ids.get(one.key)),
      amount: rejected ? new Exact(0) : one.amount,
      asked: one.amount,
      ahead: one.used.minus(existing(counters.used.get(one.key))),
      exceeded: one.exceeded,
      limit: one.rule.quotaValue,
      shared: one.node.location === '',
    })),
  )
}

/**
 * The statements that book submitted lines, none when there is nothing to book: each locks its counters, moves them and
 * writes the bookings; counters that all orders share come in the last one. When a verdict no longer holds by then, it
 * fails in a way that begins the transaction anew, so counters that are far from their limits need not be locked while
 * lines are judged.
 */
export function submissionWrites(
  tx: Tx,
  companyId: number,
  now: Date,
  entries: readonly Submitted[],
): CompiledQuery[] {
  return [false, true].flatMap((shared) => {
    const some = entries.filter((entry) => entry.shared === shared)
    return some.length === 0 ? [] : [submissionWrite(tx, companyId, now, some)]
  })
}

function submissionWrite(tx: Tx, companyId: number, now: Date, entries: readonly Submitted[]): CompiledQuery {
  const sums = [...sumsOf(entries)]
  return sql`
    with held as materialized (
      select c.id, c.used from quota_counter c where c.company_id = ${companyId} and c.id = any(${sums.map(([id]) => id)}::uuid[])
      order by ${lockOrder} for update),
    moved as (
      update quota_counter c set used = c.used + m.amount
      from held h join unnest(${sums.map(([id]) => id)}::uuid[], ${sums.map(([, amount]) => amount.toFixed(4))}::numeric[]) as m(id, amount) on m.id = h.id
      where c.company_id = ${companyId} and c.id = h.id and m.amount <> 0)
    insert into quota_entry (company_id, line_id, counter_id, seq, kind, amount, asked, used_before, quota_limit, booked_at)
    select ${companyId}, e.line_id, e.counter_id, 1, 'Submit', e.amount, e.asked, h.used + e.ahead, e.quota_limit, ${now}::timestamptz
    from unnest(${entries.map((e) => e.lineId)}::uuid[], ${entries.map((e) => e.counterId)}::uuid[],
        ${entries.map((e) => e.amount.toFixed(4))}::numeric[], ${entries.map((e) => e.asked.toFixed(4))}::numeric[],
        ${entries.map((e) => e.ahead.toFixed(4))}::numeric[], ${entries.map((e) => e.exceeded)}::boolean[],
        ${entries.map((e) => e.limit)}::numeric[]) as e(line_id, counter_id, amount, asked, ahead, exceeded, quota_limit)
      join held h on h.id = e.counter_id
    where (h.used + e.ahead + e.asked > e.quota_limit) = e.exceeded or begin_anew_unless(false)`.compile(tx)
}

function sumsOf(entries: readonly { counterId: string; amount: Decimal }[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { counterId, amount } of entries)
    sums.set(counterId, (sums.get(counterId) ?? new Exact(0)).plus(amount))
  return sums
}

/** The statements that write bookings and move the counters, none when there is nothing to book. */
export function bookingWrites(
  tx: Tx,
  companyId: number,
  now: Date,
  entries: readonly Entry[],
): CompiledQuery[] {
  if (entries.length === 0) return []
  const moved = [...sumsOf(entries)].filter(([, amount]) => !amount.isZero())
  const write = sql`
    insert into quota_entry (company_id, line_id, counter_id, seq, kind, amount, asked, used_before, quota_limit, booked_at)
    select ${companyId}, e.*, ${now}::timestamptz from unnest(${entries.map((e) => e.lineId)}::uuid[], ${entries.map((e) => e.counterId)}::uuid[],
      ${entries.map((e) => e.seq)}::int[], ${entries.map((e) => e.kind)}::text[], ${entries.map((e) => e.amount.toFixed(4))}::numeric[],
      ${entries.map((e) => e.asked.toFixed(4))}::numeric[], ${entries.map((e) => e.usedBefore.toFixed(4))}::numeric[],
      ${entries.map((e) => e.limit)}::numeric[]) e`.compile(tx)
  if (moved.length === 0) return [write]
  const move = sql`
    update quota_counter c set used = c.used + m.amount
    from unnest(${moved.map(([id]) => id)}::uuid[], ${moved.map(([, amount]) => amount.toFixed(4))}::numeric[]) as m(id, amount)
    where c.company_id = ${companyId} and c.id = m.id`.compile(tx)
  return [write, move]
}

type HeldRow = {
  line_id: string
  counter_id: string
  seq: number
  amount: string
  used: string
  code: string
  name: string
  action_type: QuotaRule['actionType']
  value_type: QuotaRule['valueType']
  quota_value: string
  unit_price: string
  discount_percent: string
}

/** What these lines hold of their quotas; the counters are locked in the order in which placing locks them. */
export async function readBooks(
  tx: Tx,
  companyId: number,
  lineIds: readonly string[],
  { lock, hidesAmounts = false }: { lock: boolean; hidesAmounts?: boolean },
): Promise<Books> {
  if (lineIds.length === 0) return noBooks
  const mine = sql`e.company_id = ${companyId} and e.line_id = any(${lineIds}::uuid[])`
  if (lock) {
    await tx.executeQuery(holdRules(tx, companyId))
    await sql`select from quota_counter c where c.company_id = ${companyId}
      and c.id in (select e.counter_id from quota_entry e where ${mine}) order by ${lockOrder} for update`.execute(
      tx,
    )
  }
  const { rows } = await sql<HeldRow>`
    select e.line_id, e.counter_id, max(e.seq) as seq, sum(e.amount) as amount, c.used, l.unit_price, o.discount_percent, r.code, r.name, r.action_type, r.value_type, r.quota_value
    from quota_entry e
      join quota_counter c on c.company_id = ${companyId} and c.id = e.counter_id
      join quota_rule r on r.company_id = ${companyId} and r.id = c.rule_id
      join order_line l on l.company_id = ${companyId} and l.id = e.line_id
      join sales_order o on o.company_id = ${companyId} and o.id = l.order_id
    where ${mine} group by e.line_id, e.counter_id, c.used, l.unit_price, o.discount_percent, r.id, r.code, r.name, r.action_type, r.value_type, r.quota_value
    order by e.line_id, r.code`.execute(tx)
  const held = Map.groupBy(rows, (row) => row.line_id)
  return {
    held: new Map(
      [...held].map(([line, all]) => [
        line,
        all.map((row) => ({
          counterId: row.counter_id,
          seq: row.seq,
          amount: new Exact(row.amount),
          unitPrice: row.unit_price,
          discountPercent: row.discount_percent,
          rule: {
            code: row.code,
            name: row.name,
            actionType: row.action_type,
            valueType: row.value_type,
            quotaValue: row.quota_value,
          },
        })),
      ]),
    ),
    used: new Map(rows.map((row) => [row.counter_id, new Exact(row.used)])),
    hidesAmounts,
  }
}

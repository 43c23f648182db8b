import { existing } from '@kervan/contract/kit/typed'
import type { Decimal } from 'decimal.js'
import { sql, type CompiledQuery } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
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

/** What counters have, by their ids, and which of those asked for nobody has made yet: they have nothing. */
export type Counters = { used: Map<string, Decimal>; missing: readonly Booking[] }

/** What the counters of these bookings have. */
export async function readCounters(
  tx: Tx,
  companyId: number,
  bookings: readonly Booking[],
): Promise<Counters> {
  const asked = new Map(bookings.map((one) => [one.counterId, one]))
  if (asked.size === 0) return { used: new Map(), missing: [] }
  const { rows } = await sql<{ id: string; used: string }>`
    select c.id, c.used from quota_counter c where c.company_id = ${companyId} and c.id = any(${[...asked.keys()]}::uuid[])`.execute(
    tx,
  )
  const found = new Map(rows.map(({ id, used }) => [id, new Exact(used)]))
  const nothing = new Exact(0)
  return {
    used: new Map([...asked.keys()].map((id) => [id, found.get(id) ?? nothing])),
    missing: [...asked.values()].filter(({ counterId }) => !found.has(counterId)),
  }
}

/** The same counters as they are now, held until the commit; those that are missing are made. */
export async function lockCounters(
  tx: Tx,
  companyId: number,
  { used, missing }: Counters,
): Promise<Counters> {
  for (const insert of counterInserts(tx, companyId, missing)) await tx.executeQuery(insert)
  const { rows } = await sql<{ id: string; used: string }>`
    select c.id, c.used from quota_counter c where c.company_id = ${companyId} and c.id = any(${[...used.keys()]}::uuid[])
    order by ${lockOrder} for update`.execute(tx)
  return { used: new Map(rows.map((row) => [row.id, new Exact(row.used)])), missing: [] }
}

/**
 * The statements that make counters, none when there are none to make. All who make some do so before they lock any, in
 * the order of their ids, so that nobody waits in a circle.
 */
function counterInserts(tx: Tx, companyId: number, missing: readonly Booking[]): CompiledQuery[] {
  if (missing.length === 0) return []
  return [
    sql`
    insert into quota_counter (company_id, id, rule_id, epoch, window_from, window_to, location_node, product_node)
    select ${companyId}, a.* from unnest(${missing.map(({ counterId }) => counterId)}::uuid[],
      ${missing.map(({ rule }) => rule.id)}::uuid[], ${missing.map(({ rule }) => rule.epoch)}::int[],
      ${missing.map(({ window }) => window.from)}::timestamptz[], ${missing.map(({ window }) => window.to)}::timestamptz[],
      ${missing.map(({ node }) => node.location)}::text[], ${missing.map(({ node }) => node.product)}::text[]) a
    order by 2 on conflict do nothing`.compile(tx),
  ]
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

/** What has to be booked for submitted lines, and the counters that have to be made for it. */
export type ToBook = { entries: readonly Submitted[] } & Pick<Counters, 'missing'>

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
  { used }: Counters,
  lines: readonly { id: string; rejected: boolean; judged: readonly Judged[] }[],
): Submitted[] {
  return lines.flatMap(({ id, rejected, judged }) =>
    judged.map((one) => ({
      lineId: id,
      counterId: one.counterId,
      amount: rejected ? new Exact(0) : one.amount,
      asked: one.amount,
      ahead: one.used.minus(existing(used.get(one.counterId))),
      exceeded: one.exceeded,
      limit: one.rule.quotaValue,
      shared: one.node.location === '',
    })),
  )
}

/**
 * The statements that book submitted lines, none when there is nothing to book: missing counters are made, then each
 * statement moves its counters, which locks them, and writes the bookings; counters that all orders share come in the
 * last one. When a verdict no longer holds by then, it fails in a way that begins the transaction anew, so counters that
 * are far from their limits need not be locked while lines are judged.
 */
export function submissionWrites(
  tx: Tx,
  companyId: number,
  now: Date,
  { entries, missing }: ToBook,
): CompiledQuery[] {
  const bookings = [false, true].flatMap((shared) => {
    const some = entries.filter((entry) => entry.shared === shared)
    return some.length === 0 ? [] : [submissionWrite(tx, companyId, now, some)]
  })
  return [...counterInserts(tx, companyId, missing), ...bookings]
}

/**
 * Counters are moved and locked in one step, because a lock of its own costs as much as the move. They are taken in the
 * order of their ids as long as PostgreSQL looks them up one by one; where it does otherwise and two orders wait for each
 * other, one of them begins anew.
 */
function submissionWrite(tx: Tx, companyId: number, now: Date, entries: readonly Submitted[]): CompiledQuery {
  const sums = [...sumsOf(entries)]
  return sql`
    with moved as (
      update quota_counter c set used = c.used + m.amount
      from (select * from unnest(${sums.map(([id]) => id)}::uuid[], ${sums.map(([, amount]) => amount.toFixed(4))}::numeric[]) as m(id, amount) order by m.id) m
      where c.company_id = ${companyId} and c.id = m.id
      returning c.id, c.used - m.amount as used)
    insert into quota_entry (company_id, line_id, counter_id, seq, kind, amount, asked, used_before, quota_limit, booked_at)
    select ${companyId}, e.line_id, e.counter_id, 1, 'Submit', e.amount, e.asked, m.used + e.ahead, e.quota_limit, ${now}::timestamptz
    from unnest(${entries.map((e) => e.lineId)}::uuid[], ${entries.map((e) => e.counterId)}::uuid[],
        ${entries.map((e) => e.amount.toFixed(4))}::numeric[], ${entries.map((e) => e.asked.toFixed(4))}::numeric[],
        ${entries.map((e) => e.ahead.toFixed(4))}::numeric[], ${entries.map((e) => e.exceeded)}::boolean[],
        ${entries.map((e) => e.limit)}::numeric[]) as e(line_id, counter_id, amount, asked, ahead, exceeded, quota_limit)
      join moved m on m.id = e.counter_id
    where (m.used + e.ahead + e.asked > e.quota_limit) = e.exceeded or begin_anew_unless(false)
    returning 1`.compile(tx)
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
      ${entries.map((e) => e.limit)}::numeric[]) e
    returning 1`.compile(tx)
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

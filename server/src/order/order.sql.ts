import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import { completedRatio, deriveOrderState, isUndecided } from '@kervan/contract/order/states'
import type { LineState, LineType, RejectReason, QuotaState } from '@kervan/contract/order/words'
import { record, type Doer, type RecordedEvent } from '../kit/records/audit.ts'
import { pipeline, type Tx } from '../kit/database/db.ts'
import type { DecidedLine, LineChange } from './decide.ts'
import { isSameAmount, netAmounts, totalsOf } from './prices.ts'
import { bookingWrites } from './quota/books.sql.ts'
import type { Rebooked } from './quota/rebook.ts'
import { reserveStock } from './stock.sql.ts'
import type { RawBuilder } from 'kysely'

// The statements that lock, read and write orders. All of them take many orders at once: one is the special case.

export type LockedOrder = {
  id: string
  code: string
  version: number
  recordUserId: string
  customerId: string
  /** Net, of the lines that count. */
  total: string
  discountPercent: string
  externalStage: boolean
  lastEventAt: Date
  lines: (DecidedLine & { unitPrice: string; netAmount: string; quotaState: QuotaState })[]
}

type OrderRow = {
  id: string
  code: string
  version: number
  record_user_id: string
  customer_id: string
  total: string
  discount_percent: string
  external_stage: boolean
  last_event_at: Date
}
type LineRow = {
  id: string
  order_id: string
  line_no: number
  variant_id: string
  supply_location_id: string | null
  type: LineType
  state: LineState
  pack_unit: number
  demand_quantity: number
  po_quantity: number
  completed_quantity: number
  unit_price: string
  net_amount: string
  quota_state: QuotaState
  reject_reason: RejectReason
}

/** What all that was ordered in `sales_order o` costs, rejected and cancelled lines included: as `totalsOf` computes it. */
export const demandTotal = (companyId: number) =>
  sql<string>`(select d.subtotal - round(d.subtotal * o.discount_percent / 100, 2) from (
    select round(sum(l.demand_quantity * l.unit_price), 2) as subtotal from order_line l
    where l.company_id = ${companyId} and l.order_id = o.id) d)`

/**
 * Orders with their lines, locked in the order of their ids so that two who lock several cannot wait for each other.
 * `scope` is the reader's row scope. What is not found or not the reader's is missing from the answer.
 */
export async function lockOrders(
  tx: Tx,
  companyId: number,
  scope: RawBuilder<unknown>[],
  which: { codes: string[] } | { ids: string[] },
  options: { lock: boolean } = { lock: true },
): Promise<LockedOrder[]> {
  const chosen =
    'codes' in which ? sql`o.code = any(${which.codes}::text[])` : sql`o.id = any(${which.ids}::uuid[])`
  const { rows } = await sql<OrderRow>`
    select o.id, o.code, o.version, o.record_user_id, o.customer_id, o.total, o.discount_percent, o.external_stage, o.last_event_at
    from sales_order o where ${sql.join(scope, sql` and `)} and ${chosen}
    order by o.id ${options.lock ? sql`for update` : sql``}`.execute(tx)
  const lines = await readLines(
    tx,
    companyId,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    version: row.version,
    recordUserId: row.record_user_id,
    customerId: row.customer_id,
    total: row.total,
    discountPercent: row.discount_percent,
    externalStage: row.external_stage,
    lastEventAt: row.last_event_at,
    lines: lines.get(row.id)?.map((line) => decidedLine(row.code, line)) ?? [],
  }))
}

async function readLines(tx: Tx, companyId: number, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  const { rows } = await sql<LineRow>`
    select id, order_id, line_no, variant_id, supply_location_id, type, state, pack_unit, demand_quantity, po_quantity, completed_quantity, unit_price, net_amount, quota_state, reject_reason
    from order_line where company_id = ${companyId} and order_id = any(${orderIds}::uuid[])
    order by order_id, line_no`.execute(tx)
  return Map.groupBy(rows, (row) => row.order_id)
}

function decidedLine(code: string, row: LineRow): LockedOrder['lines'][number] {
  return {
    id: row.id,
    lineCode: `${code}-${row.line_no}`,
    variantId: row.variant_id,
    supplyLocationId: row.supply_location_id,
    type: row.type,
    state: row.state,
    packUnit: row.pack_unit,
    demandQuantity: row.demand_quantity,
    poQuantity: row.po_quantity,
    completedQuantity: row.completed_quantity,
    unitPrice: row.unit_price,
    netAmount: row.net_amount,
    quotaState: row.quota_state,
    rejectReason: row.reject_reason,
  }
}

export type DecidedChange = {
  order: LockedOrder
  changes: LineChange[]
  quota: Rebooked
  event: RecordedEvent
  operation: Operation
  /** Who it was decided for, where a deputy did. */
  behalf?: string | null
  memo?: string | null
}

/** Writes decisions down: lines, what stock holds, the orders' derived state and totals, events and audit. */
export async function saveDecisions(
  tx: Tx,
  actor: Doer,
  now: Date,
  decided: readonly DecidedChange[],
): Promise<void> {
  if (decided.length === 0) return
  const companyId = actor.company.id
  const changes = decided.flatMap(({ changes: all }) => all)
  const states = new Map(decided.flatMap(({ quota }) => [...quota.states]))
  const booked = decided.flatMap(({ quota }) => quota.entries)
  await Promise.all([
    sql`
      update order_line l set state = c.state, po_quantity = c.po_quantity, reject_reason = c.reject_reason, memo = c.memo, quota_state = coalesce(c.quota_state, l.quota_state), completed_quantity = coalesce(c.completed_quantity, l.completed_quantity),
        supply_location_id = c.supply_location_id
      from unnest(${changes.map((c) => c.id)}::uuid[], ${changes.map((c) => c.state)}::text[], ${changes.map((c) => c.poQuantity)}::int[],
        ${changes.map((c) => c.rejectReason)}::text[], ${changes.map((c) => c.memo)}::text[],
        ${changes.map((c) => states.get(c.id) ?? null)}::text[], ${changes.map((c) => c.completedQuantity ?? null)}::int[],
        ${changes.map((c) => c.supplyLocationId)}::uuid[])
        as c(id, state, po_quantity, reject_reason, memo, quota_state, completed_quantity, supply_location_id)
      where l.company_id = ${companyId} and l.id = c.id`.execute(tx),
    reserveStock(tx, companyId, changes),
    pipeline(tx, ...bookingWrites(tx, companyId, now, booked)),
    saveHeads(tx, companyId, now, decided),
  ])
  await record(tx, actor, now, {
    events: decided.map(({ event }) => event),
    audit: decided.map(({ order, changes: all, operation, behalf }) => ({
      operation,
      recordType: 'order',
      recordId: order.id,
      recordCode: order.code,
      before: {
        version: order.version,
        lines: all.map((change) => summary(order.lines.find((line) => line.id === change.id))),
      },
      after: {
        version: order.version + 1,
        ...(behalf && { onBehalfOf: behalf }),
        lines: all.map((change) => ({
          id: change.id,
          state: change.state,
          poQuantity: change.poQuantity,
          ...(change.completedQuantity !== undefined && { completedQuantity: change.completedQuantity }),
          ...(change.memo && { memo: change.memo }),
        })),
      },
    })),
  })
}

function summary(line: DecidedLine | undefined) {
  return line && { id: line.id, state: line.state, poQuantity: line.poQuantity }
}

async function saveHeads(
  tx: Tx,
  companyId: number,
  now: Date,
  decided: readonly DecidedChange[],
): Promise<void> {
  const shares: { id: string; net: string }[] = []
  const heads = decided.map(({ order, changes }) => {
    const changed = new Map(changes.map((change) => [change.id, change]))
    const lines = order.lines.map((line) => ({
      ...line,
      ...(changed.get(line.id) && {
        state: changed.get(line.id)?.state ?? line.state,
        poQuantity: changed.get(line.id)?.poQuantity ?? line.poQuantity,
        completedQuantity: changed.get(line.id)?.completedQuantity ?? line.completedQuantity,
      }),
    }))
    const counted = lines.map((line) => ({ quantity: line.poQuantity, unitPrice: line.unitPrice }))
    for (const [at, net] of netAmounts(counted, order.discountPercent).entries()) {
      const line = lines[at]
      if (line && !isSameAmount(line.netAmount, net)) shares.push({ id: line.id, net })
    }
    return {
      id: order.id,
      version: order.version,
      state: deriveOrderState(lines),
      allCancelled: lines.every((line) => line.state === 'Cancelled'),
      undecided: isUndecided(lines),
      ratio: completedRatio(lines),
      quantity: lines.reduce((sum, line) => sum + line.poQuantity, 0),
      ...totalsOf(counted, order.discountPercent),
    }
  })
  if (shares.length > 0)
    await sql`
      update order_line l set net_amount = s.net from unnest(${shares.map(({ id }) => id)}::uuid[], ${shares.map(({ net }) => net)}::numeric[]) as s(id, net)
      where l.company_id = ${companyId} and l.id = s.id`.execute(tx)
  const { numAffectedRows } = await sql`
    update sales_order o set version = o.version + 1, state = h.state, all_cancelled = h.all_cancelled, undecided = h.undecided, completed_ratio = h.ratio, quantity = h.quantity,
      subtotal = h.subtotal, discount = h.discount, total = h.total, last_event_at = ${now}
    from unnest(${heads.map((h) => h.id)}::uuid[], ${heads.map((h) => h.version)}::int[], ${heads.map((h) => h.state)}::text[], ${heads.map((h) => h.allCancelled)}::boolean[],
      ${heads.map((h) => h.undecided)}::boolean[], ${heads.map((h) => h.ratio)}::int[], ${heads.map((h) => h.quantity)}::bigint[], ${heads.map((h) => h.subtotal)}::numeric[], ${heads.map((h) => h.discount)}::numeric[],
      ${heads.map((h) => h.total)}::numeric[]) as h(id, version, state, all_cancelled, undecided, ratio, quantity, subtotal, discount, total)
    where o.company_id = ${companyId} and o.id = h.id and o.version = h.version`.execute(tx)
  if (Number(numAffectedRows) !== heads.length) throw new Error('an order changed while it was locked')
}

import type { reviewCart } from '@kervan/contract/order/order-new'
import { approvePreApprovalOrders } from '@kervan/contract/order/pre-approval'
import { Refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { pipeline, writeNow } from '../../kit/database/db.ts'
import { newId } from '../../kit/database/uuid.ts'
import type { Answer } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { reachedSoFar, type Reached } from '../../kit/work/notices.ts'
import type { OutboxPayloads } from '../../kit/work/payloads.ts'
import { decideOne } from '../decide-orders.ts'
import { fillCart } from '../new/cart.ts'
import { cartClearing, cartLock, cartTouch } from '../new/cart.sql.ts'
import { placeCart } from '../new/place-order.ts'
import { planFor, readPlanLines } from '../new/plan-lines.ts'
import { reviewOf } from '../new/review-cart.ts'
import { orderSettings } from '../order-settings.ts'
import { tellPlaced } from '../orders-placed.ts'
import { approvePreApprovalOrdersHandler } from '../pre/decide-pre-orders.ts'
import { submitPlan, type SubmittedOrder } from '../quota/submit.ts'
import { orderScope } from '../scope.ts'
import { cartDemand } from '../stock.sql.ts'
import { approvalOf } from './people.ts'
import type { TrialLine, TrialPlace } from './propose.ts'

// What a trial does inside its savepoint: everything that ordering does, by its own functions.

type Context = SessionContext
export type Wish = { place: TrialPlace; lines: readonly TrialLine[]; decider: Actor | null }
export type Carried = {
  /** What the review says of the cart. */
  notes: Answer<typeof reviewCart>['notes']
  /** What was planned; as it was placed, because both follow the same rule with the same stock. */
  orders: readonly SubmittedOrder[]
  /** The placed orders, in the same order; none where something has stopped it. */
  placed: { code: string; approved: boolean }[]
  isPreOrder: boolean
  /** Whether somebody had to decide, and did. */
  wasDecided: boolean
  waits: boolean
  told: { when: 'placed' | 'approved'; reached: Reached }[]
  /** What ordering has refused, in the order in which it was met. */
  refused: { code: string; message: string }[]
}

/** To be called inside `tryOut`. Throws nothing that ordering refuses: that is what was looked for. */
export async function carryOut(context: Context, wish: Wish): Promise<Carried> {
  const carried: Carried = {
    notes: [],
    orders: [],
    placed: [],
    isPreOrder: false,
    wasDecided: false,
    waits: false,
    told: [],
    refused: [],
  }
  try {
    await place(context, wish, carried)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    carried.refused.push({ code: error.code, message: refusalMessage(context.language, error) })
  }
  return carried
}

async function place(context: Context, { place: to, lines, decider }: Wish, carried: Carried): Promise<void> {
  const { tx, actor, now, language } = context
  const settings = await orderSettings(tx, actor.company)
  // The cart is the caller's own, and has what it had as soon as this is taken back.
  await pipeline(tx, cartLock(actor), cartClearing(tx, actor, now))
  const { locationId, deliveryDate, pointOfSaleId } = to
  await fillCart({
    ...context,
    settings,
    uploads: [],
    input: {
      delivery: { locationId, deliveryDate, pointOfSaleId, shipmentMethod: 'Road' },
      quantities: lines.map(({ variantId, quantity }) => ({ variantId, quantity })),
    },
  })
  if (settings.checkPoNumber) await pipeline(tx, cartTouch(tx, actor, now, { external_po_code: newId() }))
  const review = await reviewOf(context)
  carried.notes = review.notes
  const {
    lines: wanted,
    free,
    rules,
  } = await readPlanLines(tx, actor, cartDemand(actor), {
    lock: false,
    language,
  })
  const plan = await planFor(tx, actor, now, wanted, free)
  carried.orders = (await submitPlan(tx, actor, now, plan, rules, { lock: false })).orders
  if (!review.placeable) return
  const { version: cartVersion } = review.cart
  const { orders, preOrders } = await placeCart({ ...context, settings, uploads: [], input: { cartVersion } })
  // Codes are taken and what guards the tables is asked only now.
  await writeNow(tx)
  const ids = [...orders, ...preOrders].map(({ id }) => id)
  carried.isPreOrder = preOrders.length > 0
  await tell(context, ids, carried)
  const before = await readPlaced(context, ids, carried)
  carried.waits = before.some(({ undecided }) => undecided)
  try {
    if (decider) await approve({ ...context, actor: decider }, before, carried)
  } finally {
    carried.placed = await readPlaced(context, ids, carried)
  }
}

/** Does what a worker does with the entry that placing leaves in the outbox. */
async function tell(
  { tx, actor, services, now }: Context,
  ids: readonly string[],
  carried: Carried,
): Promise<void> {
  const company = actor.company.id
  const { rows } = await sql<{ payload: OutboxPayloads['ordersPlaced'] }>`
    select payload from outbox where company_id = ${company} and kind = 'ordersPlaced' and done_at is null
      and payload #>> '{orders,0,0}' = any(${[...ids]}::text[])`.execute(tx)
  for (const { payload } of rows) await tellPlaced(tx, services, company, now, payload)
  carried.told.push(...reachedSoFar(tx).map((reached) => ({ when: 'placed', reached }) as const))
}

/** Approves, as the first who could, the orders on which somebody has to decide. */
async function approve(context: Context, orders: readonly Placed[], carried: Carried): Promise<void> {
  const { tx } = context
  const waiting = orders.filter(({ undecided }) => undecided)
  if (waiting.length === 0) return
  const toldBefore = reachedSoFar(tx).length
  if (carried.isPreOrder) await approvePreOrders(context, waiting, carried)
  else
    for (const { code: orderCode, version } of waiting)
      await decideOne(
        context,
        approvalOf(false),
        { side: 'manager', scope: orderScope },
        { orderCode, version },
        { decision: { action: 'approve' }, lineIds: null },
      )
  await writeNow(tx)
  carried.wasDecided = true
  const told = reachedSoFar(tx).slice(toldBefore)
  carried.told.push(...told.map((reached) => ({ when: 'approved', reached }) as const))
}

async function approvePreOrders(
  context: Context,
  orders: readonly Placed[],
  carried: Carried,
): Promise<void> {
  const input = { selection: { mode: 'ids', ids: orders.map(({ id }) => id) }, dryRun: false }
  const { reasons } = approvePreApprovalOrders.output.parse(
    await approvePreApprovalOrdersHandler.run({ ...context, uploads: [], input }),
  )
  carried.refused.push(
    ...reasons.map(({ refusal, message }) => ({ code: refusal, message: message ?? refusal })),
  )
}

type Placed = { id: string; code: string; version: number; undecided: boolean; approved: boolean }

/** The orders as they stand, in the order in which they were placed. */
async function readPlaced(
  { tx, actor }: Context,
  ids: readonly string[],
  { isPreOrder }: Pick<Carried, 'isPreOrder'>,
): Promise<Placed[]> {
  const [from, undecided, approved] = isPreOrder
    ? [sql`pre_order`, sql`o.state = 'Request'`, sql`o.state = 'Approved'`]
    : [sql`sales_order`, sql`o.undecided`, sql`not o.undecided and not o.rejected and o.type <> 'Backorder'`]
  const { rows } = await sql<Placed>`
    select o.id, o.code, o.version, ${undecided} as undecided, (${approved}) as approved from ${from} o
    where o.company_id = ${actor.company.id} and o.id = any(${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], o.id)`.execute(tx)
  return rows
}

import { placeOrder } from '@kervan/contract/order/order-new'
import type { LineState } from '@kervan/contract/order/words'
import { existing } from '@kervan/contract/kit/typed'
import { completeKeptAnswer } from '../../kit/http/answered-requests.ts'
import { auditBegun, auditLast } from '../../kit/records/audit.ts'
import {
  afterCommit,
  keepPlans,
  pipeline,
  writeAtCommit,
  writeAtCommitReturning,
} from '../../kit/database/db.ts'
import { handleWithSettings, type Answer, type Given } from '../../kit/http/handle.ts'
import { addTotals, isSameAmount } from '../prices.ts'
import { priceFor } from '../../access/access.api.ts'
import { holdRules, presentRule, rulesQuery } from '../quota/rules.sql.ts'
import { submitPlan, type SubmittedOrder } from '../quota/submit.ts'
import { cartDemand, freeStockOf, stockFor, suppliersFor } from '../stock.sql.ts'
import { cartClearing, cartLock, presentHead } from './cart.sql.ts'
import { cartFilesQuery, documentInserts, enqueuePlaced, placedWishes } from './order-inserts.ts'
import { placePreOrders } from './place-pre-orders.ts'
import { poNumberNotes } from './po-number.ts'
import { approvedAtOnce, healthRequests } from '../health/requests.ts'
import { healthDeliveries } from '../health/send.ts'
import { submission, type OrderHead } from './submission.ts'
import { planFor, planLinesQuery, presentPlanLines } from './plan-lines.ts'
import { orderSettings, type OrderSettings } from '../order-settings.ts'

/**
 * Turns the cart into orders, once: the request key gives a second click the first answer, the cart's version refuses
 * what somebody changed in another tab, and cart, orders, stock and codes are one transaction.
 */
export async function placeCart(
  context: Given<typeof placeOrder> & { settings: OrderSettings },
): Promise<Answer<typeof placeOrder>> {
  const { input, tx, actor, now, services, language, settings } = context
  const demand = cartDemand(actor)
  const [, [wishes], [cartRow], rows, suppliers, stock, files, , rules] = await pipeline(
    tx,
    keepPlans(tx),
    // Before the locks, which nobody shall wait for longer than needed.
    placedWishes(tx, actor),
    cartLock(actor),
    planLinesQuery(tx, actor, demand),
    suppliersFor(tx, actor, demand),
    stockFor(tx, actor, demand, { lock: true }),
    cartFilesQuery(actor),
    holdRules(tx, actor.company.id),
    rulesQuery(tx, actor.company.id, settings),
  )
  const cart = presentHead(existing(cartRow))
  const lines = presentPlanLines(rows, suppliers)
  if (lines.length === 0) throw placeOrder.refuse('CartEmpty')
  if (cart.version !== input.cartVersion) throw placeOrder.refuse('CartChanged')
  const plan = await planFor(tx, actor, now, lines, freeStockOf(stock))
  const numbers = await poNumberNotes(tx, actor, cart.externalPoCode, lines, {
    lock: true,
    waiting: true,
  })
  const problems = [...plan.notes, ...numbers].filter((note) => note.severity === 'problem')
  if (problems.length > 0)
    throw placeOrder.refuse('CartHasProblems', {
      count: new Set(problems.flatMap((note) => note.lineIds)).size,
    })

  const total = priceFor(actor, addTotals(plan.orders.map((order) => order.totals)).total)
  if (input.total && total !== null && !isSameAmount(input.total, total))
    throw placeOrder.refuse('PricesChanged', { before: input.total, now: total })

  if (settings.orderFlow !== 'FundamentalFlow') {
    const preOrders = await placePreOrders(context, cart, lines, files)
    await pipeline(tx, cartClearing(tx, actor, now))
    return { orders: [], preOrders }
  }
  const quotas = rules.map(presentRule)
  const placed = await submitPlan(tx, actor, now, plan, quotas, { lock: true })
  const submitted = placed.orders
  const requester = { membershipId: actor.membershipId, name: actor.name }
  const head: OrderHead = { ...cart, requester, preOrderId: null }
  const {
    ids,
    writes,
    bookings,
    orders: insert,
    audit,
  } = await submission(tx, actor, now, placed, () => head)
  // Nothing of this is waited for before the commit. Lines come before their orders; quotas and codes come last: whoever
  // needs the same counters or the next code waits for the statements that follow, and for nothing else.
  writeAtCommit(tx, ...writes, cartClearing(tx, actor, now))
  enqueuePlaced(context, submitted, ids, existing(wishes))
  writeAtCommit(tx, auditBegun(actor.company.id), ...bookings)
  const orders = submitted.map((order, index) => ({
    id: existing(ids[index]),
    orderCode: '',
    type: order.type,
    locationName: existing(order.lines[0]).line.locationName,
    deliveryDate: order.deliveryDate,
    lineCount: order.lines.length,
    quantity: order.quantity,
    total: priceFor(actor, order.totals.total),
    approvedLines: inState(order, 'Approved'),
    rejectedLines: inState(order, 'Rejected'),
  }))
  writeAtCommitReturning(tx, insert, (rows) => {
    const codes = new Map(rows.map(({ id, code }) => [id, code]))
    for (const order of orders) order.orderCode = existing(codes.get(order.id))
  })
  writeAtCommit(tx, ...documentInserts(tx, actor, now, files, ids))
  const approved = approvedAtOnce(submitted)
  writeAtCommit(tx, ...(await healthRequests(tx, { actor, now }, approved)))
  // Those without a transaction number have no request; the queue does nothing for them.
  if (settings.medulaActive) await healthDeliveries.wake(tx, services, actor.company.id, approved)
  auditLast(tx, actor, now, audit, codesOfEntries)
  completeKeptAnswer(tx, answerWithCodes)
  afterCommit(tx, () =>
    services.log.debug({ reference: context.reference, orders: orders.length, language }, 'orders placed'),
  )
  return { orders, preOrders: [] }
}

export default handleWithSettings(placeOrder, orderSettings, placeCart)

/** Lines that the quotas have decided on already. */
const inState = ({ lines }: SubmittedOrder, state: LineState): number =>
  lines.filter((line) => line.state === state).length

// Both compare the id with a column: before PostgreSQL 16 row-level security keeps other expressions from the index.
const codesOfEntries =
  'select array_agg(o.code order by e.at) from unnest($9::uuid[]) with ordinality e (id, at) join sales_order o on o.company_id = $1 and o.id = e.id'
const answerWithCodes = `(
  select jsonb_build_object('preOrders', '[]'::jsonb, 'orders', jsonb_agg(answer.placed || jsonb_build_object('orderCode', o.code) order by answer.at))
  from rows from (jsonb_array_elements($4::jsonb -> 'orders'), jsonb_to_recordset($4::jsonb -> 'orders') as (id uuid)) with ordinality as answer (placed, id, at)
  join sales_order o on o.company_id = $1 and o.id = answer.id)`

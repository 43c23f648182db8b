import { placeOrder } from '@kervan/contract/order/order-new'
import type { LineState } from '@kervan/contract/order/words'
import { existing } from '@kervan/contract/kit/typed'
import { completeKeptAnswer } from '../../kit/http/answered-requests.ts'
import {
  type AuditEntry,
  auditBegun,
  auditLast,
  eventsInsert,
  type RecordedEvent,
} from '../../kit/records/audit.ts'
import { pipeline, writeAtCommit, writeAtCommitReturning } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { newId } from '../../kit/database/uuid.ts'
import { priceFor } from '../prices.ts'
import { bookingWrites } from '../quota/books.sql.ts'
import { holdRules, presentRule, rulesQuery } from '../quota/rules.sql.ts'
import { submitPlan, type SubmittedOrder } from '../quota/submit.ts'
import { cartStock, cartSuppliers, freeStockOf, stockReservation } from '../stock.sql.ts'
import { cartClearing, cartLock, presentHead } from './cart.sql.ts'
import {
  ordersInsert,
  lineInserts,
  cartFilesQuery,
  documentInserts,
  enqueuePlacedMail,
} from './order-inserts.ts'
import { poNumberNotes } from './po-number.ts'
import { planFor, planLinesQuery, presentPlanLines } from './plan-lines.ts'

/**
 * Turns the cart into orders, once: the request key gives a second click the first answer, the cart's version refuses
 * what somebody changed in another tab, and cart, orders, stock and codes are one transaction.
 */
export default handle(placeOrder, async (context) => {
  const { input, tx, actor, now, services, language } = context
  const [[head], rows, suppliers, stock, files, , rules] = await pipeline(
    tx,
    cartLock(tx, actor),
    planLinesQuery(tx, actor),
    cartSuppliers(tx, actor),
    cartStock(tx, actor, { lock: true }),
    cartFilesQuery(tx, actor),
    holdRules(tx, actor.company.id),
    rulesQuery(tx, actor.company),
  )
  const cart = presentHead(existing(head))
  const lines = presentPlanLines(rows, suppliers)
  if (lines.length === 0) throw placeOrder.refuse('CartEmpty')
  if (cart.version !== input.cartVersion) throw placeOrder.refuse('CartChanged')
  const plan = planFor(actor, now, lines, freeStockOf(stock))
  const numbers = await poNumberNotes(tx, actor, cart.externalPoCode, lines, { lock: true })
  const problems = [...plan.notes, ...numbers].filter((note) => note.severity === 'problem')
  if (problems.length > 0)
    throw placeOrder.refuse('CartHasProblems', {
      count: new Set(problems.flatMap((note) => note.lineIds)).size,
    })

  const { orders: submitted, entries: booked } = await submitPlan(
    tx,
    actor,
    now,
    plan,
    rules.map(presentRule),
    {
      lock: true,
    },
  )
  const ids = submitted.map(() => newId())
  const reserved = submitted
    .filter((order) => order.type === 'DirectlyOrder')
    .flatMap((order) =>
      order.lines.map(({ line, poQuantity, supplyLocationId }) => ({
        variantId: line.variantId,
        supplyLocationId,
        reserve: poQuantity,
      })),
    )
  const events = submitted.map((order, index): RecordedEvent => ({
    recordType: 'order',
    recordId: existing(ids[index]),
    kind: 'order.placed',
    facts: { count: order.lines.length, quantity: order.quantity, channel: cart.channel },
  }))
  // Nothing of this is waited for before the commit. Lines come before their orders, whose codes are taken last: whoever
  // needs the next code waits for the statements that need this one, and for nothing else.
  writeAtCommit(
    tx,
    ...lineInserts(actor, submitted, ids),
    ...eventsInsert(actor, now, events),
    ...stockReservation(tx, actor.company.id, reserved),
    ...bookingWrites(tx, actor.company.id, now, booked),
    cartClearing(tx, actor, now),
  )
  enqueuePlacedMail(context, submitted)
  writeAtCommit(tx, auditBegun(actor.company.id))
  const orders = submitted.map((order, index) => ({
    id: existing(ids[index]),
    orderCode: '',
    type: order.type,
    lineCount: order.lines.length,
    quantity: order.quantity,
    total: priceFor(actor, order.totals.total),
    approvedLines: inState(order, 'Approved'),
    rejectedLines: inState(order, 'Rejected'),
  }))
  writeAtCommitReturning(tx, ordersInsert(actor, now, cart, submitted, ids), (rows) => {
    const codes = new Map(rows.map(({ id, code }) => [id, code]))
    for (const order of orders) order.orderCode = existing(codes.get(order.id))
  })
  writeAtCommit(
    tx,
    ...documentInserts(
      tx,
      actor,
      now,
      files.map((file) => file.file_id),
      ids,
    ),
  )
  const entries = submitted.map((order, index): AuditEntry => ({
    operation: 'order.placed',
    recordType: 'order',
    recordId: existing(ids[index]),
    after: {
      type: order.type,
      lines: order.lines.length,
      quantity: order.quantity,
      total: order.totals.total,
    },
  }))
  auditLast(tx, actor, now, entries, codesOfEntries)
  completeKeptAnswer(tx, answerWithCodes)
  services.log.debug({ reference: context.reference, orders: orders.length, language }, 'orders placed')
  return { orders }
})

/** Lines that the quotas have decided on already. */
const inState = ({ lines }: SubmittedOrder, state: LineState): number =>
  lines.filter((line) => line.state === state).length

// Both compare the id with a column: before PostgreSQL 16 row-level security keeps other expressions from the index.
const codesOfEntries =
  'select array_agg(o.code order by e.at) from unnest($9::uuid[]) with ordinality e (id, at) join sales_order o on o.company_id = $1 and o.id = e.id'
const answerWithCodes = `(
  select jsonb_build_object('orders', jsonb_agg(answer.placed || jsonb_build_object('orderCode', o.code) order by answer.at))
  from rows from (jsonb_array_elements($4::jsonb -> 'orders'), jsonb_to_recordset($4::jsonb -> 'orders') as (id uuid)) with ordinality as answer (placed, id, at)
  join sales_order o on o.company_id = $1 and o.id = answer.id)`

import type { EdiReason } from '@kervan/contract/order/edi'
import type { Refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { pipeline, tryOut } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { record } from '../../kit/records/audit.ts'
import { enqueue } from '../../kit/work/outbox.ts'
import { judgeWanted, type Wanted } from '../new/add-again.ts'
import { planFor, readPlanLines } from '../new/plan-lines.ts'
import type { CartPlanLine, ProblemCode } from '../plan-orders.ts'
import { poNumberNotes } from '../new/po-number.ts'
import { submission, type OrderHead } from '../new/submission.ts'
import { placePreOrders } from '../new/place-pre-orders.ts'
import { submitPlan } from '../quota/submit.ts'
import type { Demand } from '../stock.sql.ts'
import type { EdiOrder, EdiPrice, EdiRemark } from './edi-order.ts'
import type { LineRow, MessageRow, Verdict } from './messages.sql.ts'
import type { Refused } from './read-line.ts'
import { resolveLines, type Parties, type Resolved } from './resolve.ts'
import type { EdiContext } from './settle.ts'
import { orderSettings } from '../order-settings.ts'

// Places the lines of a document by the rules of the screen (ORD-023): each line is judged by itself, what can be
// ordered becomes orders, the others are told why not.

export type Wish = {
  message: MessageRow
  document: EdiOrder
  parties: Parties
  lines: readonly LineRow[]
  /** Nothing of the document was placed before. */
  isFirstTry: boolean
}
type Good = Extract<Resolved, { refused: null }>

/** What would become of each of the lines of a test: judged like any other, and nothing is ordered. */
export async function tryLines(context: EdiContext, wish: Wish): Promise<Verdict[]> {
  const verdicts = await tryOut(context.tx, () => placeLines(context, wish))
  // What they were found to mean is kept.
  const { good } = await meaningOf(context, wish)
  await judge(context, wish.message.id, good, new Map())
  return verdicts.map((verdict) => ({ ...verdict, placed: false, orderId: null }))
}

async function meaningOf({ tx, actor, now }: EdiContext, wish: Wish) {
  const resolved = await resolveLines(tx, actor, now, wish.document, wish.parties, wish.lines)
  return {
    good: resolved.filter((one): one is Good => one.refused === null),
    refused: new Map(resolved.flatMap(({ line, refused }) => (refused ? [[line.id, refused]] : []))),
  }
}

/** What becomes of each of the lines. Stock, quotas and codes are locked in the order in which placing a cart does. */
export async function placeLines(context: EdiContext, wish: Wish): Promise<Verdict[]> {
  const { good, refused } = await meaningOf(context, wish)
  const judged = await judge(context, wish.message.id, good, refused)
  const { placed, rejected, prices } = await submit(context, wish, judged, refused)
  return wish.lines.map((line): Verdict => {
    const why = refused.get(line.id)
    if (why) return { id: line.id, verdict: 'Refused', ...why, placed: false, orderId: null }
    const orderId = placed.get(line.id) ?? null
    // The quota has decided on it; the order shows it as rejected.
    if (rejected.has(line.id))
      return { id: line.id, verdict: 'Refused', reason: 'QuotaExceeded', facts: {}, placed: true, orderId }
    const set = judged.get(line.id) ?? 0
    const other = otherPrice(line.said.price, prices.get(line.id))
    const isChanged = String(set) !== line.asked_quantity && Number(line.asked_quantity) !== set
    const facts: Verdict['facts'] = isChanged ? { asked: line.asked_quantity ?? '', set } : {}
    return {
      id: line.id,
      verdict: isChanged || other ? 'Changed' : 'Accepted',
      reason: isChanged ? 'Rounded' : 'None',
      facts,
      placed: true,
      orderId,
      ...(other && { remarks: [other] }),
    }
  })
}

type Price = Pick<CartPlanLine, 'unitPrice' | 'discountPercent'>

/** The buyer may mean the price with or without the discount; half a cent is rounding. */
function otherPrice(said: EdiPrice | undefined, price: Price | undefined): EdiRemark | null {
  if (!said || !price) return null
  const asked = Number(said.amount) / Number(said.per)
  const listed = Number(price.unitPrice)
  const net = listed * (1 - Number(price.discountPercent) / 100)
  if ([listed, net].some((one) => Math.abs(one - asked) < 0.005)) return null
  return { code: 'PriceOther', facts: { asked: asked.toFixed(2), price: net.toFixed(2) } }
}

/** Writes what the lines mean, and asks of each what today's products, packs, restrictions and locations allow. */
async function judge(
  context: EdiContext,
  messageId: string,
  good: readonly Good[],
  refused: Map<string, Refused>,
): Promise<Map<string, number>> {
  const { tx, actor } = context
  const company = actor.company.id
  const meant = good.map(({ line, ...one }) => ({ id: line.id, ...one }))
  if (meant.length === 0) return new Map()
  await sql`
    update edi_line l set variant_id = v."variantId", quantity = v.quantity, location_id = v."locationId", delivery_date = v."deliveryDate"
    from jsonb_to_recordset(${JSON.stringify(meant)}::jsonb) as v(id uuid, "variantId" uuid, quantity int, "locationId" uuid, "deliveryDate" date)
    where l.company_id = ${company} and l.id = v.id`.execute(tx)
  const wanted: Wanted = sql`
    select x.variant_id, xv.code as product_code, x.quantity as demand_quantity, x.position as line_no, x.location_id, null::uuid as point_of_sale_id, 'Road'::text as shipment_method
    from edi_line x join product_variant xv on xv.company_id = ${company} and xv.id = x.variant_id
    where x.company_id = ${company} and x.message_id = ${messageId} and x.id = any(${meant.map(({ id }) => id)}::uuid[])`
  const verdicts = await judgeWanted({ tx, actor, language: null }, wanted)
  const set = new Map<string, number>()
  const points: { id: string; quantity: number; point: string | null }[] = []
  // Both stand in the order of the document.
  for (const [at, { line }] of good.entries()) {
    const { row, packed, obstacle } = existing(verdicts[at])
    if (obstacle) refused.set(line.id, reasonOf(obstacle))
    set.set(line.id, packed.quantity)
    points.push({ id: line.id, quantity: packed.quantity, point: row.point_of_sale_id })
  }
  await sql`
    update edi_line l set quantity = v.quantity, point_of_sale_id = v.point
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as v(id uuid, quantity int, point uuid)
    where l.company_id = ${company} and l.id = v.id`.execute(tx)
  return set
}

/** A refusal of the screen as the reason of a line. */
function reasonOf({ code, facts }: Refusal): Refused {
  const given = facts as Record<string, string | number>
  switch (code) {
    case 'LocationNotAllowed':
      return { reason: 'LocationClosed', facts: given }
    case 'CustomerClosed':
      return { reason: 'CustomerClosed', facts: given }
    case 'PointOfSaleRequired':
      return { reason: 'NoPointOfSale', facts: {} }
    case 'ProductCannotShip':
      return { reason: 'CannotShip', facts: given }
    case 'QuantityOutOfBounds':
      return { reason: 'OutOfBounds', facts: given }
    default:
      return { reason: 'NotSold', facts: {} }
  }
}

/** The good lines as a demand; products of different flow types never share an order. */
const ediDemand = (company: number, ids: readonly string[]): Demand => sql`(
  select el.id, md5(ep.flow_type)::uuid as part, el.variant_id, el.location_id, 'Road'::text as shipment_method, el.delivery_date, el.point_of_sale_id, el.quantity,
    coalesce(el.buyer_code, el.gtin, el.seller_code) as external_product_code
  from edi_line el
    join product_variant ev on ev.company_id = ${company} and ev.id = el.variant_id
    join product ep on ep.company_id = ${company} and ep.id = ev.product_id
  where el.company_id = ${company} and el.id = any(${ids}::uuid[]))`

type Submitted = { placed: Map<string, string>; rejected: Set<string>; prices: ReadonlyMap<string, Price> }

async function submit(
  context: EdiContext,
  wish: Wish,
  judged: ReadonlyMap<string, number>,
  refused: Map<string, Refused>,
): Promise<Submitted> {
  const { tx, actor, now } = context
  const nothing = { placed: new Map<string, string>(), rejected: new Set<string>(), prices: new Map() }
  const ids = [...judged.keys()].filter((id) => !refused.has(id))
  if (ids.length === 0) return nothing
  const demand = ediDemand(actor.company.id, ids)
  const { lines: all, free, rules } = await readPlanLines(tx, actor, demand, { lock: true })
  if (wish.isFirstTry) {
    const number = wish.document.documentNumber
    const notes = await poNumberNotes(tx, actor, number, all, { lock: true, waiting: true })
    for (const { severity, code, lineIds } of notes)
      if (severity === 'problem')
        for (const id of lineIds) refused.set(id, { reason: known(code), facts: { number } })
  }
  let lines: CartPlanLine[] = all.filter(({ id }) => !refused.has(id))
  let plan = await planFor(tx, actor, now, lines, free)
  // Without a line that cannot be ordered there may be enough for the others: until nothing is wrong any more.
  for (let problems = problemsOf(plan.notes); problems.size > 0; problems = problemsOf(plan.notes)) {
    for (const [id, reason] of problems) refused.set(id, { reason, facts: {} })
    lines = lines.filter(({ id }) => !problems.has(id))
    plan = await planFor(tx, actor, now, lines, free)
  }
  if (lines.length === 0) return nothing
  const head = headOf(wish)
  const prices = new Map(lines.map((line) => [line.id, line]))
  const { orderFlow } = await orderSettings(tx, actor.company)
  if (orderFlow !== 'FundamentalFlow') {
    await placeAsPreOrders(context, wish, head, lines)
    return { ...nothing, prices }
  }
  const submitted = await submitPlan(tx, actor, now, plan, rules, { lock: true })
  const {
    ids: orderIds,
    writes,
    bookings,
    orders,
    audit,
  } = await submission(tx, actor, now, submitted, () => head)
  await pipeline(tx, ...writes, ...bookings)
  const { rows: coded } = await tx.executeQuery(orders)
  const codes = new Map(coded.map(({ id, code }) => [id, code]))
  await link(context, wish.message.id, coded, false)
  await record(tx, actor, now, {
    audit: audit.map((entry) => ({ ...entry, recordCode: codes.get(entry.recordId ?? '') ?? null })),
  })
  const { requester } = head
  await enqueue(tx, context.services.jobs, actor.company.id, 'ordersPlaced', {
    of: 'order',
    by: requester,
    orders: submitted.orders.map((order, at) => [existing(orderIds[at]), order.lines.length]),
  })
  const pieces = submitted.orders.flatMap((order, at) =>
    order.lines.map(({ line, state }) => ({ id: line.id, state, orderId: existing(orderIds[at]) })),
  )
  const byLine = Map.groupBy(pieces, ({ id }) => id)
  return {
    placed: new Map([...byLine].map(([id, [first]]) => [id, existing(first).orderId])),
    rejected: new Set(
      [...byLine].flatMap(([id, own]) => (own.every(({ state }) => state === 'Rejected') ? id : [])),
    ),
    prices,
  }
}

function problemsOf(notes: Awaited<ReturnType<typeof planFor>>['notes']): Map<string, EdiReason> {
  const found = new Map<string, EdiReason>()
  for (const { severity, code, lineIds } of notes)
    if (severity === 'problem') for (const id of lineIds) found.set(id, known(code))
  return found
}

/** Parts are of one flow type, so that nothing is mixed. */
const known = (code: ProblemCode): EdiReason => (code === 'FlowMixed' ? 'NotSold' : code)

/** Orders are those of who sent the message, also when somebody else has corrected it. */
const headOf = ({ message, document }: Wish): OrderHead => ({
  channel: 'EDI',
  externalPoCode: document.documentNumber.slice(0, 80),
  externalOrderDate: document.documentDate,
  externalContact: document.contact?.slice(0, 120) ?? null,
  note: document.note?.slice(0, 500) ?? null,
  requester: { membershipId: message.received_by, name: message.received_by_name },
  preOrderId: null,
  medulaTransactionNo: null,
})

/** In a company of two layers (ORD-012). */
async function placeAsPreOrders(
  context: EdiContext,
  { message }: Wish,
  head: OrderHead,
  lines: readonly CartPlanLine[],
): Promise<void> {
  const cart = { ...head, version: 0, savedAt: context.now }
  for (const own of Map.groupBy(lines, ({ part }) => part).values()) {
    const preOrders = await placePreOrders(context, cart, own, [])
    await link(
      context,
      message.id,
      preOrders.map(({ id, preOrderCode }) => ({ id, code: preOrderCode })),
      true,
    )
  }
}

async function link(
  { tx, actor }: EdiContext,
  messageId: string,
  orders: readonly { id: string; code: string }[],
  isPreOrder: boolean,
): Promise<void> {
  await insertMany(
    tx,
    'edi_order',
    orders.map(({ id, code }) => ({
      company_id: actor.company.id,
      message_id: messageId,
      order_id: id,
      is_pre_order: isPreOrder,
      code,
    })),
  )
}

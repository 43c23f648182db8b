import {
  distributeAmount,
  getReplenishment,
  replenishmentLines,
  replenishmentProducts,
  type ReplenishmentLine,
} from '@kervan/contract/order/replenishment'
import { suggestionOf } from '@kervan/contract/order/suggestion'
import { addDays, addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql, type RawBuilder } from 'kysely'
import { dayIn, startOfDay } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { scopeOfProducts } from '../../kit/records/scope.ts'
import { orderedPack } from '../bundles.ts'
import { saveDecided } from '../decide-orders.ts'
import { lockOrders } from '../order.sql.ts'
import { pricesVisible } from '../../access/access.api.ts'
import { readBooks } from '../quota/books.sql.ts'
import { orderScope } from '../scope.ts'
import { readPolicy, replenishmentOf } from '../settings/order-policy.ts'
import { colorName, pictureOf, productName, sizeName, suppliersOf } from '../../company/company.api.ts'
import { readFreeStock } from '../stock.sql.ts'
import { giveOut } from './distribute.ts'
import { orderSettings } from '../order-settings.ts'

// Order Replenishment (ORD-017): which products open orders wait for, what they want of one, and giving it out.

type Sql = RawBuilder<unknown>

/** Lines that somebody may still decide on, backorders included, within the reader's scope. */
const openLines = (actor: Actor): Sql => sql`
  from order_line l join sales_order o on o.company_id = ${actor.company.id} and o.id = l.order_id
  where l.company_id = ${actor.company.id} and l.state in ('Pending', 'Revised') and not o.closed and ${sql.join(orderScope(actor), sql` and `)}`

export const replenishmentProductList = serveList(
  replenishmentProducts,
  'orderReplenishment',
  ({ actor, language, now }: SessionContext) => {
    const company = actor.company.id
    const today = dayIn(actor.company.timeZone, now)
    return {
      from: sql`(
        select l.variant_id, count(*)::int as open_lines, min(o.order_date) as oldest,
          coalesce(sum(l.demand_quantity) filter (where l.type = 'DirectlyOrder'), 0)::bigint as directly,
          coalesce(sum(l.demand_quantity) filter (where l.type = 'Backorder'), 0)::bigint as backorder
        ${openLines(actor)} group by l.variant_id) w
        join product_variant v on v.company_id = ${company} and v.id = w.variant_id
        join product p on p.company_id = ${company} and p.id = v.product_id`,
      where: [sql`v.company_id = ${company}`, ...scopeOfProducts(actor, sql`p.id`)],
      id: sql`v.id`,
      columns: {
        productUniqueCode: sql`v.code`,
        productName: productName(language),
        color: colorName(company, language, 'v.color'),
        size: sizeName(language, 'v.size'),
        openLines: sql`w.open_lines`,
        demandDirectly: sql`w.directly`,
        demandBackorder: sql`w.backorder`,
        freeStock: freeOf(company, sql`v.id`),
        completedLast5Days: sql`(select coalesce(sum(g.issued_quantity), 0)::int from goods_issue g
          join order_line d on d.company_id = ${company} and d.id = g.order_line_id
          join sales_order o on o.company_id = ${company} and o.id = d.order_id
          where g.company_id = ${company} and d.variant_id = v.id and ${inLastFiveDays(today)} and ${sql.join(orderScope(actor), sql` and `)})`,
        oldestOrder: sql`w.oldest`,
      },
      extra: { picture: pictureOf('p', sql`v.color_hex`) },
      search: folded(sql`concat_ws(' ', v.code, ${productName(language)}, v.gtin)`),
    }
  },
)

/** Condition on `goods_issue g`: delivered in the five days before today, as all figures here are of days that are over. */
const inLastFiveDays = (today: string): Sql =>
  sql`g.issued_on >= ${addDays(today, -5)}::date and g.issued_on < ${today}::date`

const freeOf = (company: number, variant: Sql): Sql => sql`(
  select least(coalesce(sum(greatest(0, s.on_hand - s.reserved)), 0), 999999999)::int from stock s
  where s.company_id = ${company} and s.variant_id = ${variant} and s.location_id = any(${suppliersOf(company, sql`null::uuid`)}))`

type HeadRow = {
  productUniqueCode: string
  productName: string
  color: string | null
  size: string | null
  packUnit: number
  freeStock: number
}
type LineRow = Omit<ReplenishmentLine, 'orderDate' | 'isOwn' | 'suggestedQuantity'> & {
  orderDate: Date
  recordUserId: string
}

export const getReplenishmentHandler = handle(getReplenishment, async (context) => {
  const { actor, input } = context
  const { variantId, directly, backorder } = input
  if (!directly && !backorder) throw refusal('ReplenishmentTypeMissing')
  const head = await productOf(context, variantId)
  const types = [...(directly ? ['DirectlyOrder'] : []), ...(backorder ? ['Backorder'] : [])]
  const [lines, months, policy] = await Promise.all([
    readLines(context, variantId, types),
    readMonths(context, variantId),
    readPolicy(context.tx, actor.company.id),
  ])
  const { replenishmentDays: horizonDays, safetyStockDays: safetyDays } = replenishmentOf(policy)
  return {
    ...head,
    horizonDays,
    safetyDays,
    months,
    lines: lines.slice(0, replenishmentLines).map(({ orderDate, recordUserId, ...line }) => ({
      ...line,
      orderDate: orderDate.toISOString(),
      isOwn: recordUserId === actor.membershipId,
      suggestedQuantity: suggestionOf({ ...line, horizonDays, safetyDays }).quantity,
    })),
    truncated: lines.length > replenishmentLines,
  }
})

/** Throws `NotFound` for a variant that is not there or not shown to the reader. */
async function productOf({ tx, actor, language }: SessionContext, variantId: string): Promise<HeadRow> {
  const company = actor.company.id
  const { rows } = await sql<HeadRow>`
    select v.code as "productUniqueCode", ${productName(language)} as "productName", ${colorName(company, language, 'v.color')} as color, ${sizeName(language, 'v.size')} as size, ${orderedPack(actor)} as "packUnit", ${freeOf(company, sql`v.id`)} as "freeStock"
    from product_variant v join product p on p.company_id = ${company} and p.id = v.product_id
    where ${sql.join([sql`v.company_id = ${company}`, ...scopeOfProducts(actor, sql`p.id`)], sql` and `)} and v.id = ${variantId}`.execute(
    tx,
  )
  if (!rows[0]) throw refusal('NotFound')
  return rows[0]
}

/** Open lines of these types, the oldest order first, each with how the product sold at its location. */
async function readLines(context: SessionContext, variant: string, of: string[]): Promise<LineRow[]> {
  const { tx, actor } = context
  const [{ rows }, figures] = await Promise.all([
    sql<AskedRow>`
      select id as "lineId", code || '-' || line_no as "lineCode", code as "orderCode", version, type, customer_name as "customerName",
        delivery_location_id as "locationId", delivery_location_name as "deliveryLocationName", order_date as "orderDate", delivery_date as "deliveryDate",
        pack_unit as "packUnit", demand_quantity as "demandQuantity", po_quantity as "poQuantity", earlier::int as "openOrders", undecided::int as undecided, record_user_id as "recordUserId"
      from (
        select l.id, l.line_no, l.type, l.pack_unit, l.demand_quantity, l.po_quantity, o.code, o.version, o.customer_name, o.delivery_location_id, o.delivery_location_name,
          o.order_date, o.delivery_date, o.record_user_id,
          sum(l.demand_quantity) over (partition by o.id) as undecided,
          sum(l.demand_quantity) over (partition by o.delivery_location_id order by o.order_date, o.code, l.line_no) - l.demand_quantity as earlier
        ${openLines(actor)} and l.variant_id = ${variant}) every
      where type = any(${of}::text[])
      order by order_date, code, line_no limit ${replenishmentLines + 1}`.execute(tx),
    readFigures(context, variant),
  ])
  const spans = spansOf(context)
  return rows.map(({ locationId, undecided, ...line }) => {
    const found = { ...noFigures, ...figures.get(locationId) }
    return { ...line, ...found, ...withoutOrder(found, spans, line.orderDate, undecided) }
  })
}

type Figures = Pick<
  LineRow,
  'completedLast5Days' | 'average120Days' | 'average90Days' | 'lastYearMonthlyAverage' | 'stock' | 'inTransit'
>
type AskedRow = Omit<LineRow, keyof Figures> & { locationId: string; undecided: number }
const noFigures: Figures = {
  completedLast5Days: 0,
  average120Days: 0,
  average90Days: 0,
  lastYearMonthlyAverage: 0,
  stock: 0,
  inTransit: 0,
}

type Average = 'average120Days' | 'average90Days' | 'lastYearMonthlyAverage'
/** The days that an average looks at, the last one not among them, and how many months it takes them for. */
type Span = { from: Date; to: Date; months: number }

function spansOf({ actor, now }: SessionContext): Record<Average, Span> {
  const zone = actor.company.timeZone
  const today = dayIn(zone, now)
  const year = Number(today.slice(0, 4)) - 1
  const span = (from: string, to: string, months: number): Span => ({
    from: startOfDay(zone, from),
    to: startOfDay(zone, to),
    months,
  })
  return {
    average120Days: span(addDays(today, -120), today, 4),
    average90Days: span(addDays(today, -90), today, 3),
    lastYearMonthlyAverage: span(`${year}-01-01`, `${year + 1}-01-01`, 12),
  }
}

/**
 * The averages of a location without what an order of it still waits for: an order that is being decided says nothing of
 * how much is needed. `undecided` are its pieces.
 */
function withoutOrder(
  found: Figures,
  spans: Record<Average, Span>,
  ordered: Date,
  undecided: number,
): Pick<Figures, Average> {
  const less = (name: Average) => {
    const { from, to, months } = spans[name]
    const isIn = ordered >= from && ordered < to
    return Math.max(0, found[name] - (isIn ? undecided / months : 0))
  }
  return {
    average120Days: less('average120Days'),
    average90Days: less('average90Days'),
    lastYearMonthlyAverage: less('lastYearMonthlyAverage'),
  }
}

/**
 * How the product sold, what has come and will come, and what lies at each location. Asked apart and put together here:
 * of what one product is asked for the planner knows too little to join it.
 */
async function readFigures(context: SessionContext, variant: string): Promise<Map<string, Partial<Figures>>> {
  const { tx, actor, now } = context
  const company = actor.company.id
  const zone = actor.company.timeZone
  const today = dayIn(zone, now)
  const spans = spansOf(context)
  const average = ({ from, to, months }: Span) =>
    sql`(coalesce(sum(d.demand_quantity) filter (where d.state <> 'Cancelled' and s.order_date >= ${from} and s.order_date < ${to}), 0) / ${sql.lit(months)}.0)::float8`
  type Row = Partial<Figures> & { locationId: string }
  const answers = await Promise.all([
    sql<Row>`
      select s.delivery_location_id as "locationId",
        ${average(spans.average120Days)} as "average120Days",
        ${average(spans.average90Days)} as "average90Days",
        ${average(spans.lastYearMonthlyAverage)} as "lastYearMonthlyAverage",
        coalesce(sum(d.po_quantity - d.completed_quantity) filter (where d.state in ('Approved', 'WaitingExternalApproval')), 0)::int as "inTransit"
      from order_line d join sales_order s on s.company_id = ${company} and s.id = d.order_id
      where d.company_id = ${company} and d.variant_id = ${variant}
        and (s.order_date >= ${spans.lastYearMonthlyAverage.from} or d.state in ('Approved', 'WaitingExternalApproval'))
      group by 1`.execute(tx),
    sql<Row>`
      select s.delivery_location_id as "locationId", sum(g.issued_quantity)::int as "completedLast5Days"
      from goods_issue g join order_line d on d.company_id = ${company} and d.id = g.order_line_id
        join sales_order s on s.company_id = ${company} and s.id = d.order_id
      where g.company_id = ${company} and d.variant_id = ${variant} and ${inLastFiveDays(today)}
      group by 1`.execute(tx),
    sql<Row>`
      select k.location_id as "locationId", sum(greatest(0, k.on_hand))::int as stock from stock k
      where k.company_id = ${company} and k.variant_id = ${variant} group by 1`.execute(tx),
  ])
  const figures = new Map<string, Partial<Figures>>()
  for (const { locationId, ...some } of answers.flatMap(({ rows }) => rows))
    figures.set(locationId, { ...figures.get(locationId), ...some })
  return figures
}

/** Twelve months of the company's calendar, the current one last. */
async function readMonths({ tx, actor, now }: SessionContext, variantId: string) {
  const company = actor.company.id
  const zone = actor.company.timeZone
  const first = addMonths(`${dayIn(zone, now).slice(0, 7)}-01`, -11)
  const { rows } = await sql<{ month: string; ordered: number; completed: number }>`
    select to_char(o.order_date at time zone ${zone}, 'YYYY-MM-01') as month, sum(l.demand_quantity)::int as ordered, sum(l.completed_quantity)::int as completed
    from order_line l join sales_order o on o.company_id = ${company} and o.id = l.order_id
    where l.company_id = ${company} and l.variant_id = ${variantId} and l.state <> 'Cancelled' and o.order_date >= ${startOfDay(zone, first)}
      and ${sql.join(orderScope(actor), sql` and `)}
    group by 1`.execute(tx)
  const known = new Map(rows.map((row) => [row.month, row]))
  return Array.from({ length: 12 }, (_, at) => {
    const month = addMonths(first, at)
    return known.get(month) ?? { month, ordered: 0, completed: 0 }
  })
}

export const distributeAmountHandler = handle(distributeAmount, async (context) => {
  const { tx, actor, input } = context
  const company = actor.company.id
  await productOf(context, input.variantId)
  const named = input.lines.map(({ lineId }) => lineId)
  if (new Set(named).size < named.length) throw refusal('DistributionTwice')
  const { rows: places } = await sql<{
    id: string
    order_id: string
    variant_id: string
    suppliers: string[]
  }>`
    select l.id, l.order_id, l.variant_id, ${suppliersOf(company, sql`o.delivery_location_id`)} as suppliers
    from order_line l join sales_order o on o.company_id = ${company} and o.id = l.order_id
    where l.company_id = ${company} and l.id = any(${named}::uuid[]) and ${sql.join(orderScope(actor), sql` and `)}`.execute(
    tx,
  )
  if (
    places.length !== new Set(named).size ||
    places.some(({ variant_id: variant }) => variant !== input.variantId)
  )
    throw refusal('NotFound')
  const wanted = input.lines.filter(({ quantity }) => quantity > 0)
  const quantity = wanted.reduce((sum, line) => sum + line.quantity, 0)
  if (wanted.length === 0) throw refusal('DistributionEmpty')
  if (quantity > input.amount) throw refusal('DistributionAboveAmount', { quantity, amount: input.amount })
  const lineIds = wanted.map(({ lineId }) => lineId)
  const asked = new Set(lineIds)
  const suppliers = new Map(
    places.filter(({ id }) => asked.has(id)).map((one) => [one.order_id, one.suppliers]),
  )
  const orders = await lockOrders(tx, company, orderScope(actor), { ids: [...suppliers.keys()] })
  const versions = new Map(wanted.map(({ lineId, version }) => [lineId, version]))
  const lines = orders.flatMap((order) => order.lines.filter(({ id }) => asked.has(id)))
  if (
    orders.some((order) => order.lines.some(({ id }) => asked.has(id) && versions.get(id) !== order.version))
  )
    throw refusal('DistributionOutdated')
  const holders = [
    ...new Set([...suppliers.values()].flat().concat(lines.flatMap((l) => l.supplyLocationId ?? []))),
  ]
  const free = await readFreeStock(
    tx,
    company,
    holders.map((supplyLocationId) => ({ variantId: input.variantId, supplyLocationId })),
    { lock: true },
  )
  const { quotaActive } = await orderSettings(tx, actor.company)
  const booked = lines.filter(({ quotaState }) => quotaActive || quotaState !== 'None')
  const books = await readBooks(
    tx,
    company,
    booked.map(({ id }) => id),
    { lock: true, hidesAmounts: !pricesVisible(actor.company.priceVisibility, actor) },
  )
  const quantities = new Map(wanted.map((line) => [line.lineId, line.quantity]))
  const decided = orders.map((order) => {
    const isOwn = order.recordUserId === actor.membershipId
    const outcome = giveOut(
      order,
      { quantities, suppliers: suppliers.get(order.id) ?? [], isOwn },
      free,
      books,
    )
    if (outcome instanceof Error) throw outcome
    return { record: order, plan: { ...outcome, behalf: null } }
  })
  await saveDecided(context, { action: 'approve' }, decided)
  return {
    orders: decided.length,
    lines: wanted.length,
    quantity,
    remainder: input.amount - quantity,
  }
})

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
import { describeDecision, tellOwners, toldOrders } from '../decision-events.ts'
import { approvedIn, requestNotifications } from '../health/requests.ts'
import { lockOrders, saveDecisions, type DecidedChange } from '../order.sql.ts'
import { pricesVisible } from '../prices.ts'
import { readBooks } from '../quota/books.sql.ts'
import { orderScope } from '../scope.ts'
import { readPolicy, replenishmentOf } from '../settings/order-policy.ts'
import { readFreeStock, suppliersOf } from '../stock.sql.ts'
import { giveOut } from './distribute.ts'

// Order Replenishment (ORD-017): which products open orders wait for, what they want of one, and giving it out.

type Sql = RawBuilder<unknown>

/** Lines that somebody may still decide on, backorders included, within the reader's scope. */
const openLines = (actor: Actor): Sql => sql`
  from order_line l join sales_order o on o.company_id = ${actor.company.id} and o.id = l.order_id
  where l.company_id = ${actor.company.id} and l.state in ('Pending', 'Revised') and not o.closed and ${sql.join(orderScope(actor), sql` and `)}`

export const replenishmentProductList = serveList(
  replenishmentProducts,
  'orderReplenishment',
  ({ actor, now }: SessionContext) => {
    const company = actor.company.id
    const since = addDays(dayIn(actor.company.timeZone, now), -5)
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
        productName: sql`p.name`,
        color: sql`v.color`,
        size: sql`v.size`,
        openLines: sql`w.open_lines`,
        demandDirectly: sql`w.directly`,
        demandBackorder: sql`w.backorder`,
        freeStock: freeOf(company, sql`v.id`),
        completedLast5Days: sql`(select coalesce(sum(g.issued_quantity), 0)::int from goods_issue g
          join order_line d on d.company_id = ${company} and d.id = g.order_line_id
          where g.company_id = ${company} and d.variant_id = v.id and g.issued_on >= ${since}::date)`,
        oldestOrder: sql`w.oldest`,
      },
      search: folded(sql`v.code || ' ' || p.name || ' ' || coalesce(v.gtin, '')`),
    }
  },
)

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
async function productOf({ tx, actor }: SessionContext, variantId: string): Promise<HeadRow> {
  const company = actor.company.id
  const { rows } = await sql<HeadRow>`
    select v.code as "productUniqueCode", p.name as "productName", v.color, v.size, ${orderedPack(actor)} as "packUnit", ${freeOf(company, sql`v.id`)} as "freeStock"
    from product_variant v join product p on p.company_id = ${company} and p.id = v.product_id
    where ${sql.join([sql`v.company_id = ${company}`, ...scopeOfProducts(actor, sql`p.id`)], sql` and `)} and v.id = ${variantId}`.execute(
    tx,
  )
  if (!rows[0]) throw refusal('NotFound')
  return rows[0]
}

/** Open lines of these types, the oldest order first, each with how the product sold at its location. */
async function readLines(
  { tx, actor, now }: SessionContext,
  variant: string,
  of: string[],
): Promise<LineRow[]> {
  const company = actor.company.id
  const zone = actor.company.timeZone
  const today = dayIn(zone, now)
  const year = Number(today.slice(0, 4)) - 1
  const at = (day: string) => startOfDay(zone, day)
  const { rows } = await sql<LineRow>`
      with asked as (
        select * from (
          select l.id, l.line_no, l.type, l.pack_unit, l.demand_quantity, l.po_quantity, o.code, o.version, o.customer_name, o.delivery_location_id, o.delivery_location_name,
            o.order_date, o.delivery_date, o.record_user_id,
            sum(l.demand_quantity) over (partition by o.delivery_location_id order by o.order_date, o.code, l.line_no) - l.demand_quantity as earlier
          ${openLines(actor)} and l.variant_id = ${variant}) every
        where type = any(${of}::text[])
        order by order_date, code, line_no limit ${replenishmentLines + 1}),
      sold as materialized (
        select s.delivery_location_id,
          coalesce(sum(d.demand_quantity) filter (where s.order_date >= ${at(addDays(today, -120))} and s.order_date < ${at(today)}), 0) / 4.0 as a120,
          coalesce(sum(d.demand_quantity) filter (where s.order_date >= ${at(addDays(today, -90))} and s.order_date < ${at(today)}), 0) / 3.0 as a90,
          coalesce(sum(d.demand_quantity) filter (where s.order_date >= ${at(`${year}-01-01`)} and s.order_date < ${at(`${year + 1}-01-01`)}), 0) / 12.0 as a365
        from order_line d join sales_order s on s.company_id = ${company} and s.id = d.order_id
        where d.company_id = ${company} and d.variant_id = ${variant} and d.state <> 'Cancelled'
          and s.order_date >= ${at(`${year}-01-01`)} and s.delivery_location_id in (select delivery_location_id from asked)
        group by s.delivery_location_id),
      issued as materialized (
        select s.delivery_location_id, sum(g.issued_quantity)::int as c5
        from goods_issue g join order_line d on d.company_id = ${company} and d.id = g.order_line_id
          join sales_order s on s.company_id = ${company} and s.id = d.order_id
        where g.company_id = ${company} and d.variant_id = ${variant} and g.issued_on >= ${addDays(today, -5)}::date and g.issued_on < ${today}::date
          and s.delivery_location_id in (select delivery_location_id from asked)
        group by s.delivery_location_id),
      coming as materialized (
        select s.delivery_location_id, sum(d.po_quantity - d.completed_quantity)::int as pieces
        from order_line d join sales_order s on s.company_id = ${company} and s.id = d.order_id
        where d.company_id = ${company} and d.variant_id = ${variant} and d.state in ('Approved', 'WaitingExternalApproval')
          and s.delivery_location_id in (select delivery_location_id from asked)
        group by s.delivery_location_id),
      lying as materialized (
        select k.location_id as delivery_location_id, sum(greatest(0, k.on_hand))::int as pieces from stock k
        where k.company_id = ${company} and k.variant_id = ${variant} and k.location_id in (select delivery_location_id from asked)
        group by k.location_id)
      select a.id as "lineId", a.code || '-' || a.line_no as "lineCode", a.code as "orderCode", a.version, a.type, a.customer_name as "customerName",
        a.delivery_location_name as "deliveryLocationName", a.order_date as "orderDate", a.delivery_date as "deliveryDate", a.pack_unit as "packUnit",
        a.demand_quantity as "demandQuantity", a.po_quantity as "poQuantity", coalesce(i.c5, 0) as "completedLast5Days",
        coalesce(s.a120, 0)::float8 as "average120Days", coalesce(s.a90, 0)::float8 as "average90Days", coalesce(s.a365, 0)::float8 as "lastYearMonthlyAverage",
        coalesce(k.pieces, 0) as stock, coalesce(c.pieces, 0) as "inTransit", a.earlier::int as "openOrders", a.record_user_id as "recordUserId"
      from asked a left join sold s using (delivery_location_id) left join issued i using (delivery_location_id)
        left join coming c using (delivery_location_id) left join lying k using (delivery_location_id)
      order by a.order_date, a.code, a.line_no`.execute(tx)
  return rows
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
  const { tx, actor, services, now, input } = context
  const company = actor.company.id
  await productOf(context, input.variantId)
  const named = input.lines.map(({ lineId }) => lineId)
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
  const booked = lines.filter(({ quotaState }) => actor.company.quotaActive || quotaState !== 'None')
  const books = await readBooks(
    tx,
    company,
    booked.map(({ id }) => id),
    { lock: true, hidesAmounts: !pricesVisible(actor.company.priceVisibility, actor) },
  )
  const quantities = new Map(wanted.map((line) => [line.lineId, line.quantity]))
  const decided = orders.map((order): DecidedChange => {
    const isOwn = order.recordUserId === actor.membershipId
    const outcome = giveOut(
      order,
      { quantities, suppliers: suppliers.get(order.id) ?? [], isOwn },
      free,
      books,
    )
    if (outcome instanceof Error) throw outcome
    return { order, ...outcome, ...describeDecision(order, outcome.changes, { action: 'approve' }) }
  })
  await tellOwners(tx, services.jobs, actor, now, 'order.approved', toldOrders(decided))
  await saveDecisions(tx, actor, now, decided)
  await requestNotifications(tx, services, { actor, now }, approvedIn(decided))
  return {
    orders: decided.length,
    lines: wanted.length,
    quantity,
    remainder: input.amount - quantity,
  }
})

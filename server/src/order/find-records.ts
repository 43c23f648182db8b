import { sql, type RawBuilder } from 'kysely'
import { orderPlaces, type FoundRecord } from '@kervan/contract/kit/found-record'
import {
  closedOrders,
  externalApprovalOrders,
  getManagedOrder,
  pendingOrders,
} from '@kervan/contract/order/order-management'
import { getMyOrder, myPastOrders, myPendingOrders } from '@kervan/contract/order/order-my'
import { getProduct, orderableProducts } from '@kervan/contract/order/order-new'
import { formsOfGtin, plainGtin } from '@kervan/contract/kit/gs1/check-digits'
import { readScanned } from '@kervan/contract/kit/gs1/scanned'
import type { Actor, SessionContext } from '../kit/context.ts'
import { askOnce } from '../kit/database/db.ts'
import { containing, fold } from '../kit/lists/fold.ts'
import { productName } from '../company/company.api.ts'
import { mayOpen, noOrder, type Finder } from '../kit/records/find.ts'
import { deliveryScope, orderScope, ownOrderScope, sellableScope } from './scope.ts'

// What the palette finds of ordering: orders, customers, delivery locations and products, each within the rows that its
// list shows this reader.

type Place = (typeof orderPlaces)[number]
const trigram = 3
/** Two letters have no index. They are sought among the newest orders, which is where one looks for an order. */
const newest = 2_000

const managed = (actor: Actor, list: { page: { permission: string | null } }) =>
  mayOpen(actor, 'OrderManagement', list.page, getManagedOrder)
const mine = (actor: Actor, list: { page: { permission: string | null } }) =>
  mayOpen(actor, 'MyOrders', list.page, getMyOrder)

/** The lists in which this reader finds orders: those of management, for others their own. */
function placesOf(actor: Actor): Place[] {
  const places: Place[] = [
    ...(managed(actor, pendingOrders) ? (['pending'] as const) : []),
    ...(managed(actor, externalApprovalOrders) ? (['external'] as const) : []),
    ...(managed(actor, closedOrders) ? (['closed'] as const) : []),
  ]
  if (places.length > 0) return places
  return [
    ...(mine(actor, myPendingOrders) ? (['myPending'] as const) : []),
    ...(mine(actor, myPastOrders) ? (['myPast'] as const) : []),
  ]
}

const conditions: Record<Place, RawBuilder<unknown>> = {
  pending: sql`not o.closed and not o.external`,
  external: sql`not o.closed and o.external`,
  closed: sql`o.closed`,
  myPending: sql`not o.closed`,
  myPast: sql`o.closed`,
}

const orderFinder: Finder = {
  kind: 'order',
  allowed: (actor) => placesOf(actor).length > 0,
  async find({ tx, actor }, text, limit) {
    const inPlace = (place: Place) => {
      const scope = place.startsWith('my') ? ownOrderScope(actor) : orderScope(actor)
      const where = sql.join([...scope, conditions[place]], sql` and `)
      const newestFirst = sql`order by o.order_date desc, o.id desc`
      const from =
        fold(text).length < trigram
          ? sql`(select o.* from sales_order o where ${where} ${newestFirst} limit ${newest}) o where true`
          : sql`sales_order o where ${where}`
      return sql`(select o.id, o.code, o.customer_name as name, o.delivery_location_name as hint, o.quantity, case when o.all_cancelled then 'Cancelled' else o.state end as state, o.order_date, ${place} as place
        from ${from} and o.search_text like ${containing(text)} ${newestFirst} limit ${limit})`
    }
    const found = await askOnce<Omit<FoundRecord, 'kind'> & { order_date: Date }>(
      tx,
      sql`select * from (${sql.join(placesOf(actor).map(inPlace), sql` union all `)}) found
        order by fold(code) = ${fold(text)} desc, order_date desc, id desc limit ${limit}`,
    )
    return found.map(({ order_date: _sorted, ...order }) => order)
  },
}

/** Who sees some places only, sees the customers whose places they are. */
const customersSeen = (actor: Actor) =>
  actor.locationScoped || actor.thirdPartyLocationId
    ? sql`exists (select from location l where ${sql.join(deliveryScope(actor), sql` and `)} and l.partner_id = p.id)`
    : sql`true`

/** One has no customers but oneself who is one. */
const customerFinder: Finder = {
  kind: 'customer',
  allowed: (actor) => actor.partnerId === null && managed(actor, pendingOrders),
  async find(context, text, limit) {
    return named(
      context,
      sql`select p.id, p.code, p.name, p.city as hint from partner p
        where p.company_id = ${context.actor.company.id} and p.relation_type = 'Customer' and ${customersSeen(context.actor)}
          and (p.name_folded like ${containing(text)} or fold(p.code) like ${containing(text)})
        order by p.name_folded like ${startingWith(text)} desc, p.name, p.id limit ${limit}`,
    )
  },
}

const locationFinder: Finder = {
  kind: 'location',
  allowed: (actor) => managed(actor, pendingOrders) || mine(actor, myPendingOrders),
  async find(context, text, limit) {
    return named(
      context,
      sql`select l.id, l.code, l.name, l.city as hint from location l
        where ${sql.join(deliveryScope(context.actor), sql` and `)}
          and (l.name_folded like ${containing(text)} or fold(l.code) like ${containing(text)})
        order by l.name_folded like ${startingWith(text)} desc, l.name, l.id limit ${limit}`,
    )
  },
}

const productFinder: Finder = {
  kind: 'product',
  allowed: (actor) => mayOpen(actor, 'NewOrder', orderableProducts.page, getProduct),
  async find(context, text, limit) {
    return named(
      context,
      sql`select p.id, p.code, ${productName(context.language)} as name, p.brand as hint from product p
        where ${sql.join(sellableScope(context.actor), sql` and `)} and (p.search_text like ${containing(text)} or p.id = any(${ofGtin(context.actor, text)}))
        order by fold(p.code) = ${fold(text)} desc, fold(${productName(context.language)}) like ${startingWith(text)} desc, 3, p.id limit ${limit}`,
    )
  },
}

/** The products that a typed or scanned barcode is a variant of, found by the index over GTINs. */
function ofGtin({ company }: Actor, text: string): RawBuilder<unknown> {
  const { gtin } = readScanned(text)
  if (gtin === null) return sql`'{}'::uuid[]`
  return sql`array(select v.product_id from product_variant v where v.company_id = ${company.id} and v.status = 'Active' and v.gtin = any(${formsOfGtin(plainGtin(gtin))}::text[]))`
}

async function named(
  { tx }: SessionContext,
  query: RawBuilder<{ id: string; code: string; name: string; hint: string }>,
) {
  return (await askOnce(tx, query)).map((found) => ({ ...found, ...noOrder }))
}

function startingWith(text: string): string {
  return containing(text).slice(1)
}

export const orderFinders: readonly Finder[] = [orderFinder, customerFinder, locationFinder, productFinder]

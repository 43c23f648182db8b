import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Delivery } from '@kervan/contract/order/cart'
import { proposedPointOfSale } from '@kervan/contract/order/point-of-sale'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { deliveryScope, isOpen } from '../scope.ts'

// Every order names the point of sale it is for, in every company (ORD-003).

/** Whether a location (its alias) is a point of sale. */
export const sells = (alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.type`)} like '%PointOfSales'`

export type DeliveryPlace = {
  id: string
  customerId: string
  customerName: string
  /** Whether orders are taken for the customer. */
  isOpen: boolean
  sells: boolean
}

/**
 * What of a delivery the user may order for: its location, the point of sale it names, and as many points of sale of the
 * same customer as it takes to know whether only one fits.
 */
export const deliveryPlaces = (
  tx: Tx,
  actor: Actor,
  { locationId, pointOfSaleId }: Pick<Delivery, 'locationId' | 'pointOfSaleId'>,
): CompiledQuery<DeliveryPlace> => {
  const named = [locationId, ...(pointOfSaleId ? [pointOfSaleId] : [])]
  return sql<DeliveryPlace>`
    select l.id, l.partner_id as "customerId", c.name as "customerName", ${isOpen('c')} as "isOpen", ${sells('l')} as sells
    from location l join partner c on c.company_id = ${actor.company.id} and c.id = l.partner_id
    where ${sql.join(deliveryScope(actor, { closed: true }), sql` and `)} and (l.id = any(${named}::uuid[]) or (${sells('l')}
      and l.partner_id = (select d.partner_id from location d where d.company_id = ${actor.company.id} and d.id = ${locationId})))
    order by l.id = any(${named}::uuid[]) desc, l.id limit 4`.compile(tx)
}

/**
 * The delivery with its point of sale: the one it names, or the one that follows from the location. Throws
 * `LocationNotAllowed` for what the user may not order for, `CustomerClosed` where no orders are taken for the customer, and
 * `PointOfSaleRequired` where several could be meant.
 */
export function completeDelivery(delivery: Delivery, places: readonly DeliveryPlace[]) {
  const find = (id: string) => {
    const place = places.find((one) => one.id === id)
    if (!place) throw refusal('LocationNotAllowed', { location: id })
    if (!place.isOpen) throw refusal('CustomerClosed', { customer: place.customerName })
    return place
  }
  const location = find(delivery.locationId)
  const shops = places.filter((place) => place.sells && place.customerId === location.customerId)
  const pointOfSaleId = delivery.pointOfSaleId ?? proposedPointOfSale(location, shops)
  if (pointOfSaleId === null) throw refusal('PointOfSaleRequired')
  const isOwn = pointOfSaleId === location.id && shops.length === 0
  if (!find(pointOfSaleId).sells && !isOwn) throw refusal('PointOfSaleRequired')
  return { ...delivery, pointOfSaleId }
}

/** The point of sale that follows from the location `l`, in the words of `proposedPointOfSale`; null where it does not. */
export const proposedInSql = (actor: Actor): RawBuilder<string | null> => sql`
  case when ${sells('l')} then l.id else (
    select case count(*) when 0 then l.id when 1 then min(ps.id::text)::uuid end from location ps
    where ps.company_id = ${actor.company.id} and ps.partner_id = l.partner_id and ps.status = 'Active' and not ps.blacklisted and ${sells('ps')}) end`

import { sql } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Demand } from '../stock.sql.ts'

/** The lines of these pre-approval orders as a demand; each order is a part of its own. */
export const preOrderDemand = (actor: Actor, ids: readonly string[]): Demand => sql`(
  select pl.id, pl.pre_order_id as part, pl.variant_id, po.delivery_location_id as location_id, po.shipment_method, po.delivery_date, po.point_of_sale_id,
    pl.quantity, pl.external_product_code
  from pre_order po join pre_order_line pl on pl.company_id = ${actor.company.id} and pl.pre_order_id = po.id
  where po.company_id = ${actor.company.id} and po.id = any(${ids}::uuid[]) and pl.quantity > 0)`

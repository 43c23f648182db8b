import { refusal } from '@kervan/contract/kit/refusals'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { scopeOfLocations, scopeOfPartners } from '../../kit/records/scope.ts'

// Where packs were sold and who pays for them (DSC-004): the points of sale that an applicant may apply for, each with
// the warehouses that company data name as its payment locations.

/** Conditions on `location l`: active points of sale with a GLN, among the applicant's own. */
export const allowedPointsOfSale = (actor: Actor): RawBuilder<unknown>[] => [
  sql`l.company_id = ${actor.company.id}`,
  sql`l.status = 'Active'`,
  sql`l.gln is not null`,
  sql`exists (select from payment_location p where p.company_id = ${actor.company.id} and p.point_of_sale_id = l.id)`,
  ...scopeOfPartners(actor, sql`l.partner_id`),
  ...scopeOfLocations(actor, sql`l.id`),
]

export type PointOfSale = {
  id: string
  partnerId: string | null
  code: string
  name: string
  gln: string
  city: string
  town: string
  address: string | null
}
export type PaymentLocation = { id: string; code: string; name: string }

/**
 * The two places of an application. Throws `PromotionLocationNotAllowed` for a point of sale that the applicant may not
 * apply for, `PaymentLocationNotRelated` for a warehouse that does not pay it.
 */
export async function placesOf(
  tx: Tx,
  actor: Actor,
  { pointOfSaleId, paymentLocationId }: { pointOfSaleId: string; paymentLocationId: string },
): Promise<{ pointOfSale: PointOfSale; payer: PaymentLocation }> {
  const { rows } = await sql<PointOfSale>`
    select l.id, l.partner_id as "partnerId", l.code, l.name, l.gln, l.city, l.district as town, l.address
    from location l where ${sql.join(allowedPointsOfSale(actor), sql` and `)} and l.id = ${pointOfSaleId}`.execute(
    tx,
  )
  const [pointOfSale] = rows
  if (!pointOfSale) throw refusal('PromotionLocationNotAllowed')
  const { rows: payers } = await sql<PaymentLocation>`
    select w.id, w.code, w.name from payment_location p join location w on w.company_id = p.company_id and w.id = p.warehouse_id
    where p.company_id = ${actor.company.id} and p.point_of_sale_id = ${pointOfSaleId} and w.id = ${paymentLocationId} and w.status = 'Active'`.execute(
    tx,
  )
  const [payer] = payers
  if (!payer) throw refusal('PaymentLocationNotRelated', { location: pointOfSale.code })
  return { pointOfSale, payer }
}

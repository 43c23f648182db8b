import { suggest, type Moved, type PriceChangeScope } from '@kervan/contract/porta/price-change-rules'
import { sql } from 'kysely'
import { startOfDay } from '../../kit/clock.ts'
import type { Tx } from '../../kit/database/db.ts'
import { refundOf } from '../amounts.sql.ts'
import { portaSettings } from '../settings.ts'
import { readEvidence } from './evidence.ts'

type Row = {
  id: string
  gln: string
  payerGln: string | null
  scope: PriceChangeScope
  changeDate: string
  entitlementDate: string
  timeZone: string
}

/**
 * Works out anew what the movements of their packs suggest for price-change refunds, and what they come to, as long as nobody has
 * decided (PCR-003, domain/pharma 4.3). Requests of the other kind are left out.
 */
export async function assess(tx: Tx, companyId: number, requestIds: readonly string[]): Promise<void> {
  const { rows } = await sql<Row>`
    select r.id, r.point_of_sale_gln as gln, w.gln as "payerGln", r.scope, c.change_date::text as "changeDate", c.entitlement_date::text as "entitlementDate", o.time_zone as "timeZone"
    from discount_request r join company o on o.id = r.company_id
    join price_change c on c.company_id = ${companyId} and c.id = r.price_change_id
    join location w on w.company_id = ${companyId} and w.id = r.payment_location_id
    where r.company_id = ${companyId} and r.id = any(${[...requestIds]}::uuid[]) and r.kind = 'PriceChange' and r.state in ('PreApplication', 'Pending') and r.archived_at is null`.execute(
    tx,
  )
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const movements = movementsOf(await readEvidence(tx, companyId, ids))
  const { sameWarehouse, handSaleForPrice } = await portaSettings(tx, { id: companyId })
  const suggested = rows.map((row) =>
    suggest({
      movements: movements.get(row.id) ?? [],
      applicantGln: row.gln,
      warehouseGln: row.payerGln,
      entitledFrom: startOfDay(row.timeZone, row.entitlementDate).toISOString(),
      changedAt: startOfDay(row.timeZone, row.changeDate).toISOString(),
      scope: row.scope,
      sameWarehouse,
      handSaleForPrice,
    }),
  )
  await sql`
    update discount_request r set suggested = s.suggested, refund_amount = ${refundOf(companyId, { scope: sql`r.scope`, product: sql`r.product_id`, change: sql`r.price_change_id` })}
    from unnest(${ids}::uuid[], ${suggested.map((one) => JSON.stringify(one))}::jsonb[]) as s (id, suggested)
    where r.company_id = ${companyId} and r.id = s.id`.execute(tx)
}

/** The movements of each request's pack: those of the newest answer that tells any. */
export function movementsOf(
  evidence: readonly { requestId: string; source: string; says: { movements: readonly Moved[] } }[],
): Map<string, readonly Moved[]> {
  const found = new Map<string, readonly Moved[]>()
  for (const { requestId, source, says } of evidence)
    if (source !== 'Image' && says.movements.length > 0 && !found.has(requestId))
      found.set(requestId, says.movements)
  return found
}

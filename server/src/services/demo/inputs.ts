import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import type { ProductRow } from '../../demo/world.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'

// What the companies tell the engine beside stock and sales (ENG-001, ENG-003): products that stand in for others,
// promotions that are over, on and to come, and batches of which some expire soon.

export async function addInputs(
  tx: Tx,
  companyId: number,
  {
    products,
    today,
    now,
    hasBatches,
  }: { products: readonly ProductRow[]; today: string; now: Date; hasBatches: boolean },
): Promise<void> {
  const at = (index: number) => existing(products[index % products.length]).id
  const head = { company_id: companyId, version: 1, created_at: now }
  await insertMany(
    tx,
    'product_substitute',
    [0, 1, 2, 3].map((index) => ({
      ...head,
      id: idOf(`product substitute ${companyId} ${index}`),
      product_id: at(index * 2),
      substitute_id: at(index * 2 + 1),
      valid_from: addDays(today, -200),
      valid_to: index === 3 ? addDays(today, -20) : null,
      rank: 1,
      share: 80 - index * 10,
      note: index === 0 ? 'Same cut, other label' : null,
    })),
  )
  const promotions = [
    { from: -320, to: -300, off: 25, advertised: true, lift: null, note: null },
    { from: -150, to: -136, off: 30, advertised: true, lift: null, note: 'Summer sale' },
    { from: -10, to: 4, off: 15, advertised: false, lift: null, note: null },
    { from: 7, to: 20, off: 20, advertised: true, lift: 2.5, note: 'With the leaflet of the group' },
  ]
  await insertMany(
    tx,
    'sales_promotion',
    promotions.map(({ from, to, off, advertised, lift, note }, index) => ({
      ...head,
      id: idOf(`sales promotion ${companyId} ${index}`),
      code: `PRO-${String(index + 1).padStart(3, '0')}`,
      product_id: at(10 + index),
      location_group: null,
      location_id: null,
      promotion_from: addDays(today, from),
      promotion_to: addDays(today, to),
      price_off: String(off),
      advertised,
      lift: lift === null ? null : String(lift),
      note,
    })),
  )
  if (!hasBatches) return
  const { rows: stocked } = await sql<{ variant: string; location: string; units: number }>`
    select s.variant_id as variant, s.location_id as location, s.on_hand as units from stock s join product_variant v on v.company_id = ${companyId} and v.id = s.variant_id
      join location l on l.company_id = ${companyId} and l.id = s.location_id
    where s.company_id = ${companyId} and s.on_hand >= 4 order by v.code, l.code limit 6`.execute(tx)
  await insertMany(
    tx,
    'stock_batch',
    stocked.map(({ variant, location, units }, index) => ({
      ...head,
      id: idOf(`stock batch ${companyId} ${index}`),
      location_id: location,
      variant_id: variant,
      batch: `B${today.slice(2, 4)}-${String(index + 1).padStart(4, '0')}`,
      expires_on: addDays(today, [12, 45, 90, 180, 365, 700][index] ?? 365),
      units: Math.floor(units / 2),
    })),
  )
}

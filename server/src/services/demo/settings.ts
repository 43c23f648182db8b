import { existing } from '@kervan/contract/kit/typed'
import { isStore } from '@kervan/contract/kit/location-types'
import { addDays } from '@kervan/contract/kit/days'
import type { SettingName } from '@kervan/contract/services/settings'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import type { LocationRow, ProductRow } from '../../demo/world.ts'

// Values of service settings by level (SVC-002): on each level one, one that has ended and one that begins later.

type Value = {
  setting: SettingName
  value: string
  group?: string
  location?: string
  product?: string
  from?: number
  to?: number
  note?: string
}

/** Adds the values; `from` and `to` are days from today. */
export async function addSettings(
  tx: Tx,
  companyId: number,
  {
    locations,
    products,
    today,
    now,
  }: { locations: readonly LocationRow[]; products: readonly ProductRow[]; today: string; now: Date },
): Promise<void> {
  const stores = locations.filter(({ type, status }) => isStore(type) && status === 'Active')
  const group = stores.find(({ location_group: one }) => one)?.location_group ?? undefined
  const [first, second] = [existing(stores[0]).id, existing(stores[1]).id]
  const [product, other] = [existing(products[0]).id, existing(products[1]).id]
  const values: Value[] = [
    { setting: 'serviceLevel', value: '96' },
    { setting: 'leadTime', value: '3', note: 'Carriers take a day longer since the move of the warehouse.' },
    { setting: 'minimumDisplay', value: '2', location: first, note: 'Two shop windows' },
    ...(group === undefined ? [] : [{ setting: 'minimumDisplay' as const, value: '1', group }]),
    { setting: 'retentionThreshold', value: '3', location: second },
    { setting: 'priorityRank', value: '2', product },
    { setting: 'minimumDisplay', value: '4', location: first, product, note: 'Stands at the entrance' },
    { setting: 'packRounding', value: '6', product: other },
    { setting: 'leadTime', value: '5', location: second, from: -200, to: -140, note: 'Roadworks' },
    { setting: 'serviceLevel', value: '98', from: 30, to: 75, note: 'High season' },
  ]
  // In the high season the value of the company makes room for another one.
  existing(values[0]).to = 29
  await insertMany(
    tx,
    'service_setting',
    values.map(
      ({ setting, value, group: place, location, product: goods, from = -380, to, note }, index) => ({
        company_id: companyId,
        id: idOf(`service setting ${companyId} ${index}`),
        version: 1,
        code: `SET-${String(index + 1).padStart(3, '0')}`,
        setting,
        setting_value: value,
        location_group: place ?? null,
        location_id: location ?? null,
        product_id: goods ?? null,
        valid_from: addDays(today, from),
        valid_to: to === undefined ? null : addDays(today, to),
        note: note ?? null,
        created_at: now,
      }),
    ),
  )
}

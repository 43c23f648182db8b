import { join } from 'node:path'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { ServedKind } from '../../kit/master/kind.ts'
import { dayLong } from '../../demo/calendar.ts'
import { importCsv, type ImportOf } from '../../kit/master/import-csv.ts'
import type { Trade } from '../../demo/people.ts'
import type { Random } from '../../demo/random.ts'
import type { Demo } from '../../demo/world.ts'
import { predefinedValues, propertyDefinitions } from '../definitions.ts'
import { regionCodes } from '../geography.ts'
import { importGeography } from '../geography-files/import.ts'
import { locationTypes } from '../location-types.ts'

// What data management holds at the beginning: geography, sales regions, own types and properties, price changes.

/** Imports what the company defines for itself. */
export async function importDefinitions(of: ImportOf, trade: Trade): Promise<void> {
  await importGeography(of)
  const files: readonly (readonly [ServedKind, string])[] = [
    [regionCodes.served, 'region-codes'],
    [locationTypes.served, `location-types-${trade}`],
    [predefinedValues.served, 'predefined-values'],
    [propertyDefinitions.served, 'property-definitions'],
  ]
  for (const [served, name] of files) await importCsv(of, served, join(import.meta.dirname, `${name}.csv`))
}

/** Announced price changes of the last half year and the next weeks; purchases of thirty days before entitle to a refund. */
export async function insertPriceChanges(
  { tx, company, products, now }: Demo,
  random: Random,
): Promise<void> {
  const since = now.getTime() - 300 * dayLong
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
  const rows = random.sample(products, 24).map((product, at) => {
    const change = now.getTime() + (at - 20) * 9 * dayLong
    const old = Number(product.list_price)
    return {
      company_id: company.id,
      id: random.id(since),
      created_at: new Date(since),
      product_id: product.id,
      change_date: day(change),
      old_price: old.toFixed(2),
      new_price: (old * random.between(0.82, 0.97)).toFixed(2),
      entitlement_date: day(change - 30 * dayLong),
    }
  })
  await insertMany(tx, 'price_change', rows)
}

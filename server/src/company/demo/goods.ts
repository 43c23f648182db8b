import { join } from 'node:path'
import { businessRelations } from '../business-relations.ts'
import { locations as locationKind } from '../locations.ts'
import { importCsv, importedRows, type ImportOf } from '../../kit/master/import-csv.ts'
import type { Trade } from '../../demo/people.ts'
import type {
  DemoPartner,
  PartnerRow,
  DemoStart,
  DemoVariant,
  Goods,
  LocationRow,
  ProductRow,
} from '../../demo/world.ts'
import { Random } from '../../demo/random.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { setProperties } from './custom-properties.ts'
import { importProducts } from './products.ts'
import { supplierOf, supplyRelations } from './supply.ts'

/** Imports and makes what a company sells, to whom and where to. Everything else of the demo refers to it. */
export async function insertGoods({ tx, company, random, since }: DemoStart): Promise<Goods> {
  const of = { tx, company, at: since }
  const { partners, locations } = await importLocations(of, company.trade)
  const { products, variants } = await importProducts(of, company.trade)
  await setProperties(tx, company.id)
  const customerPrices = agreedPrices(partners, variants, random)
  const blocks = blocksOf(products, partners, random)
  const blockIds = new Random(company.id + 12_000)
  const made = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, created_at: since }))
  const relations = supplyRelations(locations, new Random(company.id + 11_000), since.getTime())
  await insertMany(tx, 'supply_relation', made(relations))
  await insertMany(
    tx,
    'customer_price',
    [...customerPrices].flatMap(([partner, own]) =>
      [...own].map(([variant, price]) => ({
        company_id: company.id,
        partner_id: partner,
        variant_id: variant,
        unit_price: price,
      })),
    ),
  )
  await insertMany(
    tx,
    'shipping_block',
    made(
      blocks.map(([product, location]) => ({
        company_id: company.id,
        id: blockIds.id(since.getTime()),
        product_id: product.id,
        location_id: location.id,
      })),
    ),
  )
  return {
    partners,
    locations,
    products,
    variants,
    customerPrices,
    blocks: new Set(blocks.map(([product, location]) => `${product.id} ${location.id}`)),
    supplierOf: supplierOf(locations, relations),
  }
}

/** The company's partners and all locations: its own distribution centres, and those of customers and third parties. */
async function importLocations(
  of: ImportOf,
  trade: Trade,
): Promise<{ partners: DemoPartner[]; locations: LocationRow[] }> {
  const file = (name: string) => join(import.meta.dirname, trade, name)
  await importCsv(of, businessRelations.served, file('business-relations.csv'))
  await importCsv(of, locationKind.served, file('locations.csv'))
  const locations = await importedRows<LocationRow>(of, locationKind.served)
  const byPartner = Map.groupBy(locations, (location) => location.partner_id)
  const partners = await importedRows<PartnerRow>(of, businessRelations.served)
  return {
    partners: partners.map((row) => ({ row, locations: byPartner.get(row.id) ?? [] })),
    locations,
  }
}

/** What the first ten customers pay for goods they buy often. */
function agreedPrices(
  partners: readonly DemoPartner[],
  variants: readonly DemoVariant[],
  random: Random,
): Map<string, Map<string, string>> {
  return new Map(
    partners
      .slice(0, 10)
      .map(({ row }) => [
        row.id,
        new Map(
          random
            .sample(variants, 80)
            .map(({ row: variant, price }) => [variant.id, (price * random.between(0.86, 0.97)).toFixed(2)]),
        ),
      ]),
  )
}

/** Goods that some locations cannot take: no cold store, no permit, no room for a tank vehicle. */
function blocksOf(
  products: readonly ProductRow[],
  partners: readonly DemoPartner[],
  random: Random,
): [ProductRow, LocationRow][] {
  const locations = partners.flatMap((partner) => partner.locations)
  const special = products.filter((product) =>
    ['ColdChain', 'Controlled', 'Cylinder', 'Bulk', 'PreSeason'].includes(product.flow_type),
  )
  return random
    .sample(special, 40)
    .flatMap((product) =>
      random
        .sample(locations, random.int(1, 4))
        .map((location): [ProductRow, LocationRow] => [product, location]),
    )
}

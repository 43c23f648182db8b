import type { DemoPartner, DemoStart, DemoVariant, Goods, LocationRow, ProductRow } from '../../demo/world.ts'
import { Random } from '../../demo/random.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { withLocationProperties } from './custom-properties.ts'
import { insertProducts } from './insert-products.ts'
import { makeLocations } from './locations.ts'
import { makeProducts } from './products.ts'
import { supplierOf, supplyRelations, withSupplyRoles } from './supply.ts'

/** Makes and writes what a company sells, to whom and where to. Everything else of the demo refers to it. */
export async function insertGoods({ tx, company, random, since }: DemoStart): Promise<Goods> {
  const { partners, locations } = makeLocations(company, random, since.getTime())
  const { groups, products, variants } = makeProducts(company, random, since.getTime())
  const customerPrices = agreedPrices(partners, variants, random)
  const blocks = blocksOf(products, partners, random)
  const blockIds = new Random(company.id + 12_000)
  const made = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, created_at: since }))
  await insertMany(tx, 'partner', made(partners.map(({ row }) => row)))
  await insertMany(tx, 'location', made(withLocationProperties(company, withSupplyRoles(locations))))
  const relations = supplyRelations(locations, new Random(company.id + 11_000), since.getTime())
  await insertMany(tx, 'supply_relation', made(relations))
  await insertProducts(tx, company, since, { groups, products, variants })
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

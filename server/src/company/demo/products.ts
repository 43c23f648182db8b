import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import { sql } from 'kysely'
import { productGroups, productLevels } from '../product-groups.ts'
import { colors, products, productVariants } from '../products.ts'
import { stockKey } from '../supply-paths.ts'
import { dayLong } from '../../demo/calendar.ts'
import { importCsv, importedRows, readTable, type ImportOf } from '../../kit/master/import-csv.ts'
import type { Trade } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'
import type { DemoVariant, ProductRow, VariantRow } from '../../demo/world.ts'

/** The drawings a product without a photograph may have. */
export const pictureShapes = [
  'box',
  'blister',
  'bottle',
  'vial',
  'tube',
  'shirt',
  'trousers',
  'dress',
  'jacket',
  'shoe',
  'bag',
  'scarf',
  'drum',
  'can',
  'cylinder',
  'nozzle',
] as const

/** Imports what a company of a trade sells: its hierarchy, colours, products and variants. Returns these as they stand. */
export async function importProducts(
  of: ImportOf,
  trade: Trade,
): Promise<{ products: ProductRow[]; variants: DemoVariant[] }> {
  const { tx, company, at } = of
  const file = (name: string) => join(import.meta.dirname, trade, name)
  await importCsv(of, productLevels.served, file('product-levels.csv'))
  await importCsv(of, productGroups.served, file('product-groups.csv'))
  const listings = new Random(company.id + 13_000)
  const day = (from: number, to: number) =>
    new Date(at.getTime() + listings.int(from, to) * dayLong).toISOString().slice(0, 10)
  let count = 0
  await importCsv(of, products.served, file('products.csv'), ({ status }) => {
    const listed = { listedFrom: day(1, 200), ...(status === 'Passive' && { listedTo: day(300, 390) }) }
    count += 1
    if (status === 'Passive') return listed
    // A few were listed in the last days, and some are delisted soon.
    if (count % 400 === 0) return { listedFrom: day(380, 386) }
    return count % 60 === 25 ? { ...listed, listedTo: day(415, 440) } : listed
  })
  await importCsv(of, productVariants.served, file('product-variants.csv'))
  const pictures = JSON.stringify(await readTable(file('pictures.csv')))
  await sql`update product p set picture_shape = x.shape, picture_color = x.color
    from jsonb_to_recordset(${pictures}::jsonb) as x(code text, shape text, color text)
    where p.company_id = ${company.id} and p.code = x.code`.execute(tx)
  // Drugs have no colours.
  if (trade !== 'pharma') {
    await importCsv(of, colors.served, file('colors.csv'))
    const shades = JSON.stringify(await readTable(file('color-hex.csv')))
    await sql`update product_variant v set color_hex = x.hex from jsonb_to_recordset(${shades}::jsonb) as x(code text, hex text)
      where v.company_id = ${company.id} and v.color = x.code`.execute(tx)
  }
  const sold = await importedRows<ProductRow>(of, products.served)
  const byId = new Map(sold.map((product) => [product.id, product]))
  const scarce = new Set((await readTable(file('scarce.csv'))).map(({ code }) => code))
  const variants = (await importedRows<VariantRow>(of, productVariants.served)).flatMap((row) => {
    const product = byId.get(row.product_id)
    if (!product) return []
    const price = Number(row.list_price ?? product.list_price)
    return [{ row, product, price, active: product.status === 'Active', scarce: scarce.has(row.code) }]
  })
  return { products: sold, variants }
}

/**
 * What lies in the warehouses and what of it is promised (`reserved`, by `stockKey`). Some of it is scarce, so that
 * backorders can be seen; the first warehouse has most of it.
 */
export function stockOf(
  company: { id: number },
  variants: readonly DemoVariant[],
  warehouses: readonly string[],
  reserved: ReadonlyMap<string, number>,
  random: Random,
  at: Date,
): Insertable<DB['stock']>[] {
  return variants.flatMap(({ row, product, scarce }) => {
    const packs = scarce
      ? random.chance(0.6)
        ? 0
        : random.int(1, 2)
      : random.chance(0.08)
        ? random.int(3, 8)
        : random.int(20, 400)
    return warehouses.flatMap((warehouse, index) => {
      const held = reserved.get(stockKey(row.id, warehouse)) ?? 0
      const free = scarce && index > 0 ? 0 : Math.ceil(packs / (index + 1)) * product.pack_unit
      if (held + free === 0 && index > 0) return []
      return {
        company_id: company.id,
        id: random.id(at.getTime()),
        location_id: warehouse,
        variant_id: row.id,
        on_hand: held + free,
        reserved: held,
        updated_at: at,
        created_at: at,
      }
    })
  })
}

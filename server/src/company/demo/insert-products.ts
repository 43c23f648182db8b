import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { withProductProperties } from './custom-properties.ts'
import { colorsOf } from './names-of-groups.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { productLevels } from './product-hierarchy.ts'
import type { makeProducts } from './products.ts'

/** Writes what a company sells: its hierarchy, products, variants and colours. */
export async function insertProducts(
  tx: Tx,
  company: DemoCompany,
  since: Date,
  { groups, products, variants }: ReturnType<typeof makeProducts>,
): Promise<void> {
  const made = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, created_at: since }))
  await insertMany(tx, 'product_level', made(productLevels(company, since.getTime())))
  await insertMany(tx, 'product_group', made(groups))
  await insertMany(tx, 'color', made(colorsOf(company, variants, since.getTime())))
  await insertMany(tx, 'product', made(withProductProperties(company, products)))
  await insertMany(tx, 'product_variant', made(variants.map(({ row }) => row)))
}

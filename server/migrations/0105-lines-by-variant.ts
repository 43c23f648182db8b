import { run, type Migrating } from './kit.ts'

/** What was ordered of a product, by whomever: order replenishment looks at a variant across all orders (ORD-017). */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'create index order_line_variant on order_line (company_id, variant_id, order_id)')
}

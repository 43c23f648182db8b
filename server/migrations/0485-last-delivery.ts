import { run, type Migrating } from './kit.ts'

// A new order proposes the place of the last order of whoever places it.

export async function up(db: Migrating): Promise<void> {
  await run(
    db,
    'create index sales_order_by on sales_order (company_id, record_user_id, order_date desc, id desc)',
  )
}

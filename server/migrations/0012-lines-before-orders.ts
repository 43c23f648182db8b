import { run, type Migrating } from './kit.ts'

/** Lets placing write an order's lines before the order, whose code is taken last because everybody waits for it. */
export async function up(db: Migrating): Promise<void> {
  await run(
    db,
    'alter table order_line alter constraint order_line_company_id_order_id_fkey deferrable initially immediate',
  )
}

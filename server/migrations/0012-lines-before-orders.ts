import { changeKey, type Migrating } from './kit.ts'

/** Lets placing write an order's lines before the order, whose code is taken last because everybody waits for it. */
export async function up(db: Migrating): Promise<void> {
  await changeKey(db, 'order_line', 'company_id, order_id', 'sales_order deferrable initially immediate')
}

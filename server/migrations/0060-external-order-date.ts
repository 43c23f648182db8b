import { addColumn, type Migrating } from './kit.ts'

/** The day the customer gives their own order, before it is placed: typed into the cart or read from a workbook. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'cart', 'external_order_date date')
  await addColumn(db, 'order_import', 'external_order_date date')
}

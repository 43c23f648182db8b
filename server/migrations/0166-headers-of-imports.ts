import { addColumn, type Migrating } from './kit.ts'

/** Where the columns of an order workbook stand, by sheet, so that it comes back with comments in its cells. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_import', 'headers jsonb')
}

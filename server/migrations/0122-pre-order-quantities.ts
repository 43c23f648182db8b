import { addCheck, addColumn, run, type Migrating } from './kit.ts'

/**
 * Quantities of a pre-approval order may be lowered before it is approved (ORD-012): what was asked for stays beside
 * them, null where nothing was changed; of a line with 0 nothing is ordered.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'pre_order_line', 'asked_quantity int')
  await run(db, 'alter table pre_order_line drop constraint if exists pre_order_line_quantity_check')
  await addCheck(db, 'pre_order_line', 'pre_order_line_quantity_check', 'quantity >= 0')
}

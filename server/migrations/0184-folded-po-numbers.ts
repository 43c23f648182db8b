import { addColumn, run, type Migrating } from './kit.ts'

/** PO numbers as they are compared: `PO-1` and `po-1` are one. A column, because row-level security keeps `fold(…)` from an index. */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['sales_order', 'pre_order'])
    await addColumn(db, table, 'external_po_folded text generated always as (fold(external_po_code)) stored')
  await run(db, 'drop index sales_order_po')
  await run(
    db,
    'create index sales_order_po on sales_order (company_id, customer_id, external_po_folded) where external_po_code is not null',
  )
}

import { addColumn, run, type Migrating } from './kit.ts'

/** The passport of a pack: which order a transfer document names with it, and in which returns it was ever named. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'trace_package_pack', 'order_number text')
  await run(
    db,
    'create index product_return_pack_of on product_return_pack (company_id, gtin, serial_number)',
  )
}

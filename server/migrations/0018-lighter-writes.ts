import { run, type Migrating } from './kit.ts'

/**
 * What is written with every order names its company without a foreign key of its own. The key made every transaction
 * lock the company's one row, and of many at once each had to write its lock into that row. Companies are never deleted
 * (the runtime role could not), row-level security lets only rows of the signed-in company be written, and orders and
 * lines still point at what belongs to the company.
 */
export async function up(db: Migrating): Promise<void> {
  for (const table of [
    'sales_order',
    'order_line',
    'cart_line',
    'record_event',
    'audit_entry',
    'answered_request',
    'outbox',
  ]) {
    await run(db, `alter table ${table} drop constraint ${table}_company_id_fkey`)
  }
}

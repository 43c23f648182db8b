import { addColumn, type Migrating } from './kit.ts'

/** What is said about a document of a pre-approval order can be said again, by one person at a time (ORD-019). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'pre_order_document', 'version int not null default 1')
}

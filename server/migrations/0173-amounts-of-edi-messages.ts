import { addColumn, type Migrating } from './kit.ts'

/** Which amounts of its customer's business relation a document breaks, as its answer has told it (ORD-022). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'edi_message', `amounts jsonb not null default '[]'`)
}

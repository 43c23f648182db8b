import { addColumn, type Migrating } from './kit.ts'

/** What a document says of a line beyond its columns, and what of it nobody acted on (ORD-023). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'edi_line', `said jsonb not null default '{}'`)
  await addColumn(db, 'edi_line', `remarks jsonb not null default '[]'`)
}

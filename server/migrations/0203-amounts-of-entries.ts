import { addColumn, type Migrating } from './kit.ts'

/** Which values of an entry are amounts of money, as whoever wrote it says; nothing where nobody said. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'audit_entry', 'amounts jsonb')
}

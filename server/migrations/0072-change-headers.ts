import { addColumn, type Migrating } from './kit.ts'

/** Where each field stood in the file of a change, so that what is wrong can be written into the user's own cells. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'master_change', 'headers jsonb')
}

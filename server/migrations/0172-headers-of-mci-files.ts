import { addColumn, type Migrating } from './kit.ts'

/** Where the columns of a file of an MCI entity stand, by sheet, so that it comes back with comments in its cells. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'mci_file', 'headers jsonb')
}

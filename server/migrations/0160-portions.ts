import { addColumn, type Migrating } from './kit.ts'

/** A delivery by API that comes in portions says of each but the last that more follow (DAT-002). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'master_change', 'more_follow boolean not null default false')
}

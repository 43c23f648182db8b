import { addColumn, run, type Migrating } from './kit.ts'

/** The order that a user has given the boxes of the KPI dashboard; null while nothing was chosen, as of shortcuts (HOM-003). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'home_setting', 'dashboard text[]')
  await run(db, 'alter table home_setting alter column shortcuts drop not null')
}

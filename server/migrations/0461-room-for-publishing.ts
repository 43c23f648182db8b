import { run, type Migrating } from './kit.ts'

/** A run publishes all of its work orders at once; with room on their pages no index has to be told. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'alter table work_order set (fillfactor = 50)')
}

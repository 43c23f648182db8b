import { run, type Migrating } from './kit.ts'

/** By which name somebody was invited: until they say yes, the company knows of them what it wrote itself. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'alter table membership add column invited_first_name text')
  await run(db, 'alter table membership add column invited_last_name text')
  await run(db, 'alter table membership add column invited_search_text text')
}

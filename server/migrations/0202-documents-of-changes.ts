import { run, tenantTable, type Migrating } from './kit.ts'

/**
 * The documents that a change of master data brings, replaces or removes stay as long as it is kept. What does not hold
 * at once on the same days is refused by constraints that compare words and days together, which btree_gist is for.
 */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'create extension if not exists btree_gist')
  await tenantTable(
    db,
    'master_change_file',
    `change_id uuid not null,
     file_id uuid not null,
     primary key (company_id, change_id, file_id)`,
    'append',
    { 'company_id, change_id': 'master_change on delete cascade', 'company_id, file_id': 'file' },
  )
  await run(db, 'create index master_change_file_of on master_change_file (company_id, file_id)')
}

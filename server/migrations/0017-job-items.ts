import { run, tenantTable, type Migrating } from './kit.ts'

/**
 * What became of each record of a bulk job, a row each: the result is paged and filtered like any list, and a job that
 * is started over counts its rows instead of rewriting a document that grows with every step.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'job_item',
    `job_id uuid not null,
     item_id uuid not null,
     code text collate "C",
     passed boolean not null,
     count int not null,
     message text,
     search_text text not null,
     primary key (company_id, job_id, item_id)`,
    'append',
    { 'company_id, job_id': 'job on delete cascade' },
  )
  await run(db, 'create index job_item_outcome on job_item (company_id, job_id, passed, code)')
}

import { addCheck, addColumn, allow, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Scheduled work, what retention may delete, and how much room the files of a company may take. */
export async function up(db: Migrating): Promise<void> {
  // `plan`: expression and time zone that `next_due_at` was made from; when one changes it is made anew.
  await tenantTable(
    db,
    'schedule',
    `name text collate "C" not null,
     plan text not null,
     next_due_at timestamptz not null,
     primary key (company_id, name)`,
    'write',
  )
  await tenantTable(
    db,
    'schedule_run',
    `name text collate "C" not null,
     due_at timestamptz not null,
     ${oneOf('state', ['Waiting', 'Running', 'Succeeded', 'Failed'], "not null default 'Waiting'")},
     started_by text,
     started_at timestamptz,
     finished_at timestamptz,
     counts jsonb not null default '{}',
     message text,
     primary key (company_id, name, due_at)`,
    'write',
  )
  await allow(db, 'delete on job_item')
  await run(db, 'alter table order_import alter column file_id drop not null')
  await addColumn(db, 'company', 'file_quota_mb int not null default 10240')
  await addCheck(db, 'company', 'company_file_quota_mb_check', 'file_quota_mb > 0')
  await run(db, 'create index file_usage on file (company_id) include (bytes)')
  await run(db, `create index job_unfinished on job (company_id, kind) where state in ('Waiting', 'Running')`)
}

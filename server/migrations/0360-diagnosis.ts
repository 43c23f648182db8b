import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * System diagnosis (DIA-001): runs of all checks, and what they found. A finding is one row from the first run that has it
 * to the first that no longer does. One run of a company at a time.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'diagnosis_run',
    `id uuid not null, requested_at timestamptz not null, started_by text, finished_at timestamptz,
     checks jsonb not null default '[]', failed int not null default 0, total int not null,
     opened int not null default 0, closed int not null default 0, levels jsonb not null default '[]',
     primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    'create unique index diagnosis_run_open on diagnosis_run (company_id) where finished_at is null',
  )
  await run(db, 'create index diagnosis_run_by_time on diagnosis_run (company_id, requested_at)')
  await tenantTable(
    db,
    'diagnosis_finding',
    `id uuid not null, version int not null default 1, check_name text not null, subject text not null,
     ${oneOf('level', ['Information', 'Warning', 'WarningCritical', 'Error', 'ErrorCritical'])},
     facts jsonb not null default '{}', tries int not null, seen int not null default 1,
     first_run_id uuid not null, first_seen_at timestamptz not null, last_run_id uuid not null, last_seen_at timestamptz not null,
     gone_at timestamptz, ignored_until date, ignored_reason text, ignored_by text,
     primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    'create unique index diagnosis_finding_open on diagnosis_finding (company_id, check_name, subject) where gone_at is null',
  )
  await run(db, 'create index diagnosis_finding_by_end on diagnosis_finding (company_id, gone_at)')
}

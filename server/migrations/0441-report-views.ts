import { changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Views of reports that are shared with roles and sent by mail, and runs that leave files (RPT-001, RPT-002). A due time
 * of a view is one run for each receiver.
 */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'job', 'kind', [
    'bulk',
    'order.import',
    'order.bulk',
    'masterData.import',
    'mci.import',
    'uiFilter.prepare',
    'order.edi',
    'report.run',
  ])
  await tenantTable(
    db,
    'report_view',
    `id uuid not null, version int not null default 1, report text not null, name text not null, question jsonb not null,
     ${oneOf('period', ['Yesterday', 'Last7Days', 'LastWeek', 'Last30Days', 'ThisMonth', 'LastMonth'], '')},
     membership_id uuid not null, created_at timestamptz not null, mails_readers boolean not null default false,
     ${oneOf('rhythm', ['Daily', 'Weekly', 'Monthly'], '')}, weekday int, month_day int, send_at text, next_at timestamptz,
     primary key (company_id, id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await run(
    db,
    'create unique index report_view_name on report_view (company_id, membership_id, report, fold(name))',
  )
  await run(db, 'create index report_view_due on report_view (company_id, next_at) where next_at is not null')
  await tenantTable(
    db,
    'report_view_role',
    'view_id uuid not null, role_id uuid not null, primary key (company_id, view_id, role_id)',
    'write',
    {
      'company_id, view_id': 'report_view on delete cascade',
      'company_id, role_id': 'role on delete cascade',
    },
  )
  await run(db, 'create index report_view_role_of_role on report_view_role (company_id, role_id)')
  await tenantTable(
    db,
    'report_run',
    `id uuid not null, report text not null, view_name text not null, question jsonb not null, from_day date, to_day date,
     membership_id uuid not null, receiver text not null, view_id uuid, owner_id uuid, due_at timestamptz,
     ${oneOf('state', ['Waiting', 'Running', 'Ready', 'Mailing', 'Sent', 'Empty', 'Failed', 'Cancelled'])},
     requested_at timestamptz not null, finished_at timestamptz, snapshot_at timestamptz, row_count int, job_id uuid,
     refusal text, refusal_facts jsonb, excel_id uuid, pdf_id uuid, outbox_id uuid, primary key (company_id, id)`,
    'write',
    {
      'company_id, membership_id': 'membership on delete cascade',
      'company_id, owner_id': 'membership on delete cascade',
      'company_id, excel_id': 'file',
      'company_id, pdf_id': 'file',
    },
  )
  await run(
    db,
    `create unique index report_run_once on report_run (company_id, view_id, due_at, membership_id) where due_at is not null`,
  )
  for (const [name, columns] of [
    ['of_receiver', 'membership_id, requested_at'],
    ['of_owner', 'owner_id, requested_at'],
    ['of_excel', 'excel_id'],
    ['of_pdf', 'pdf_id'],
    ['of_outbox', 'outbox_id'],
    ['by_age', 'requested_at'],
  ])
    await run(db, `create index report_run_${name} on report_run (company_id, ${columns})`)
}

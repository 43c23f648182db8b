import { addColumn, addKey, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Several files at once (DAT-002): a set of files, and the sheets in them, each of which becomes a change. */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'job', 'kind', [
    'bulk',
    'order.import',
    'order.bulk',
    'masterData.import',
    'masterData.fileSet',
    'mci.import',
    'uiFilter.prepare',
    'order.edi',
    'report.run',
  ])
  await tenantTable(
    db,
    'file_set',
    `id uuid not null,
     ${oneOf('state', ['Reading', 'Open', 'Running', 'Stopped', 'Done', 'Reverting', 'Reverted', 'Closed'])},
     made_by uuid, made_by_name text not null, made_at timestamptz not null, primary key (company_id, id)`,
    'write',
  )
  await run(db, `create unique index file_set_open on file_set (company_id) where state <> 'Closed'`)
  await tenantTable(
    db,
    'file_set_sheet',
    `id uuid not null, set_id uuid not null, position int not null, file_id uuid not null, file_name text not null,
     sheet text, row_count int not null default 0, kind text, change_id uuid, stale boolean not null default false,
     refusal text, refusal_facts jsonb, primary key (company_id, id)`,
    'write',
    { 'company_id, set_id': 'file_set on delete cascade', 'company_id, file_id': 'file' },
  )
  await run(db, 'create index file_set_sheet_of_set on file_set_sheet (company_id, set_id, position)')
  await run(db, 'create index file_set_sheet_of_file on file_set_sheet (company_id, file_id)')
  await addKey(db, 'file_set_sheet', 'company_id, change_id', 'master_change')
  await run(db, 'create index file_set_sheet_of_change on file_set_sheet (company_id, change_id)')
  // A change that takes one sheet of its file.
  await addColumn(db, 'master_change', 'only_sheet text')
}

import { changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * UI filters (UIF-001): what a company narrows its locations or products to. The records of a filter are kept by
 * generation; `active_generation` is the one that narrows, null while none does.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'ui_filter',
    `id uuid not null,
     number int not null,
     name text not null,
     ${oneOf('type', ['Product', 'Location'])},
     ${oneOf('source', ['Conditions', 'Codes', 'MciEntity'])},
     ${oneOf('state', ['Passive', 'PreparingData', 'ReadyToUse', 'PreparationFailed'])},
     order_index int not null default 0,
     definition jsonb not null,
     generation int not null default 0,
     active_generation int,
     prepared_at timestamptz,
     job_id uuid,
     version int not null default 1,
     created_at timestamptz not null default now(),
     changed_at timestamptz not null,
     changed_by text not null,
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index ui_filter_name on ui_filter (company_id, fold(name))')
  await tenantTable(
    db,
    'ui_filter_member',
    `filter_id uuid not null,
     generation int not null,
     record_id uuid not null,
     primary key (company_id, filter_id, generation, record_id)`,
    'write',
    { 'company_id, filter_id': 'ui_filter on delete cascade' },
  )
  await changeWords(db, 'job', 'kind', [
    'bulk',
    'order.import',
    'order.bulk',
    'masterData.import',
    'mci.import',
    'uiFilter.prepare',
  ])
}

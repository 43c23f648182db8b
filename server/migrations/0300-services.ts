import { addColumn, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Advisor services (SVC-001 to SVC-009, SUB-001): strategies with their principles and compiled plans, plans of dates and
 * the dates themselves, runs with their steps and files, and the credit that runs take.
 */
export async function up(db: Migrating): Promise<void> {
  await projectsAndSubscriptions(db)
  await strategies(db)
  await schedules(db)
  await runs(db)
  await credit(db)
}

async function projectsAndSubscriptions(db: Migrating): Promise<void> {
  // Files that the portal makes by itself are nobody's.
  await run(db, 'alter table file alter column created_by drop not null')
  await addColumn(db, 'project', `domain text not null default 'Production'`)
  await changeWords(db, 'project', 'domain', ['Experiment', 'Production', 'ReportOnly'])
  // Null: every type of work orders is covered.
  await addColumn(db, 'subscription', 'work_order_types text[]')
  await tenantTable(
    db,
    'service_policy',
    `version int not null default 1,
     frozen_days int not null default 1 check (frozen_days between 0 and 31),
     cut_off_time text not null default '00:00',
     import_time text not null default '04:00',
     service_time text not null default '06:00',
     waits_for_import boolean not null default false,
     retention_threshold int not null default 1 check (retention_threshold between 0 and 9999),
     primary key (company_id)`,
    'write',
  )
}

const principleTypes = [
  'Setting',
  'Restriction',
  'Constraint',
  'ServiceSettings',
  'Filter',
  'CustomData',
  'WorkOrderTypes',
  'PSTShipmentType',
]

async function strategies(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'strategy',
    `id uuid not null, version int not null default 1, code text not null, name text not null, description text,
     search_text text not null, project_code text not null,
     ${oneOf('state', ['Pending', 'Processing', 'Active', 'Passive'])},
     ${oneOf('segment', ['Base', 'UserDefined'])},
     derived_from_id uuid, plan_no int, in_force boolean not null default false, errors jsonb not null default '[]',
     created_at timestamptz not null, created_by text not null, changed_at timestamptz not null, changed_by text not null,
     primary key (company_id, id), unique (company_id, code)`,
    'write',
    { 'company_id, project_code': 'project', 'company_id, derived_from_id': 'strategy' },
  )
  await run(db, 'create index strategy_project on strategy (company_id, project_code)')
  await run(db, 'create index strategy_derived on strategy (company_id, derived_from_id)')
  await tenantTable(
    db,
    'principle',
    `id uuid not null, version int not null default 1, code text not null, reference_code text,
     ${oneOf('type', principleTypes)},
     ${oneOf('state', ['Pending', 'Authorized', 'Rejected'])},
     ${oneOf('segment', ['Base', 'UDFCustom', 'UDFPool'])},
     display_name text not null, memo text not null, status_note text, language text not null,
     keywords text[] not null default '{}', search_text text not null, start_date date not null, end_date date,
     default_value text, field_names text[] not null default '{}', property_definition_id uuid,
     ${oneOf('data_source', ['None', 'Sender', 'Recipient', 'Both'])},
     benchmark_horizon int check (benchmark_horizon between 1 and 730), content jsonb not null,
     author_id uuid, author_name text not null, created_at timestamptz not null,
     approved_by text, approved_at timestamptz,
     primary key (company_id, id), unique (company_id, code), check (end_date is null or end_date >= start_date)`,
    'write',
    { 'company_id, property_definition_id': 'property_definition' },
  )
  await run(db, 'create index principle_property on principle (company_id, property_definition_id)')
  await tenantTable(
    db,
    'strategy_principle',
    `strategy_id uuid not null, principle_id uuid not null, position int not null,
     primary key (company_id, strategy_id, principle_id)`,
    'write',
    {
      'company_id, strategy_id': 'strategy on delete cascade',
      'company_id, principle_id': 'principle on delete cascade',
    },
  )
  await run(db, 'create index strategy_principle_of on strategy_principle (company_id, principle_id)')
  await tenantTable(
    db,
    'principle_file',
    `id uuid not null, principle_id uuid not null, file_id uuid not null, name text not null, added_at timestamptz not null,
     added_by text not null, primary key (company_id, id)`,
    'write',
    { 'company_id, principle_id': 'principle on delete cascade', 'company_id, file_id': 'file' },
  )
  await run(db, 'create index principle_file_of on principle_file (company_id, principle_id)')
  await run(db, 'create index principle_file_file on principle_file (company_id, file_id)')
  await tenantTable(
    db,
    'strategy_plan',
    `strategy_id uuid not null, no int not null, plan jsonb not null, hash text not null, sources jsonb not null,
     compiled_at timestamptz not null, compiled_by text not null, primary key (company_id, strategy_id, no)`,
    'write',
    { 'company_id, strategy_id': 'strategy on delete cascade' },
  )
}

async function schedules(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'service_plan',
    `id uuid not null, version int not null default 1, code text not null, strategy_id uuid not null,
     conflicting_strategy_id uuid, conflict_choice text,
     ${oneOf('rule_period', ['Weekly', 'Monthly', 'Custom'])},
     days_of_week int[] not null default '{}', days_of_month int[] not null default '{}', dates date[] not null default '{}',
     start_date date not null, end_date date not null,
     ${oneOf('state', ['Active', 'Closed', 'Cancelled'])},
     created_at timestamptz not null, created_by text not null,
     primary key (company_id, id), unique (company_id, code), check (end_date >= start_date)`,
    'write',
    { 'company_id, strategy_id': 'strategy', 'company_id, conflicting_strategy_id': 'strategy' },
  )
  await run(db, 'create index service_plan_strategy on service_plan (company_id, strategy_id)')
  await run(db, 'create index service_plan_conflicting on service_plan (company_id, conflicting_strategy_id)')
  await changeWords(db, 'service_plan', 'conflict_choice', ['KeepBoth', 'CancelConflicting', 'SkipDates'])
  await tenantTable(
    db,
    'service_date',
    `id uuid not null, version int not null default 1, plan_id uuid, strategy_id uuid not null, day date not null,
     planned_day date not null,
     ${oneOf('state', ['Active', 'Closed', 'Cancelled'])},
     changed_at timestamptz not null, changed_by text not null, primary key (company_id, id)`,
    'write',
    { 'company_id, plan_id': 'service_plan on delete cascade', 'company_id, strategy_id': 'strategy' },
  )
  await run(
    db,
    `create unique index service_date_once on service_date (company_id, strategy_id, day) where state <> 'Cancelled'`,
  )
  await run(db, 'create index service_date_day on service_date (company_id, day, state)')
  await run(db, 'create index service_date_plan on service_date (company_id, plan_id)')
}

async function runs(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'service_run',
    `id uuid not null, version int not null default 1, code text not null, date_id uuid not null, strategy_id uuid not null,
     project_code text not null, service text not null, name text not null, search_text text not null,
     ${oneOf('domain', ['Experiment', 'Production', 'ReportOnly'])},
     service_date date not null,
     ${oneOf('state', ['Pending', 'Active', 'Closed', 'Failed', 'Cancelled', 'CreditExceeded'])},
     plan_no int, plan_hash text, pairs int not null default 0, credit_estimate int not null default 0,
     credit_used int not null default 0, round int not null default 1,
     waits_for text, waits_on uuid,
     target_import_at timestamptz not null, actual_import_at timestamptz, target_service_at timestamptz not null,
     started_at timestamptz, finished_at timestamptz, failure text, created_at timestamptz not null,
     primary key (company_id, id), unique (company_id, code), unique (company_id, date_id)`,
    'write',
    { 'company_id, date_id': 'service_date', 'company_id, strategy_id': 'strategy' },
  )
  await changeWords(db, 'service_run', 'waits_for', ['Import', 'Credit', 'Run'])
  await run(db, 'create index service_run_day on service_run (company_id, service_date desc, id)')
  await run(db, 'create index service_run_strategy on service_run (company_id, strategy_id)')
  await run(
    db,
    `create index service_run_open on service_run (company_id, state) where state in ('Pending', 'Active', 'CreditExceeded')`,
  )
  await tenantTable(
    db,
    'service_step',
    `run_id uuid not null, no int not null,
     ${oneOf('kind', ['Snapshot', 'Engine', 'Publish', 'Settlement'])},
     ${oneOf('state', ['Pending', 'Processing', 'Succeeded', 'Failed', 'ReProcess', 'Cancelled', 'Invalid', 'ToBeClosed', 'CreditExceeded'])},
     tries int not null default 0, started_at timestamptz, finished_at timestamptz, failure text, result jsonb,
     primary key (company_id, run_id, no)`,
    'write',
    { 'company_id, run_id': 'service_run on delete cascade' },
  )
  await tenantTable(
    db,
    'service_file',
    `id uuid not null, run_id uuid not null, file_id uuid not null, day date not null,
     ${oneOf('type', ['WorkOrders', 'Report', 'Audit'])},
     name text not null, made_at timestamptz not null, primary key (company_id, id), unique (company_id, run_id, type)`,
    'write',
    { 'company_id, run_id': 'service_run on delete cascade', 'company_id, file_id': 'file' },
  )
  await run(db, 'create index service_file_day on service_file (company_id, day, type)')
  await run(db, 'create index service_file_file on service_file (company_id, file_id)')
}

async function credit(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'service_tariff',
    `service text not null, ${oneOf('domain', ['Experiment', 'Production', 'ReportOnly'])},
     pairs int not null check (pairs > 0), credits int not null check (credits >= 0), primary key (company_id, service, domain)`,
    'write',
  )
  // `overdraft` null: runs go on however much is used.
  await tenantTable(
    db,
    'credit_period',
    `subscription_id uuid not null, starts_on date not null, ends_on date, total bigint not null check (total >= 0),
     opening bigint not null default 0 check (opening >= 0), used bigint not null default 0 check (used >= 0), reserved bigint not null default 0 check (reserved >= 0),
     overdraft bigint default 0 check (overdraft >= 0), warned int not null default 0,
     primary key (company_id, subscription_id, starts_on), check (overdraft is null or used + reserved <= total + overdraft)`,
    'write',
    { 'company_id, subscription_id': 'subscription on delete cascade' },
  )
  await tenantTable(
    db,
    'credit_entry',
    `run_id uuid not null, round int not null,
     ${oneOf('kind', ['Reserve', 'Settle', 'Release'])},
     subscription_id uuid not null, period date not null, amount bigint not null check (amount >= 0), at timestamptz not null,
     primary key (company_id, run_id, round, kind)`,
    'write',
    { 'company_id, run_id': 'service_run', 'company_id, subscription_id': 'subscription' },
  )
  await run(db, 'create index credit_entry_of on credit_entry (company_id, subscription_id, period, at)')
}

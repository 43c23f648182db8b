import { addHoldsAlone, masterTable, oneOf, run, tenantTable, type Migrating } from './kit.ts'

const settings = [
  'unitHandlingCost',
  'costPerKilometre',
  'fixedLaneCost',
  'leadTime',
  'packRounding',
  'forecastHorizon',
  'benchmarkHorizon',
  'priorStrength',
  'mostUnitsReceived',
  'mostUnitsSent',
  'leastLaneValue',
  'blockedAfterMove',
  'blockedAfterIntroduction',
  'serviceLevel',
  'minimumDisplay',
  'retentionThreshold',
  'priorityRank',
  'patternWeeks',
  'executionWindow',
  'firstAllocationHoldBack',
  'endOfLifeClearance',
  'recommendedProducts',
  'underPerformance',
  'presentationCover',
  'remnantThreshold',
  'listingQuantity',
  'brokenSetValue',
  'reviewDays',
]

const services = [
  'TSF',
  'PST',
  'PSA',
  'ARE',
  'PBD',
  'Custom',
  'EDC',
  'CIS',
  'Genesis',
  'FundamentalMetrics',
  'GAM',
  'PWI',
  'OCG',
  'TraceInsight',
  'OMP',
  'PLAN',
  'GDC',
  'KIGO',
  'FDGO',
  'TRACE',
]

/**
 * Values of service settings by level (SVC-002), the tariff of services from when to when, and what credit was added to a
 * period beside its total (SUB-001).
 */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'service_setting',
    `${oneOf('setting', settings)}, setting_value numeric(12, 2) not null, location_group text, location_id uuid, product_id uuid,
     valid_from date not null, valid_to date, note text,
     check (location_group is null or (location_id is null and product_id is null))`,
    {
      validity: ['valid_from', 'valid_to'],
      keys: { 'company_id, location_id': 'location', 'company_id, product_id': 'product' },
    },
  )
  const nobody = `'00000000-0000-0000-0000-000000000000'::uuid`
  await run(db, `create index service_setting_name on service_setting (company_id, setting)`)
  await addHoldsAlone(
    db,
    'service_setting',
    [
      'setting',
      `(coalesce(location_group, ''))`,
      `(coalesce(location_id, ${nobody}))`,
      `(coalesce(product_id, ${nobody}))`,
    ],
    ['valid_from', 'valid_to'],
  )
  await masterTable(
    db,
    'credit_tariff',
    `${oneOf('service', services)}, ${oneOf('domain', ['Experiment', 'Production', 'ReportOnly'])}, valid_from date not null, valid_to date,
     pairs int not null check (pairs > 0), credits int not null check (credits >= 0)`,
    { key: ['service', 'domain', 'valid_from'], validity: ['valid_from', 'valid_to'] },
  )
  await run(
    db,
    `do $$ declare one int; begin
       for one in select id from company loop
         perform set_config('app.company_id', one::text, true);
         insert into credit_tariff (company_id, id, version, service, domain, valid_from, pairs, credits)
         select one, gen_random_uuid(), 1, t.service, t.domain, date '2020-01-01', t.pairs, t.credits from service_tariff t where t.company_id = one;
       end loop; end $$`,
  )
  await run(db, 'drop table service_tariff')
  await tenantTable(
    db,
    'credit_top_up',
    `id uuid not null, subscription_id uuid not null, period date not null, amount bigint not null check (amount > 0),
     note text, by_name text not null, at timestamptz not null, primary key (company_id, id)`,
    'append',
    { 'company_id, subscription_id': 'subscription on delete cascade' },
  )
  await run(db, 'create index credit_top_up_of on credit_top_up (company_id, subscription_id, period, at)')
}

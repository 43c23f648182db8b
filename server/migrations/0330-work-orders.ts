import { changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * What the engine reads and makes (ENG-001, WRK-001): sales and stock by day, the snapshot of a run in shards, work orders
 * with their reasons, why there is none, and what is muted. A transfer is what goes to the ERP at once: all lines of a run
 * from one place to another.
 */
export async function up(db: Migrating): Promise<void> {
  // A day without a row had no sale, and the stock of the last row before it.
  await tenantTable(
    db,
    'daily_sale',
    `variant_id uuid not null, location_id uuid not null, day date not null, units int not null check (units >= 0), stock int,
     primary key (company_id, variant_id, location_id, day)`,
    'write',
    { 'company_id, variant_id': 'product_variant', 'company_id, location_id': 'location' },
  )
  await run(db, 'create index daily_sale_location on daily_sale (company_id, location_id, day)')
  await tenantTable(
    db,
    'run_snapshot',
    `run_id uuid not null, common bytea not null, data_version text not null, taken_at timestamptz not null,
     primary key (company_id, run_id)`,
    'write',
    { 'company_id, run_id': 'service_run on delete cascade' },
  )
  await tenantTable(
    db,
    'run_shard',
    `run_id uuid not null, no int not null, skus int not null, input bytea not null, claimed_until timestamptz,
     answer bytea, done_at timestamptz, primary key (company_id, run_id, no)`,
    'write',
    { 'company_id, run_id': 'service_run on delete cascade' },
  )
  await transfers(db)
  await workOrders(db)
  await tenantTable(
    db,
    'no_proposal',
    `run_id uuid not null, variant_id uuid not null, location_id uuid not null, reason text not null, stock int not null,
     in_transit int not null, rate double precision not null, primary key (company_id, run_id, location_id, variant_id)`,
    'write',
    { 'company_id, run_id': 'service_run on delete cascade' },
  )
  await tenantTable(
    db,
    'proposal_mute',
    `variant_id uuid not null, location_id uuid not null, until date not null, muted_by text not null, muted_at timestamptz not null,
     primary key (company_id, variant_id, location_id)`,
    'write',
    { 'company_id, variant_id': 'product_variant', 'company_id, location_id': 'location' },
  )
  await run(db, 'create index proposal_mute_location on proposal_mute (company_id, location_id)')
}

async function transfers(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'erp_transfer',
    `id uuid not null, code text not null, run_id uuid not null, sender_id uuid not null, recipient_id uuid not null,
     requested_at timestamptz not null, requested_by text not null, receipt text,
     primary key (company_id, id), unique (company_id, code)`,
    'write',
    {
      'company_id, run_id': 'service_run',
      'company_id, sender_id': 'location',
      'company_id, recipient_id': 'location',
    },
  )
  for (const column of ['run_id', 'sender_id', 'recipient_id'])
    await run(db, `create index erp_transfer_${column} on erp_transfer (company_id, ${column})`)
}

async function workOrders(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'work_order',
    `id uuid not null, version int not null default 1, code text not null, run_id uuid not null, service_date date not null,
     ${oneOf('type', ['None', 'DemandRelatedReplenishment', 'AvailabilityRelatedReplenishment', 'ProductListingBasedReplenishment', 'ProductEndOfLifeCycleConsolidation', 'PerformanceBasedProductConsolidation', 'FirstAllocation', 'ProductRecommendationToStore', 'SingularityRelatedReplenishment', 'CleanupRelatedReplenishment'])},
     ${oneOf('state', ['Proposed', 'Overridden', 'Approved', 'TransferPending', 'Transferred', 'Failed', 'TransferredNotSynced', 'Discarded'])},
     variant_id uuid not null, sender_id uuid not null, recipient_id uuid not null,
     proposed int not null check (proposed >= 0), amount int not null check (amount >= 0), pack int not null check (pack > 0),
     override_reason text, override_note text, overridden_by text, overridden_at timestamptz,
     substitution boolean not null default false, substitutes text[] not null default '{}',
     revised_total int, revised_price numeric(14, 2), net numeric(14, 2) not null, reason jsonb not null,
     transfer_id uuid, response_message text, failure_note text, search_text text not null,
     created_at timestamptz not null, published_at timestamptz, transferred_at timestamptz,
     changed_at timestamptz not null, changed_by text not null,
     primary key (company_id, id), unique (company_id, code)`,
    'write',
    {
      'company_id, run_id': 'service_run on delete cascade',
      'company_id, variant_id': 'product_variant',
      'company_id, sender_id': 'location',
      'company_id, recipient_id': 'location',
      'company_id, transfer_id': 'erp_transfer',
    },
  )
  await changeWords(db, 'work_order', 'override_reason', [
    'LocalKnowledge',
    'Promotion',
    'Capacity',
    'Quality',
    'Other',
  ])
  for (const columns of ['run_id', 'variant_id', 'sender_id', 'recipient_id', 'transfer_id'])
    await run(db, `create index work_order_${columns} on work_order (company_id, ${columns})`)
  await run(db, 'create index work_order_day on work_order (company_id, service_date desc, id)')
}

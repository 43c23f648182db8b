import { addColumn, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Quotas (QTA-001 to QTA-003): rules, a counter for each rule, node and window, and what every line booked on it. The
 * counter's row is the lock; the bookings are only ever added to, so that what a line holds is the sum of them.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'quota_rule',
    `id uuid not null,
     version int not null default 1,
     created_at timestamptz not null default now(),
     epoch int not null default 1,
     code text not null,
     code_folded text generated always as (fold(code)) stored,
     name text not null,
     active boolean not null,
     ${oneOf('action_type', ['Warning', 'Approve', 'Reject', 'Automatic'])},
     ${oneOf('value_type', ['Quantity', 'Monetary'])},
     quota_value numeric(18, 4) not null,
     every int not null,
     ${oneOf('frequency_unit', ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour'])},
     valid_from date not null,
     valid_to date,
     ${oneOf('binding_strategy', ['Standard', 'Aggregate'])},
     ${oneOf('location_level', ['Company', 'LocationGroup', 'Customer', 'Location'], '')},
     ${oneOf('product_level', ['AllProducts', 'Category', 'Product'], '')},
     location_group text,
     customers text[] not null default '{}',
     locations text[] not null default '{}',
     categories text[] not null default '{}',
     products text[] not null default '{}',
     primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index quota_rule_code on quota_rule (company_id, code_folded)')
  await tenantTable(
    db,
    'quota_counter',
    `id uuid not null default gen_random_uuid(),
     rule_id uuid not null,
     epoch int not null,
     window_from timestamptz not null,
     window_to timestamptz not null,
     location_node text not null,
     product_node text not null,
     used numeric(20, 4) not null default 0 check (used >= 0),
     primary key (company_id, id),
     unique (company_id, rule_id, epoch, window_from, location_node, product_node)`,
    'write',
    { 'company_id, rule_id': 'quota_rule' },
  )
  await tenantTable(
    db,
    'quota_entry',
    `id uuid not null default gen_random_uuid(),
     line_id uuid not null,
     counter_id uuid not null,
     seq int not null,
     ${oneOf('kind', ['Submit', 'Release', 'Recheck', 'Backfill'])},
     amount numeric(20, 4) not null,
     asked numeric(20, 4) not null,
     used_before numeric(20, 4) not null,
     quota_limit numeric(20, 4) not null,
     booked_at timestamptz not null,
     primary key (company_id, line_id, counter_id, seq)`,
    'append',
  )
  await run(db, 'create index quota_entry_counter on quota_entry (company_id, counter_id)')
  await addColumn(db, 'order_line', `quota_state text not null default 'None'`)
  await changeWords(db, 'order_line', 'quota_state', [
    'None',
    'WithinQuota',
    'ExceededQuota',
    'Approve',
    'Reject',
    'WaitingForQuotaCheck',
  ])
  // How a company takes orders; without a row everything is as it is by default.
  await tenantTable(
    db,
    'order_policy',
    `version int not null default 1,
     quota_visible boolean not null default true,
     primary key (company_id)`,
    'write',
  )
}

import { oneOf, run, sharedTable, type Migrating } from './kit.ts'

/** Companies (tenants). Few, small, read by everyone: shared, not tenant tables. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'create extension if not exists pg_trgm')
  await run(db, 'create extension if not exists btree_gin')
  await sharedTable(
    db,
    'company',
    `id int primary key,
     code text not null unique,
     name text not null,
     domain text not null,
     domain_folded text collate "C" not null unique,
     is_public boolean not null default true,
     is_prod boolean not null default false,
     ${oneOf('relation_type', ['Manufacturer', 'Retailer', 'Distributor', 'Customer', 'ThirdParty'])},
     time_zone text not null default 'Europe/Istanbul',
     currency text not null default 'TRY',
     order_prefix text not null default 'SO',
     ${oneOf('rounding_strategy', ['Up', 'Down', 'Nearest'], "not null default 'Up'")},
     ${oneOf('price_management_type', ['ListPrice', 'CustomerPrice'], "not null default 'ListPrice'")},
     ${oneOf('price_visibility', ['NoHide', 'HideForOPOperator', 'HideForOPManager', 'HideForAll'], "not null default 'NoHide'")},
     ${oneOf('order_flow', ['FundamentalFlow', 'TwoLayerFlow', 'TwoLayerFlowV2'], "not null default 'FundamentalFlow'")},
     quota_active boolean not null default false,
     backorders_allowed boolean not null default true,
     logo bytea,
     logo_type text,
     last_data_at timestamptz,
     created_at timestamptz not null default now()`,
    'read',
  )
}

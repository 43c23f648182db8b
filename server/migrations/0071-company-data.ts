import { addColumn, addCheck, changeWords, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** Company data on the one mechanism: what locations and products were missing, and the kinds of data management. */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['location', 'product', 'product_variant', 'partner'])
    await addColumn(db, table, `created_at timestamptz not null default '2020-01-01'`)
  for (const table of ['location', 'product', 'product_variant', 'partner'])
    await run(db, `alter table ${table} alter column created_at set default now()`)
  for (const table of ['location', 'product'])
    await addColumn(db, table, `properties jsonb not null default '{}'`)
  await addColumn(db, 'product_variant', 'version int not null default 1')
  await addColumn(db, 'location', 'own_type text')
  await addColumn(db, 'location', 'group_type text')
  await changeWords(db, 'location', 'group_type', ['Type1000', 'Type500', 'Type275'])
  await addColumn(db, 'location', `breakdown_state text not null default 'AutoActive'`)
  await changeWords(db, 'location', 'breakdown_state', [
    'ManuelPassive',
    'AutoPassive',
    'ManuelActive',
    'AutoActive',
  ])
  await addColumn(db, 'location', 'action_role text')
  await changeWords(db, 'location', 'action_role', ['Donor', 'Recipient', 'Wildcard'])
  await addColumn(db, 'location', 'area numeric(12, 2)')
  await addColumn(db, 'company', 'relations_active boolean not null default true')
  await run(db, `alter table location alter column address drop not null`)
  await run(db, 'create index location_folded_code on location (company_id, fold(code))')
  await run(db, 'create index product_folded_code on product (company_id, fold(code))')
  await run(db, 'create index product_variant_folded_code on product_variant (company_id, fold(code))')
  await run(db, 'create index partner_folded_code on partner (company_id, fold(code))')

  await tenantTable(
    db,
    'price_change',
    `id uuid not null,
     product_id uuid not null,
     change_date date not null,
     old_price numeric(18, 4) not null,
     new_price numeric(18, 4) not null,
     entitlement_date date not null,
     note text,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id),
     unique (company_id, product_id, change_date)`,
    'write',
    { 'company_id, product_id': 'product' },
  )
  await addCheck(db, 'price_change', 'price_change_entitlement_check', 'entitlement_date <= change_date')

  await named(db, 'country', 'active boolean not null default true')
  await named(db, 'city', 'country text not null')
  await named(db, 'district', 'city_code text not null')
  await tenantTable(
    db,
    'region_code',
    `id uuid not null,
     subdivision text not null,
     district text not null,
     region_code text not null,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    'create unique index region_code_place on region_code (company_id, fold(subdivision), fold(district))',
  )
  await named(
    db,
    'property_definition',
    `${oneOf('definition_for', ['Location', 'Product'])},
     ${oneOf('value_type', ['Text', 'Number', 'Date', 'Flag', 'Choice'])},
     value_list text,
     required boolean not null default false,
     order_index int`,
  )
  await tenantTable(
    db,
    'predefined_value',
    `id uuid not null,
     value_list text not null,
     code text not null,
     name text not null,
     order_index int,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await run(
    db,
    'create unique index predefined_value_code on predefined_value (company_id, fold(value_list), fold(code))',
  )
}

/** A table of records with a code and a name. */
async function named(db: Migrating, table: string, columns: string): Promise<void> {
  await tenantTable(
    db,
    table,
    `id uuid not null,
     code text not null,
     name text not null,
     ${columns},
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id)`,
    'write',
  )
  await run(db, `create unique index ${table}_code on ${table} (company_id, fold(code))`)
}

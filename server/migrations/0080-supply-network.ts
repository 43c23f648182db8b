import { addColumn, changeWords, run, tenantTable, type Migrating } from './kit.ts'

/** Which location supplies which (LOC-004), and restrictions of locations as records with a history of their own. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'supply_relation',
    `id uuid not null,
     supplier_id uuid not null,
     receiver_id uuid not null,
     lead_time_days int not null default 1 check (lead_time_days >= 0),
     priority int not null default 1 check (priority > 0),
     active boolean not null default true,
     note text,
     version int not null default 1,
     created_at timestamptz not null default now(),
     primary key (company_id, id),
     unique (company_id, supplier_id, receiver_id),
     check (supplier_id <> receiver_id)`,
    'write',
    { 'company_id, supplier_id': 'location', 'company_id, receiver_id': 'location' },
  )
  await run(db, 'create index supply_relation_receiver on supply_relation (company_id, receiver_id)')
  await addColumn(db, 'company', `supply_strategy text not null default 'WarehousesAndStores'`)
  await changeWords(db, 'company', 'supply_strategy', ['WarehousesAndStores', 'WarehousesOnly'])

  await addColumn(db, 'shipping_block', 'id uuid not null default gen_random_uuid()')
  await addColumn(db, 'shipping_block', 'note text')
  await addColumn(db, 'shipping_block', 'version int not null default 1')
  await addColumn(db, 'shipping_block', `created_at timestamptz not null default '2020-01-01'`)
  await run(db, 'alter table shipping_block alter column created_at set default now()')
  await run(db, 'create index shipping_block_id on shipping_block (company_id, id)')
  await run(db, 'create index shipping_block_location on shipping_block (company_id, location_id)')
}

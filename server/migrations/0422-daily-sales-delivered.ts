import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/** Daily sales are master data that is delivered (ENG-001), and may be expected in the data transfer calendar (DAT-001). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'daily_sale', 'id uuid not null default gen_random_uuid()')
  await addColumn(db, 'daily_sale', 'version int not null default 1')
  await addColumn(db, 'daily_sale', 'created_at timestamptz not null default now()')
  await run(db, 'create unique index daily_sale_id on daily_sale (company_id, id)')
  await run(db, 'create index daily_sale_day on daily_sale (company_id, day, id)')
  await changeWords(db, 'data_transfer', 'data_kind', [
    'location',
    'product',
    'productVariant',
    'productGroup',
    'stockLevel',
    'dailySale',
    'supplyRelation',
    'businessRelation',
    'priceChange',
    'regionCode',
    'mciFile',
  ])
}

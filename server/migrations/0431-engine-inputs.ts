import { addCheck, masterTable, type Migrating } from './kit.ts'

/** What a company tells the engine beside stock and sales: substitutes (ENG-003), promotions, and batches that expire (ENG-001). */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'product_substitute',
    `product_id uuid not null, substitute_id uuid not null, valid_from date not null, valid_to date,
     rank int not null check (rank between 1 and 99), share int not null check (share between 1 and 100), note text`,
    {
      key: ['product_id', 'substitute_id', 'valid_from'],
      validity: ['valid_from', 'valid_to'],
      keys: { 'company_id, product_id': 'product', 'company_id, substitute_id': 'product' },
    },
  )
  await addCheck(db, 'product_substitute', 'product_substitute_is_another', 'substitute_id <> product_id')
  await masterTable(
    db,
    'sales_promotion',
    `product_id uuid not null, location_group text, location_id uuid, promotion_from date not null, promotion_to date not null,
     price_off numeric(5, 2) not null check (price_off between 0 and 90), advertised boolean not null,
     lift numeric(5, 2) check (lift > 0), note text, check (promotion_to >= promotion_from),
     check (location_group is null or location_id is null)`,
    { keys: { 'company_id, product_id': 'product', 'company_id, location_id': 'location' } },
  )
  await masterTable(
    db,
    'stock_batch',
    'location_id uuid not null, variant_id uuid not null, batch text not null, expires_on date not null, units int not null check (units >= 0)',
    {
      key: ['location_id', 'variant_id', 'fold(batch)'],
      keys: { 'company_id, location_id': 'location', 'company_id, variant_id': 'product_variant' },
    },
  )
}

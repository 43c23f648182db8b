import { masterTable, oneOf, run, tenantTable, type Migrating } from './kit.ts'

const states = [
  'Draft',
  'Checked',
  'Approved',
  'Exported',
  'Acknowledged',
  'Failed',
  'Rejected',
  'Superseded',
]

/** Transfer prices of a day with their way to SAP (LMA-006). */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'sap_condition',
    `sales_organization text not null, condition_table text not null, price_condition text not null,
     fee_condition text not null, vendor_code text not null`,
  )
  await tenantTable(
    db,
    'transfer_batch',
    `id uuid not null, number int not null, transfer_day date not null, valid_from date not null,
     ${oneOf('state', states)}, formula_version text not null, inputs_hash text not null,
     made_at timestamptz not null, made_by text not null, made_by_id uuid,
     checked_at timestamptz, checked_by text, checked_by_id uuid,
     approved_at timestamptz, approved_by text, exported_at timestamptz, export_rows jsonb, file_hash text,
     acknowledgement text, reason text, primary key (company_id, id)`,
    'write',
  )
  await run(db, 'create unique index transfer_batch_number on transfer_batch (company_id, number)')
  await run(db, 'create index transfer_batch_day on transfer_batch (company_id, valid_from)')
  await tenantTable(
    db,
    'transfer_price',
    `id uuid not null, batch_id uuid not null, item_code text not null, terminal text not null, product_id uuid not null,
     inputs jsonb not null, price numeric(18, 4) not null, fee numeric(18, 2) not null, all_in numeric(18, 2) not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, batch_id': 'transfer_batch on delete cascade', 'company_id, product_id': 'fuel_product' },
  )
  await run(db, 'create index transfer_price_of_batch on transfer_price (company_id, batch_id)')
  await run(db, 'create index transfer_price_of_product on transfer_price (company_id, product_id)')
}

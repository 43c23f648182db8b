import { addColumn, changeWords, masterTable, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Pharmacy earnings (KIG-001, KIG-002): margins of wholesalers and terms of refunds as master data, months that were closed
 * with the rows that were paid then, and how a company reads and dates its figures.
 */
export async function up(db: Migrating): Promise<void> {
  await masterTable(
    db,
    'wholesaler_margin',
    `slice int not null, valid_from date not null, valid_to date,
     from_price numeric(18, 4) not null, margin_rate numeric(5, 2) not null`,
    { key: ['slice', 'valid_from'], validity: ['valid_from', 'valid_to'] },
  )
  await masterTable(
    db,
    'refund_term',
    `valid_from date not null, valid_to date, tax_rate numeric(4, 2) not null, service_rate numeric(4, 2) not null`,
    { key: ['valid_from'], validity: ['valid_from', 'valid_to'] },
  )
  await addColumn(db, 'porta_policy', `kigo_period text not null default 'SaleDate'`)
  await changeWords(db, 'porta_policy', 'kigo_period', ['SaleDate', 'ApplicationDate'])
  await addColumn(db, 'porta_policy', `kigo_payment text not null default 'SellOut'`)
  await changeWords(db, 'porta_policy', 'kigo_payment', ['SellOut', 'SellOutMinusSellIn'])
  await tenantTable(
    db,
    'kigo_month',
    `month date not null, closed_at timestamptz not null, closed_by text not null, row_count int not null,
     primary key (company_id, month)`,
    'write',
  )
  await tenantTable(
    db,
    'kigo_row',
    `id uuid not null,
     month date not null,
     request_id uuid not null,
     ${oneOf('kind', ['Row', 'Correction'])},
     period_day date not null,
     state text not null,
     basis_day date not null,
     invoice_date date,
     warehouse_gln text,
     warehouse_name text,
     inquiry_at timestamptz,
     list_price numeric(18, 4),
     required_rate numeric(5, 2),
     applied_rate numeric(5, 2),
     tax_rate numeric(4, 2) not null,
     service_rate numeric(4, 2) not null,
     paid_price numeric(18, 2),
     due_price numeric(18, 2),
     sell_in numeric(18, 2),
     sell_in_tax numeric(18, 2),
     sell_out numeric(18, 2),
     sell_out_tax numeric(18, 2),
     ratio numeric(9, 3),
     service_charge numeric(18, 2),
     payment numeric(18, 2) not null,
     payment_tax numeric(18, 2) not null,
     notes text[] not null,
     primary key (company_id, id)`,
    'write',
    { 'company_id, month': 'kigo_month', 'company_id, request_id': 'discount_request' },
  )
  await run(db, 'create index kigo_row_month on kigo_row (company_id, month)')
  await run(db, 'create index kigo_row_request on kigo_row (company_id, request_id)')
  await run(db, 'create index kigo_row_day on kigo_row (company_id, period_day)')
}

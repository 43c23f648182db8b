import { addColumn, addKey, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Reports of approved discount requests (DSC-016): one for each period and warehouse, with the receipt that the warehouse
 * gives. A request stands in one report.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'discount_report',
    `id uuid not null,
     code text not null,
     period date not null,
     payment_location_id uuid not null,
     request_count int not null,
     made_at timestamptz not null,
     made_by text not null,
     receipt text,
     receipt_at timestamptz,
     primary key (company_id, id),
     unique (company_id, code)`,
    'write',
    { 'company_id, payment_location_id': 'location' },
  )
  await run(db, 'create index discount_report_payer on discount_report (company_id, payment_location_id)')
  await addColumn(db, 'discount_request', 'report_id uuid')
  await addKey(db, 'discount_request', 'company_id, report_id', 'discount_report')
  await run(
    db,
    'create index discount_request_report on discount_request (company_id, report_id) where report_id is not null',
  )
}

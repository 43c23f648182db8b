import { addColumn, tenantTable, type Migrating } from './kit.ts'

/** The days by which a company judges cover of stock, and how uncertain lost sales are (RPT-001). */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'report_setting',
    'version int not null default 1, low_days int not null, over_days int not null, primary key (company_id)',
    'write',
  )
  await addColumn(db, 'stock_sense', 'lost_variance double precision not null default 0')
}

import { addColumn, run, tenantTable, type Migrating } from './kit.ts'

/**
 * How many orders a company had in each month, as they were last counted: the home page shows them at once. Closed
 * orders, which are nearly all, are counted by an index alone.
 */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'order_month',
    `month date not null,
     approved int not null,
     rejected int not null,
     pending int not null,
     counted_at timestamptz not null,
     primary key (company_id, month)`,
    'write',
  )
  await addColumn(
    db,
    'sales_order',
    `rejected boolean not null generated always as (state = 'Rejected') stored`,
  )
  await run(db, 'drop index sales_order_date')
  await run(
    db,
    'create index sales_order_date on sales_order (company_id, closed, order_date desc, id desc) include (external, rejected)',
  )
}

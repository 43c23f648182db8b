import { addColumn, run, type Migrating } from './kit.ts'

/**
 * Which tab of Order Management an order stands in, told by the index that the tabs are read by, so that counting a tab
 * reads the index alone. A column of its own instead of the state: most changes of state leave it as it is, and then
 * no index has to be written.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(
    db,
    'sales_order',
    `external boolean not null generated always as (state = 'WaitingExternalApproval') stored`,
  )
  await run(db, 'drop index sales_order_date')
  await run(
    db,
    'create index sales_order_date on sales_order (company_id, closed, order_date desc, id desc) include (external)',
  )
}

import { addCheck, addColumn, oneOf, run, tenantTable, type Migrating } from './kit.ts'

/**
 * Orders that the national health-insurance service is told of (ORD-015). An order carries the number of the transaction
 * there; each of its lines is notified once it is approved, once: `line_id` is the key. `next_try_at` is when a line is
 * due, and while it is being sent until when nobody else may.
 */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['cart', 'pre_order', 'sales_order']) await addColumn(db, table, 'medula_no text')
  await addColumn(db, 'order_policy', 'medula_active boolean not null default false')
  await addColumn(db, 'order_policy', 'medula_version int not null default 1')
  await addColumn(db, 'order_policy', 'medula_user text')
  // Sealed with the installation's secret.
  await addColumn(db, 'order_policy', 'medula_password bytea')
  await tenantTable(
    db,
    'health_notification',
    `line_id uuid not null,
     order_id uuid not null,
     ${oneOf('state', ['Waiting', 'Notified', 'Failed'])},
     attempts int not null default 0,
     requested_at timestamptz not null,
     next_try_at timestamptz,
     settled_at timestamptz,
     response_text text,
     notification_id text,
     problem text,
     primary key (company_id, line_id)`,
    'write',
    { 'company_id, line_id': 'order_line on delete cascade' },
  )
  await addCheck(
    db,
    'health_notification',
    'health_notification_due',
    `(state = 'Waiting') = (next_try_at is not null)`,
  )
  await run(
    db,
    `create index health_notification_due on health_notification (company_id, next_try_at) where state = 'Waiting'`,
  )
  await run(db, 'create index health_notification_order on health_notification (company_id, order_id)')
}

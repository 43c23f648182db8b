import { addCheck, addColumn, run, type Migrating } from './kit.ts'

/**
 * Those who manage orders are told when somebody outside has not answered in time (ORD-010), and when the health insurance
 * could not be notified (ORD-015), once each.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_policy', 'external_alarm_hours int not null default 24')
  await addCheck(
    db,
    'order_policy',
    'order_policy_external_alarm_check',
    'external_alarm_hours between 0 and 720',
  )
  await addColumn(db, 'external_approval', 'overdue_at timestamptz')
  await addColumn(db, 'health_notification', 'told_at timestamptz')
  // What has failed before is known by now.
  await run(db, `update health_notification set told_at = settled_at where state = 'Failed'`)
  await run(
    db,
    `create index health_notification_untold on health_notification (company_id) where state = 'Failed' and told_at is null`,
  )
}

import { addCheck, addColumn, type Migrating } from './kit.ts'

/** How long a delivery should last for, and how many days of demand should always lie at a location (ORD-017). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_policy', 'replenishment_days int not null default 30')
  await addColumn(db, 'order_policy', 'safety_stock_days int not null default 7')
  await addCheck(
    db,
    'order_policy',
    'order_policy_replenishment_check',
    'replenishment_days between 1 and 365 and safety_stock_days between 0 and 180',
  )
}

import { addCheck, addColumn, type Migrating } from './kit.ts'

/** Settings of orders that have an effect from now on (ORD-021): bundles of packs, leading location groups, ERP codes. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_policy', 'pack_bundle_amount int not null default 1')
  await addCheck(
    db,
    'order_policy',
    'order_policy_pack_bundle_amount_check',
    'pack_bundle_amount between 1 and 1000',
  )
  await addColumn(db, 'order_policy', 'top_location_groups int not null default 0')
  await addCheck(
    db,
    'order_policy',
    'order_policy_top_location_groups_check',
    'top_location_groups between 0 and 50',
  )
  await addColumn(db, 'order_policy', 'require_erp_codes boolean not null default false')
}

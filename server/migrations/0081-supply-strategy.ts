import { oneOf, run, tenantTable, type Migrating } from './kit.ts'

/** The supply strategy is the company's own to change, so it stands in a table that the portal may write. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'supply_policy',
    `${oneOf('strategy', ['WarehousesAndStores', 'WarehousesOnly'])},
     primary key (company_id)`,
    'write',
  )
  await run(db, 'alter table company drop column supply_strategy')
}

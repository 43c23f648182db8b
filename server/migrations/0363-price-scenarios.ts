import { run, tenantTable, type Migrating } from './kit.ts'

/** Scenarios of the price simulation (LMA-004). */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'price_scenario',
    `id uuid not null, name text not null, product_id uuid not null, inputs jsonb not null, made_by text not null,
     changed_at timestamptz not null, primary key (company_id, id)`,
    'write',
    { 'company_id, product_id': 'fuel_product' },
  )
  await run(db, 'create unique index price_scenario_name on price_scenario (company_id, fold(name))')
  await run(db, 'create index price_scenario_of_product on price_scenario (company_id, product_id)')
}

import { addColumn, run, type Migrating } from './kit.ts'

/**
 * The code of a record as it is compared, as a column of its own. An index on `fold(code)` is not used: row-level
 * security lets only expressions of trusted functions look into an index, so that a file of 500 rows read the whole table.
 */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['location', 'product', 'product_variant', 'partner']) {
    await foldedCode(db, table)
    await run(db, `drop index ${table}_folded_code`)
    await run(db, `create index ${table}_folded_code on ${table} (company_id, code_folded)`)
  }
  const unique = ['location_type', 'country', 'city', 'district', 'property_definition', 'mci_entity']
  for (const table of unique) {
    await foldedCode(db, table)
    await run(db, `drop index ${table}_code`)
    await run(db, `create unique index ${table}_code on ${table} (company_id, code_folded)`)
  }
  await foldedCode(db, 'predefined_value')
  await run(db, 'drop index predefined_value_code')
  await run(
    db,
    'create unique index predefined_value_code on predefined_value (company_id, fold(value_list), code_folded)',
  )
  await foldedCode(db, 'mci_field')
  await run(db, 'drop index mci_field_code')
  await run(db, 'create unique index mci_field_code on mci_field (company_id, entity_id, code_folded)')
}

async function foldedCode(db: Migrating, table: string): Promise<void> {
  await addColumn(db, table, 'code_folded text generated always as (fold(code)) stored')
}

import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/**
 * Each line of a run says whether what it was made of has another value since, and price lists of refiners are files of
 * sources (LMA-002).
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'expectation', 'inputs_changed boolean not null default false')
  await run(
    db,
    `update expectation e set inputs_changed = true from expectation_run r
     where r.company_id = e.company_id and r.id = e.run_id and r.inputs_changed`,
  )
  await run(db, 'alter table expectation_run drop column inputs_changed')
  await changeWords(db, 'market_file', 'source', ['PLATTS', 'ARGUS', 'REFINITIV', 'TCMB', 'TUPRAS', 'SOCAR'])
}

import { addColumn, run, tenantTable, type Migrating } from './kit.ts'

/**
 * PortaMate (DSC-010): a run of ITS validation that a helper on the pharmacist's machine answers, with the device that has
 * taken it and its nonce, and when each helper was seen.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'its_run', 'via_porta_mate boolean not null default false')
  await addColumn(db, 'its_run', 'device_id uuid')
  await addColumn(db, 'its_run', 'nonce text')
  await run(
    db,
    'create index its_run_waiting on its_run (company_id, by_id, begun_at) where via_porta_mate and finished_at is null',
  )
  await tenantTable(
    db,
    'porta_mate',
    'device_id uuid not null, version text not null, seen_at timestamptz not null, primary key (company_id, device_id)',
    'write',
    { 'company_id, device_id': 'device on delete cascade' },
  )
}

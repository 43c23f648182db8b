import { addColumn, run, type Migrating } from './kit.ts'

/**
 * What is asked of ITS without anybody (DSC-012): decided requests every night, with what has changed since, and packs that
 * ITS did not know, after three working days. Of the auditor's sample the day it was drawn for.
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'discount_request', 'sampled_for date')
  await addColumn(db, 'discount_request', 'rechecked_at timestamptz')
  await addColumn(db, 'discount_request', 'changed jsonb')
  await addColumn(db, 'discount_request', 'its_again_at timestamptz')
  await run(
    db,
    'create index discount_request_its_again on discount_request (company_id, its_again_at) where its_again_at is not null',
  )
  await run(
    db,
    'create index discount_request_sample on discount_request (company_id, sampled_for) where sampled_for is not null',
  )
  await run(db, 'create index discount_request_decided on discount_request (company_id, decided_at)')
}

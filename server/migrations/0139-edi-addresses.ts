import { addColumn, run, type Migrating } from './kit.ts'

/** Where the answer of an EDI message is posted, and what came of it (ORD-023). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'partner', 'edi_address text')
  await addColumn(db, 'edi_message', 'post_due timestamptz')
  await addColumn(db, 'edi_message', 'post_tries int not null default 0')
  await addColumn(db, 'edi_message', 'posted_at timestamptz')
  await addColumn(db, 'edi_message', 'post_problem text')
  await run(
    db,
    'create index edi_message_post_due on edi_message (company_id, post_due) where post_due is not null',
  )
}

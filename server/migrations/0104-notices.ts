import { run, tenantTable, type Migrating } from './kit.ts'

/** What happened to somebody's work, and how each user wants to hear of it. Facts only: the words are the reader's. */
export async function up(db: Migrating): Promise<void> {
  await tenantTable(
    db,
    'notice',
    `id uuid not null,
     membership_id uuid not null,
     event text not null,
     facts jsonb not null,
     record_code text,
     created_at timestamptz not null,
     read_at timestamptz,
     primary key (company_id, id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await run(db, 'create index notice_of_member on notice (company_id, membership_id, id)')
  await run(db, 'create index notice_unread on notice (company_id, membership_id) where read_at is null')
  await run(db, 'create index notice_age on notice (company_id, created_at)')
  await tenantTable(
    db,
    'notice_choice',
    `membership_id uuid not null,
     event text not null,
     choice text not null,
     primary key (company_id, membership_id, event)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
}

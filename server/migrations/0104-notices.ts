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
     digest boolean not null default false,
     primary key (company_id, id)`,
    'write',
    { 'company_id, membership_id': 'membership on delete cascade' },
  )
  await run(db, 'create index notice_of_member on notice (company_id, membership_id, id)')
  await run(db, 'create index notice_unread on notice (company_id, membership_id) where read_at is null')
  await run(db, 'create index notice_digest on notice (company_id, membership_id, id) where digest')
  await run(db, 'create index notice_age on notice (company_id, created_at)')
  // What the chunks of a job have to tell, until the job has ended.
  await tenantTable(
    db,
    'job_news',
    `id uuid not null,
     job_id uuid not null,
     membership_id uuid not null,
     event text not null,
     facts jsonb not null,
     codes text[] not null,
     mail jsonb not null,
     primary key (company_id, id)`,
    'write',
    {
      'company_id, job_id': 'job on delete cascade',
      'company_id, membership_id': 'membership on delete cascade',
    },
  )
  await run(db, 'create index job_news_of on job_news (company_id, job_id, id)')
  await run(db, 'create index job_news_member on job_news (company_id, membership_id)')
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

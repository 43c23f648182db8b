import { sql } from 'kysely'
import { addColumn, changeWords, run, type Migrating } from './kit.ts'

/** Mails to notification contacts (USR-011): their language, and how far into the audit log each has been told. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'notification_contact', `language text not null default 'en'`)
  await changeWords(db, 'notification_contact', 'language', ['en', 'tr', 'de'])
  await run(db, 'alter table notification_contact alter column language drop default')
  await addColumn(db, 'notification_contact', 'told_seq bigint not null default 0')
  // Row-level security binds an owner that is no superuser, so each company is gone to by itself.
  const { rows: companies } = await sql<{ id: number }>`select id from company`.execute(db)
  for (const { id } of companies) await startFromNow(db, id)
}

/** Who is a contact already is told of what happens from now on, in the language of most of the company's users. */
async function startFromNow(db: Migrating, companyId: number): Promise<void> {
  await sql`select set_config('app.company_id', ${String(companyId)}, true)`.execute(db)
  await sql`
    update notification_contact set
      told_seq = coalesce((select seq from audit_head where company_id = ${companyId}::int), 0),
      language = coalesce((select m.language from membership m where m.company_id = ${companyId}::int group by 1 order by count(*) desc, 1 limit 1), 'en')
    where company_id = ${companyId}::int`.execute(db)
}

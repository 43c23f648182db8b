import { run, type Migrating } from './kit.ts'

/** Oversight: the audit log and the sign-ins of a company by time. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'create index audit_entry_at on audit_entry (company_id, at desc, seq desc)')
  await run(db, 'create index login_attempt_company on login_attempt (company_id, at desc)')
}

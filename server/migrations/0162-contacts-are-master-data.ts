import { run, type Migrating } from './kit.ts'

/** Notification contacts become a kind of master data: one entry an address, compared as every key is. */
export async function up(db: Migrating): Promise<void> {
  // Each was there on the day on which it was changed last; what becomes of it from now on is kept with its changes.
  await run(db, 'alter table notification_contact rename column changed_at to created_at')
  await run(db, 'alter table notification_contact alter column created_at set default now()')
  await run(db, 'alter table notification_contact drop column email_folded')
  await run(
    db,
    'create unique index notification_contact_email on notification_contact (company_id, fold(email))',
  )
}

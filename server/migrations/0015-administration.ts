import { run, type Migrating } from './kit.ts'

/** Who did it, where an administrator looks at the thing itself, and a switch for Microsoft sign-in (USR-009, ACC-004, ACC-010). */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'alter table api_key add column revoked_by text')
  await run(db, 'alter table entra_setting add column enabled boolean not null default true')
  await run(db, 'alter table entra_link add column linked_by text')
  await run(db, 'alter table acknowledgement add column published_by text')
}

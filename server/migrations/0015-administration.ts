import { addColumn, type Migrating } from './kit.ts'

/** Who did it, where an administrator looks at the thing itself, and a switch for Microsoft sign-in (USR-009, ACC-004, ACC-010). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'api_key', 'revoked_by text')
  await addColumn(db, 'entra_setting', 'enabled boolean not null default true')
  await addColumn(db, 'entra_link', 'linked_by text')
  await addColumn(db, 'acknowledgement', 'published_by text')
}

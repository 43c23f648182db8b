import { changeWords, type Migrating } from './kit.ts'

/** The link that invites a new user is a temporary password of its own origin. */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'temporary_password', 'origin', ['Mail', 'Administrator', 'Invitation'])
}

import { addColumn, type Migrating } from './kit.ts'

/** The token that a session's own one takes the place of, until it is used for the first time (ACC-008). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'session', 'replaces bytea')
}

import { addColumn, type Migrating } from './kit.ts'

/** When an allocation came to be, so that a selection of all that match means those the user has seen. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'membership_location', 'created_at timestamptz not null default now()')
}

import { addColumn, run, type Migrating } from './kit.ts'

/** An allocation of a location to a user is a record that files add and take away, so it has an id and a version. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'membership_location', 'id uuid not null default gen_random_uuid()')
  await addColumn(db, 'membership_location', 'version int not null default 1')
  await run(db, 'create unique index membership_location_id on membership_location (company_id, id)')
}

import { addColumn, type Migrating } from './kit.ts'

/** Whether a user has hidden the first steps of a new company from the home page. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'home_setting', 'first_steps_hidden boolean not null default false')
}

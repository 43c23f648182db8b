import { addColumn, type Migrating } from './kit.ts'

/** A run is judged by the values of settings that held when its snapshot was taken (SVC-002). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'run_snapshot', `setting_values jsonb not null default '[]'`)
}

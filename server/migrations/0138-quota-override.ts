import { changeWords, type Migrating } from './kit.ts'

// A hard quota that is exceeded knowingly is booked as such (QTA-002).
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'quota_entry', 'kind', ['Submit', 'Release', 'Recheck', 'Backfill', 'Override'])
}

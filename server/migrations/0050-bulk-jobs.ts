import { changeWords, type Migrating } from './kit.ts'

/** Jobs of any bulk action. */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'job', 'kind', ['bulk', 'order.import', 'order.bulk'])
}

import { addColumn, type Migrating } from './kit.ts'

/** Who ordered looks back to this day at most (ORD-011); null leaves the six months alone. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'order_policy', 'archive_date date')
}

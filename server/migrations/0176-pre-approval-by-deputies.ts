import { addColumn, type Migrating } from './kit.ts'

/** In whose name a deputy has decided on a pre-approval order (ORD-010). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'pre_order', 'decided_for text')
}

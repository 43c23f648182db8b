import { addColumn, type Migrating } from './kit.ts'

/**
 * Points of the rules of the penalty scores, as far as a company has others than the usual ones, and the program that a
 * picture was edited with (DSC-014).
 */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'porta_policy', `weights jsonb not null default '{}'`)
  await addColumn(db, 'discount_image', 'edited_with text')
}

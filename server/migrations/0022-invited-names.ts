import { addColumn, type Migrating } from './kit.ts'

/** By which name somebody was invited: until they say yes, the company knows of them what it wrote itself. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'membership', 'invited_first_name text')
  await addColumn(db, 'membership', 'invited_last_name text')
  await addColumn(db, 'membership', 'invited_search_text text')
}

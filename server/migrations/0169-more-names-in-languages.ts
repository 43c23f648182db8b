import { addColumn, type Migrating } from './kit.ts'

/** What the levels of the hierarchy of products and countries are called in each language. */
export async function up(db: Migrating): Promise<void> {
  for (const table of ['product_level', 'country'])
    for (const language of ['english', 'turkish', 'german'])
      await addColumn(db, table, `name_${language} text`)
}

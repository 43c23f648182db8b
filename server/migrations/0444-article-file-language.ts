import { addColumn, changeWords, type Migrating } from './kit.ts'

/** The language of an article that a file belongs to; those without one belong to all of them (KNB-001). */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'knowledge_file', 'language text')
  await changeWords(db, 'knowledge_file', 'language', ['en', 'tr', 'de'])
}

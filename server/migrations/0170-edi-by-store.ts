import { changeWords, type Migrating } from './kit.ts'

/** EDI messages come from a store as well, and are answered there (ORD-023). */
export async function up(db: Migrating): Promise<void> {
  await changeWords(db, 'edi_message', 'source', ['Api', 'FileDrop', 'Store'])
}

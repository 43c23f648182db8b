import { addColumn, changeWords, type Migrating } from './kit.ts'

/** What the ERP said of each line of a transfer, kept until the transfer is noted. */
export async function up(db: Migrating): Promise<void> {
  await addColumn(db, 'work_order', 'ack text')
  await changeWords(db, 'work_order', 'ack', ['Taken', 'Refused'])
  await addColumn(db, 'work_order', 'ack_message text')
}

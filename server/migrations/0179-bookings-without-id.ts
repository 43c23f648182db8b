import { run, type Migrating } from './kit.ts'

/** A booking is found by line, counter and number. Its id was a random number that nobody ever asked for. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'alter table quota_entry drop column id')
}

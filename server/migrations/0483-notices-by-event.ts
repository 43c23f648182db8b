import { run, type Migrating } from './kit.ts'

/** Whether anybody of a company was told of an event lately, asked with each order that is placed. */
export async function up(db: Migrating): Promise<void> {
  await run(db, 'create index notice_event on notice (company_id, event, created_at)')
}

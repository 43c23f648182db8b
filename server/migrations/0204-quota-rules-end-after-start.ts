import { addCheck, type Migrating } from './kit.ts'

/** The range of a quota rule has an order in the table as well. */
export async function up(db: Migrating): Promise<void> {
  await addCheck(
    db,
    'quota_rule',
    'quota_rule_ends_after_start',
    'valid_to is null or valid_to >= valid_from',
  )
}

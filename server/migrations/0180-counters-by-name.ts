import { sql } from 'kysely'
import { run, type Migrating } from './kit.ts'

/**
 * The id of a quota's counter follows from what it counts (QTA-002): rule, epoch, window and node. Whoever places orders
 * knows it without looking it up, and the key over all these columns, which every counter was found by, is not needed.
 */
export async function up(db: Migrating): Promise<void> {
  // Row-level security binds an owner that is no superuser, so each company is gone to by itself.
  const { rows: companies } = await sql<{ id: number }>`select id from company`.execute(db)
  for (const { id } of companies) await nameCounters(db, id)
  await run(
    db,
    'alter table quota_counter drop constraint quota_counter_company_id_rule_id_epoch_window_from_location_key',
  )
  await run(db, 'create index quota_counter_rule on quota_counter (company_id, rule_id, window_from)')
  await run(db, 'alter table quota_counter alter column id drop default')
  // Every booking moves its counter; with room on its page no index has to be told.
  await run(db, 'alter table quota_counter set (fillfactor = 80)')
}

async function nameCounters(db: Migrating, companyId: number): Promise<void> {
  await sql`select set_config('app.company_id', ${String(companyId)}, true)`.execute(db)
  const name = sql`concat_ws(chr(31), c.rule_id, c.epoch, (extract(epoch from c.window_from) * 1000)::bigint, c.location_node, c.product_node)`
  const id = sql`overlay(overlay(md5(${name}) placing '8' from 13) placing '8' from 17)::uuid`
  await sql`
    update quota_entry e set counter_id = ${id} from quota_counter c
    where e.company_id = ${companyId} and c.company_id = ${companyId} and c.id = e.counter_id`.execute(db)
  await sql`update quota_counter c set id = ${id} where c.company_id = ${companyId}`.execute(db)
}

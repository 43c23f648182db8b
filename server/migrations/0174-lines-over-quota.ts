import { run, type Migrating } from './kit.ts'

/** Lists of orders are filtered by their lines over a quota (QTA-002), which are few. */
export async function up(db: Migrating): Promise<void> {
  await run(
    db,
    `create index order_line_exceeded on order_line (company_id, order_id)
     where quota_state = 'ExceededQuota' and state in ('Pending', 'Revised', 'WaitingExternalApproval')`,
  )
}

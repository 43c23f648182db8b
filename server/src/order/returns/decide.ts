import { acceptReturns, refuseReturns, withdrawReturns } from '@kervan/contract/order/returns'
import { returnTable, type ReturnAction } from '@kervan/contract/order/return-states'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { handleBulk, pass, type BulkContext, type Passing } from '../../kit/lists/handle-bulk.ts'
import { record } from '../../kit/records/audit.ts'
import { productReturns } from './list.ts'
import { refusedOnReturn, returnScope, type RuledReturn } from './scope.ts'
import { tellAnnouncers } from './tell.ts'

// What is decided on returns (MED-001): one is a bulk of one.

type Head = RuledReturn & { id: string }
type Decision = Exclude<ReturnAction, 'receive'>

const load = async (
  { tx, actor }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<Head[]> => {
  const { rows } = await sql<Head>`
    select r.id, r.code, r.state, r.announced_by_id as "announcedById"
    from product_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
    where ${sql.join(returnScope(actor), sql` and `)} and r.id = any(${ids}::uuid[])
    order by r.id ${lock ? sql`for update of r` : sql``}`.execute(tx)
  return rows
}

const deciding = (action: Decision, memoOf: (input: unknown) => string | null) => ({
  limit: 10_000,
  job: { atOnce: 500, chunk: 200 },
  notFound: () => refusal('NotFound'),
  list: () => productReturns,
  load,
  judge:
    async ({ actor }: BulkContext) =>
    (one: Head) =>
      refusedOnReturn(action, one, actor) ?? pass(null),
  apply: (context: BulkContext, passing: readonly Passing<Head, null>[]) =>
    decide(context, action, passing, memoOf(context.input)),
})
const memoIn = (input: unknown) =>
  typeof input === 'object' && input !== null && 'memo' in input ? String(input.memo) : null

export const acceptReturnsHandler = handleBulk<typeof acceptReturns, Head, null>(
  acceptReturns,
  deciding('accept', () => null),
)
export const refuseReturnsHandler = handleBulk<typeof refuseReturns, Head, null>(
  refuseReturns,
  deciding('refuse', memoIn),
)
export const withdrawReturnsHandler = handleBulk<typeof withdrawReturns, Head, null>(
  withdrawReturns,
  deciding('withdraw', memoIn),
)

const operations = {
  accept: 'productReturn.accepted',
  refuse: 'productReturn.refused',
  withdraw: 'productReturn.withdrawn',
} as const

async function decide(
  { tx, actor, services, now, jobId }: Omit<BulkContext, 'input'>,
  action: Decision,
  passing: readonly Passing<Head, null>[],
  memo: string | null,
): Promise<void> {
  const returns = passing.map(({ record: one }) => one)
  const ids = returns.map(({ id }) => id)
  const { to } = returnTable.moves[action]
  const company = actor.company.id
  await sql`
    update product_return r set version = r.version + 1, state = ${to}, decision_memo = coalesce(${memo}, r.decision_memo), last_event_at = ${now}, last_event_by = ${actor.name}
    where r.company_id = ${company} and r.id = any(${ids}::uuid[])`.execute(tx)
  // Packs that do not come back can be announced again.
  if (action !== 'accept')
    await sql`
      update product_return_pack p set live = false from product_return_line k
      where p.company_id = ${company} and k.company_id = ${company} and k.id = p.return_line_id and k.return_id = any(${ids}::uuid[])`.execute(
      tx,
    )
  const operation = operations[action]
  if (operation !== 'productReturn.withdrawn')
    await tellAnnouncers(
      tx,
      services,
      { companyId: company, membershipId: actor.membershipId, name: actor.name, jobId },
      now,
      operation,
      returns,
      { memo },
    )
  await record(tx, actor, now, {
    events: returns.map(({ id }) => ({
      recordType: 'productReturn',
      recordId: id,
      kind: operation,
      facts: { memo },
    })),
    audit: returns.map(({ id, code, state }) => ({
      operation,
      recordType: 'productReturn',
      recordId: id,
      recordCode: code,
      before: { returnState: state },
      after: { returnState: to, ...(memo !== null && { memo }) },
    })),
  })
}

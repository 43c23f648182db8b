import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  preApprovalTable,
  rejectPreApprovalOrders,
  type PreApprovalAction,
} from '@kervan/contract/order/pre-approval'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import type { Side } from '@kervan/contract/order/states'
import type { Channel, PreApprovalReason, PreApprovalState } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import { pipeline } from '../../kit/database/db.ts'
import { handleBulk, pass, type BulkContext, type Passing } from '../../kit/lists/handle-bulk.ts'
import { record, type AuditEntry } from '../../kit/records/audit.ts'
import { askOutside } from '../external/requests.ts'
import { approvedAtOnce, requestNotifications } from '../health/requests.ts'
import { notifyOwners } from '../decision-events.ts'
import type { OnBehalf } from '../deputies/on-behalf.ts'
import { planFor, readPlanLines } from '../new/plan-lines.ts'
import { submission } from '../new/submission.ts'
import { submitPlan } from '../quota/submit.ts'
import { onBlacklist } from '../scope.ts'
import { preOrderDemand } from './demand.sql.ts'
import { judgeAction, preOrderScope } from './offer.ts'
import { myPreOrderList, preOrderList } from './pre-orders.ts'
import { toldLimits } from './told-limits.ts'
import { tryToPlace } from './try-to-place.ts'

// What becomes of pre-approval orders (ORD-012). Approving one plans, judges and writes what placing a cart would at this
// moment: stock, quotas and codes are locked in the same order, and the orders of a chunk share them.

type Head = {
  id: string
  code: string
  version: number
  state: PreApprovalState
  blacklist: boolean
  recordUserId: string
  recordUserName: string
  channel: Channel
  externalPoCode: string | null
  externalOrderDate: string | null
  externalContact: string | null
  medulaTransactionNo: string | null
  note: string | null
  customerId: string
  total: string
}
type Context = BulkContext
/** In whose name it is decided; null is the own (ORD-010). */
type Plan = OnBehalf | null

const load =
  (side: Side) =>
  async ({ tx, actor }: Context, ids: readonly string[], { lock }: { lock: boolean }): Promise<Head[]> => {
    const { rows } = await sql<Head>`
      select o.id, o.code, o.version, o.state, ${onBlacklist(actor.company.id, 'ps')} as blacklist, o.record_user_id as "recordUserId", o.record_user_name as "recordUserName",
        o.channel, o.external_po_code as "externalPoCode", o.external_order_date as "externalOrderDate", o.external_contact as "externalContact", o.medula_no as "medulaTransactionNo", o.note, o.customer_id as "customerId", o.total
      from pre_order o left join location ps on ps.company_id = ${actor.company.id} and ps.id = o.point_of_sale_id
      where ${sql.join(preOrderScope(actor, side), sql` and `)} and o.id = any(${ids}::uuid[])
      order by o.id ${lock ? sql`for update of o` : sql``}`.execute(tx)
    return rows
  }

/** Why this cannot be done with the order, or in whose name it is done. */
const judgedFor =
  (action: PreApprovalAction, side: Side, { actor }: Context) =>
  (order: Head) =>
    judgeAction(actor, side, action, order)

const passingOf = (judged: ReturnType<typeof judgeAction>, problem?: Refusal) =>
  judged instanceof Refusal ? judged : (problem ?? pass(judged.behalf))
const limitsOf = (context: Context, passing: readonly Passing<Head, Plan>[]) =>
  toldLimits(
    context,
    passing.map(({ record: order }) => order),
  )
const chosen = { limit: 10_000, job: { atOnce: 200, chunk: 100 }, notFound: () => refusal('NotFound') }

export const approvePreApprovalOrdersHandler = handleBulk<typeof approvePreApprovalOrders, Head, Plan>(
  approvePreApprovalOrders,
  {
    ...chosen,
    list: () => preOrderList,
    load: load('manager'),
    judge: (context, orders, options) => judgeApproval('approve', context, orders, options),
    consequences: limitsOf,
    apply: (context, passing) => approve(context, passing, 'approve', null),
  },
)

export const approveBlacklistedPreApprovalOrdersHandler = handleBulk<
  typeof approveBlacklistedPreApprovalOrders,
  Head,
  Plan
>(approveBlacklistedPreApprovalOrders, {
  ...chosen,
  list: () => preOrderList,
  load: load('manager'),
  judge: (context, orders, options) => judgeApproval('approveBlacklisted', context, orders, options),
  consequences: limitsOf,
  apply: (context, passing) => approve(context, passing, 'approveBlacklisted', context.input.memo),
})

export const rejectPreApprovalOrdersHandler = handleBulk<typeof rejectPreApprovalOrders, Head, Plan>(
  rejectPreApprovalOrders,
  {
    ...chosen,
    list: () => preOrderList,
    load: load('manager'),
    judge: async (context) => {
      const { reason, memo } = context.input
      if (reason === 'Other' && !memo?.trim()) throw refusal('MemoRequired')
      const judged = judgedFor('reject', 'manager', context)
      return (order) => passingOf(judged(order))
    },
    apply: ({ input, ...context }, passing) =>
      close(context, 'reject', passing, { reason: input.reason, memo: input.memo ?? null }),
  },
)

export const cancelPreApprovalOrdersHandler = handleBulk<typeof cancelPreApprovalOrders, Head, Plan>(
  cancelPreApprovalOrders,
  {
    ...chosen,
    list: () => myPreOrderList,
    load: load('owner'),
    judge: async (context) => {
      const judged = judgedFor('cancel', 'owner', context)
      return (order) => passingOf(judged(order))
    },
    apply: ({ input, ...context }, passing) =>
      close(context, 'cancel', passing, { reason: 'None', memo: input.memo }),
  },
)

/** By what the orders come to today: prices may have risen since, and a deputy approves up to an amount. */
async function judgeApproval(
  action: 'approve' | 'approveBlacklisted',
  context: Context,
  orders: readonly Head[],
  { lock }: { lock: boolean },
) {
  const judged = judgedFor(action, 'manager', context)
  const open = orders.filter((order) => !(judged(order) instanceof Refusal))
  const blacklisted = action === 'approveBlacklisted'
  const { problems, totals } = await tryToPlace(context, open, { lock, blacklisted })
  return (order: Head) =>
    passingOf(judged({ ...order, total: totals.get(order.id) ?? order.total }), problems.get(order.id))
}

/** Makes the orders of these, each once: the pre-approval orders are locked and become Approved with them. */
async function approve(
  context: Context,
  passing: readonly Passing<Head, Plan>[],
  action: 'approve' | 'approveBlacklisted',
  memo: string | null,
): Promise<void> {
  const { tx, actor, now } = context
  const heads = new Map(passing.map(({ record: order }) => [order.id, order]))
  const demand = preOrderDemand(actor, [...heads.keys()])
  const { lines, free, rules } = await readPlanLines(tx, actor, demand, {
    lock: true,
    blacklisted: action === 'approveBlacklisted',
  })
  // Stock and numbers are locked since they were judged, and fewer orders share them now.
  const plan = await planFor(tx, actor, now, lines, free)
  const placed = await submitPlan(tx, actor, now, plan, rules, { lock: true })
  const headOf = (part: string | null | undefined) => existing(heads.get(part ?? ''))
  const { ids, writes, bookings, orders, audit } = await submission(tx, actor, now, placed, (order) => {
    const head = headOf(order.lines[0]?.line.part)
    return {
      ...head,
      requester: { membershipId: head.recordUserId, name: head.recordUserName },
      preOrderId: head.id,
    }
  })
  await pipeline(tx, ...writes, ...bookings)
  const { rows: coded } = await tx.executeQuery(orders)
  const codes = new Map(coded.map(({ id, code }) => [id, code]))
  const outside = placed.orders.flatMap(({ lines }, at) =>
    lines.some(({ state }) => state === 'WaitingExternalApproval') ? existing(ids[at]) : [],
  )
  await askOutside(tx, actor, now, outside)
  await requestNotifications(tx, context.services, { actor, now }, approvedAtOnce(placed.orders))
  await sql`
    insert into order_document (company_id, order_id, file_id, document_type, reference_no, document_date, memo, created_by, created_by_name, created_at)
    select s.company_id, s.id, d.file_id, d.document_type, d.reference_no, d.document_date, d.memo, s.record_user_id, s.record_user_name, ${now}::timestamptz
    from sales_order s join pre_order_document d on d.company_id = ${actor.company.id} and d.pre_order_id = s.pre_order_id
    where s.company_id = ${actor.company.id} and s.id = any(${ids}::uuid[])
    returning 1`.execute(tx)
  await close(context, action, passing, { reason: 'None', memo })
  await record(tx, actor, now, {
    audit: audit.map((entry) => ({ ...entry, recordCode: codes.get(entry.recordId ?? '') ?? null })),
  })
}

/** Writes what was decided, with an audit entry for each. */
async function close(
  { tx, actor, services, now, jobId }: Omit<Context, 'input'>,
  action: Exclude<PreApprovalAction, 'revise'>,
  passing: readonly Passing<Head, Plan>[],
  { reason, memo }: { reason: PreApprovalReason; memo: string | null },
): Promise<void> {
  const orders = passing.map(({ record: order }) => order)
  const { to } = preApprovalTable.moves[action]
  await sql`
    update pre_order o set version = o.version + 1, state = ${to}, reject_reason = ${reason}, memo = ${memo}, decided_by = ${actor.name}, decided_for = d.behalf, decided_at = ${now}
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${passing.map(({ plan }) => plan?.name ?? null)}::text[]) as d(id, behalf)
    where o.company_id = ${actor.company.id} and o.id = d.id`.execute(tx)
  if (action !== 'cancel') {
    const event = action === 'reject' ? 'preOrder.rejected' : 'preOrder.approved'
    const told = orders.map(({ code, recordUserId }) => ({ code, recordUserId, lines: 0 }))
    await notifyOwners(tx, services.jobs, { ...actor, jobId }, now, event, told, {
      memo,
      preApprovalReason: reason,
    })
  }
  const operations = {
    approve: 'preOrder.approved',
    approveBlacklisted: 'preOrder.approvedBlacklisted',
    reject: 'preOrder.rejected',
    cancel: 'preOrder.cancelled',
  } as const
  await record(tx, actor, now, {
    events: passing.map(({ record: order, plan: behalf }) => ({
      recordType: 'preOrder',
      recordId: order.id,
      kind: operations[action],
      facts: { preApprovalReason: reason, memo, behalf: behalf?.name ?? null },
    })),
    audit: passing.map(({ record: order, plan: behalf }): AuditEntry => ({
      operation: operations[action],
      recordType: 'preOrder',
      recordId: order.id,
      recordCode: order.code,
      before: { preApprovalState: order.state },
      after: {
        preApprovalState: to,
        ...(reason !== 'None' && { preApprovalReason: reason }),
        ...(memo && { memo }),
        ...(behalf && { onBehalfOf: behalf.name }),
      },
    })),
  })
}

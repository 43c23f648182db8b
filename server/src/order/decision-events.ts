import { decisions, type LineAction } from '@kervan/contract/order/states'
import type { NoticeEvent } from '@kervan/contract/kit/notices'
import type { orderNotices } from '@kervan/contract/order/notices'
import type { Tx } from '../kit/database/db.ts'
import type { Doer } from '../kit/records/audit.ts'
import type { Jobs } from '../kit/work/jobs.ts'
import { notify } from '../kit/work/notices.ts'
import type { DecidedLine, LineChange, Decision } from './decide.ts'
import type { DecidedChange } from './order.sql.ts'

/** What the time line and the audit log say about a decision. */
export function describeDecision(
  order: { id: string; lines: readonly DecidedLine[] },
  changes: readonly LineChange[],
  decision: Decision,
  behalf: string | null = null,
): Pick<DecidedChange, 'event' | 'operation'> {
  const before = new Map(order.lines.map((line) => [line.id, line]))
  const single = changes.length === 1 ? changes[0] : undefined
  const line = single && before.get(single.id)
  const kind = `order.${decisions[decision.action]}` as const
  return {
    operation: kind,
    event: {
      recordType: 'order',
      recordId: order.id,
      kind,
      facts: {
        count: changes.length,
        line: line?.lineCode ?? null,
        from: line && decision.action === 'revise' ? line.poQuantity : null,
        to: single && decision.action === 'revise' ? single.poQuantity : null,
        reason: 'reason' in decision ? decision.reason : null,
        memo: 'memo' in decision ? decision.memo : null,
        behalf,
      },
    },
  }
}

type ToldOrder = { code: string; recordUserId: string; lines: number }
type OrderNotice = NoticeEvent & keyof typeof orderNotices

/**
 * Tells whoever placed the orders what somebody else, or the ERP, did with them: one notice and one mail a person and
 * event (ORD-024), the mail with the reason (`why`). Nobody is told of what they did themselves.
 */
export async function notifyOwners(
  tx: Tx,
  jobs: Jobs,
  by: Doer & { jobId?: string | undefined },
  now: Date,
  event: OrderNotice,
  orders: readonly ToldOrder[],
  why: Record<string, string | null> = {},
): Promise<void> {
  const byOwner = Map.groupBy(orders, ({ recordUserId }) => recordUserId)
  if (by.membershipId !== null) byOwner.delete(by.membershipId)
  const told = [...byOwner].map(([membershipId, own]) => ({
    membershipId,
    codes: own.map(({ code }) => code),
    facts: {
      by: by.name,
      count: own.length,
      order: own.length === 1 ? (own[0]?.code ?? null) : null,
      lines: own.reduce((sum, { lines }) => sum + lines, 0),
    },
    mail: { memo: '', ...why },
  }))
  await notify(tx, jobs, { id: by.company.id, jobId: by.jobId }, now, event, told)
}

/** The notice of a decision; cancelling is the owner's own. */
const notices: Record<LineAction, OrderNotice | null> = {
  approve: 'order.approved',
  reject: 'order.rejected',
  revise: 'order.revised',
  revert: 'order.reverted',
  cancel: null,
  sendExternal: null,
  acceptExternal: 'order.approved',
  refuseExternal: 'order.rejected',
  overrideQuota: 'order.reverted',
}
export const noticeOf = ({ action }: Decision): OrderNotice | null => notices[action]

export const toldOrders = (decided: readonly Pick<DecidedChange, 'order' | 'changes'>[]): ToldOrder[] =>
  decided.map(({ order, changes }) => ({
    code: order.code,
    recordUserId: order.recordUserId,
    lines: changes.length,
  }))

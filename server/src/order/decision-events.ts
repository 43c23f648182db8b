import { decisions } from '@kervan/contract/order/states'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import type { Jobs } from '../kit/work/jobs.ts'
import { tell } from '../kit/work/notices.ts'
import type { DecidedLine, LineChange, Decision } from './decide.ts'
import type { DecidedChange } from './order.sql.ts'

/** What the time line and the audit log say about a decision. */
export function describeDecision(
  order: { id: string; lines: readonly DecidedLine[] },
  changes: readonly LineChange[],
  decision: Decision,
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
      },
    },
  }
}

/**
 * Tells whoever placed the orders what somebody else decided on them, one notice and one mail a person and decision
 * (ORD-024). Nobody is told of what they did themselves.
 */
export async function tellOwners(
  tx: Tx,
  jobs: Jobs,
  actor: Actor,
  now: Date,
  decided: readonly DecidedChange[],
  decision: Decision,
): Promise<void> {
  if (decision.action === 'cancel') return
  const byOwner = Map.groupBy(decided, ({ order }) => order.recordUserId)
  byOwner.delete(actor.membershipId)
  await tell(
    tx,
    jobs,
    actor.company.id,
    now,
    `order.${decisions[decision.action]}`,
    [...byOwner].map(([membershipId, orders]) => {
      const only = orders.length === 1 ? (orders[0]?.order.code ?? null) : null
      return {
        membershipId,
        recordCode: only,
        facts: {
          by: actor.name,
          count: orders.length,
          order: only,
          lines: orders.reduce((sum, { changes }) => sum + changes.length, 0),
        },
        mail: {
          orders: orders
            .slice(0, 50)
            .map(({ order }) => order.code)
            .join(', '),
          memo: 'memo' in decision ? (decision.memo ?? '') : '',
        },
      }
    }),
  )
}

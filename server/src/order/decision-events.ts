import { languages, type Language } from '@kervan/contract/kit/values'
import { decisions } from '@kervan/contract/order/states'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import type { Jobs } from '../kit/work/jobs.ts'
import { enqueueMail } from '../kit/work/outbox.ts'
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

/** Tells whoever placed the orders, one mail a person and decision, when lines were approved or rejected. */
export async function enqueueDecisionMail(
  tx: Tx,
  jobs: Jobs,
  actor: Actor,
  decided: readonly DecidedChange[],
  decision: Decision,
): Promise<void> {
  if (decision.action !== 'approve' && decision.action !== 'reject') return
  const byOwner = Map.groupBy(decided, ({ order }) => order.recordUserId)
  const owners = await tx
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .select(['m.id', 'm.language', 'i.username', 'i.first_name', 'i.last_name'])
    .where('m.company_id', '=', actor.company.id)
    .where('m.id', 'in', [...byOwner.keys()])
    .where((where) => where.or([where('m.invitation', 'is', null), where('m.invitation', '=', 'Accepted')]))
    .execute()
  for (const owner of owners) {
    const orders = byOwner.get(owner.id) ?? []
    await enqueueMail(tx, jobs, actor.company.id, {
      to: owner.username,
      language: asLanguage(owner.language),
      template: decision.action === 'approve' ? 'ordersApproved' : 'ordersRejected',
      facts: {
        name: `${owner.first_name} ${owner.last_name}`,
        by: actor.name,
        company: actor.company.name,
        orders: orders
          .slice(0, 50)
          .map(({ order }) => order.code)
          .join(', '),
        count: orders.length,
        memo: 'memo' in decision ? (decision.memo ?? '') : '',
      },
    })
  }
}

export function asLanguage(text: string): Language {
  return languages.find((language) => language === text) ?? 'en'
}

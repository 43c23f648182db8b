import { languages, type Language } from '@kervan/contract/kit/values'
import type { Actor } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import type { Jobs } from '../kit/jobs.ts'
import { promiseMail } from '../kit/outbox.ts'
import type { LineChange, Wish } from './decide.ts'
import type { DecidedChange, LockedOrder } from './order.sql.ts'

const past = {
  approve: 'approved',
  reject: 'rejected',
  revise: 'revised',
  revert: 'reverted',
  cancel: 'cancelled',
} as const

/** What the time line and the audit log say about a decision. */
export function describeDecision(
  order: LockedOrder,
  changes: readonly LineChange[],
  wish: Wish,
): Pick<DecidedChange, 'event' | 'operation'> {
  const before = new Map(order.lines.map((line) => [line.id, line]))
  const single = changes.length === 1 ? changes[0] : undefined
  const line = single && before.get(single.id)
  const kind = `order.${past[wish.action]}`
  return {
    operation: kind,
    event: {
      recordType: 'order',
      recordId: order.id,
      kind,
      facts: {
        count: changes.length,
        line: line?.lineCode ?? null,
        from: line && wish.action === 'revise' ? line.poQuantity : null,
        to: single && wish.action === 'revise' ? single.poQuantity : null,
        reason: 'reason' in wish ? wish.reason : null,
        memo: 'memo' in wish ? wish.memo : null,
      },
    },
  }
}

/** Tells whoever placed the orders, one mail a person and decision, when lines were approved or rejected. */
export async function promiseDecisionMail(
  tx: Tx,
  jobs: Jobs,
  actor: Actor,
  decided: readonly DecidedChange[],
  wish: Wish,
): Promise<void> {
  if (wish.action !== 'approve' && wish.action !== 'reject') return
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
    await promiseMail(tx, jobs, actor.company.id, {
      to: owner.username,
      language: asLanguage(owner.language),
      template: wish.action === 'approve' ? 'ordersApproved' : 'ordersRejected',
      facts: {
        name: `${owner.first_name} ${owner.last_name}`,
        by: actor.name,
        company: actor.company.name,
        orders: orders
          .slice(0, 50)
          .map(({ order }) => order.code)
          .join(', '),
        count: orders.length,
        memo: 'memo' in wish ? (wish.memo ?? '') : '',
      },
    })
  }
}

export function asLanguage(text: string): Language {
  return languages.find((language) => language === text) ?? 'en'
}

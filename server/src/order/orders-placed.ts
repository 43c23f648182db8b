import { noticeEvents } from '@kervan/contract/kit/notices'
import type { Language } from '@kervan/contract/kit/values'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { preApprovalOrders } from '@kervan/contract/order/pre-approval'
import { sql, type CompiledQuery } from 'kysely'
import type { Actor, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { translate } from '../kit/messages.ts'
import { asChoice, languageOf, tell } from '../kit/work/notices.ts'
import { enqueueAtCommit, takeOutbox, type OutboxHandler } from '../kit/work/outbox.ts'
import type { SubmittedOrder } from './quota/submit.ts'
import { tellManagers } from './tell-managers.ts'

// Who placed orders is told that they stand, and so are those who manage orders and have asked to be told (ORD-024).

export type PlacedWishes = { language: string | null; choice: string | null; others: boolean }

/** How who places orders wants to hear of it, and whether anybody else does: read with the first reads of placing. */
export const placedWishes = (tx: Tx, { company, membershipId }: Actor): CompiledQuery<PlacedWishes> =>
  sql<PlacedWishes>`
    select m.language,
      (select n.choice from notice_choice n where n.company_id = ${company.id} and n.membership_id = m.id and n.event = 'order.placed') as choice,
      exists (select from notice_choice n where n.company_id = ${company.id} and n.event = 'order.arrived' and n.choice <> 'Nothing') as others
    from membership m where m.company_id = ${company.id} and m.id = ${membershipId}`.compile(tx)

/**
 * Has it told, with the commit, that these orders stand; `ids` in the order of the orders. Nearly always a mail is all
 * that anybody wants; whatever else is told by a worker, because placing waits for nobody.
 */
export function enqueuePlaced(
  { tx, actor, services }: SessionContext,
  orders: readonly SubmittedOrder[],
  ids: readonly string[],
  wishes: PlacedWishes,
): void {
  const lines = orders.reduce((sum, order) => sum + order.lines.length, 0)
  const language = languageOf(wishes)
  const facts = {
    quantity: orders.reduce((sum, order) => sum + order.quantity, 0),
    quota: quotaWords(language, orders),
  }
  const choice = asChoice(wishes.choice, noticeEvents['order.placed'].usual)
  if (!wishes.others && choice === 'Nothing') return
  if (!wishes.others && choice === 'Mail')
    return enqueueAtCommit(tx, services.jobs, actor.company.id, 'mail', {
      to: actor.userName,
      language,
      template: noticeEvents['order.placed'].mail,
      facts: { ...facts, name: actor.name, company: actor.company.name, count: orders.length, lines },
    })
  enqueueAtCommit(tx, services.jobs, actor.company.id, 'ordersPlaced', {
    of: 'order',
    by: { membershipId: actor.membershipId, name: actor.name },
    orders: orders.flatMap((order, at) => {
      const id = ids[at]
      return id === undefined ? [] : [[id, order.lines.length] satisfies [string, number]]
    }),
    mail: facts,
  })
}

/** What quotas have decided of the lines, and of how many; empty where none has (QTA-002). */
function quotaWords(language: Language, orders: readonly SubmittedOrder[]): string {
  const lines = orders.flatMap((order) => order.lines)
  const results = (['Approve', 'ExceededQuota', 'Reject'] as const).flatMap((result) => {
    const count = lines.filter(({ quotaState }) => quotaState === result).length
    return count === 0 ? [] : [`${translate(language, `state.quotaResult.${result}`)}: ${count}`]
  })
  return results.length === 0 ? '' : translate(language, 'mail.ordersPlaced.quota', { results })
}

export const tellPlaced: OutboxHandler<'ordersPlaced'> = async (
  { db, clock, jobs },
  _mailer,
  companyId,
  id,
  { of, by, orders, mail },
) => {
  const now = clock.now()
  const [event, list] =
    of === 'order'
      ? (['order.arrived', pendingOrders.page] as const)
      : (['preOrder.arrived', preApprovalOrders.page] as const)
  await db.withCompany(companyId, async (tx) => {
    if (!(await takeOutbox(tx, companyId, id, now))) return
    if (mail) {
      const { rows } = await sql<{ code: string }>`
        select o.code from sales_order o
        where o.company_id = ${companyId} and o.id = any(${orders.map(([order]) => order)}::uuid[]) order by o.code`.execute(
        tx,
      )
      const codes = rows.map(({ code }) => code)
      const facts = {
        count: orders.length,
        order: codes.length === 1 ? (codes[0] ?? null) : null,
        lines: orders.reduce((sum, [, count]) => sum + count, 0),
      }
      const { membershipId } = by
      await tell(tx, jobs, { id: companyId }, now, 'order.placed', [{ membershipId, codes, facts, mail }])
    }
    await tellManagers(tx, { jobs }, companyId, now, event, list, new Map(orders), { of, by })
  })
}

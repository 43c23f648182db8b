import { pendingOrders } from '@kervan/contract/order/order-management'
import { preApprovalOrders } from '@kervan/contract/order/pre-approval'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import type { Tx } from '../kit/database/db.ts'
import { translate } from '../kit/messages.ts'
import type { Jobs } from '../kit/work/jobs.ts'
import { takeOutbox, type OutboxHandler } from '../kit/work/outbox.ts'
import { tell } from '../kit/work/notices.ts'
import type { OutboxPayloads } from './payloads.ts'
import { tellManagers } from './tell-managers.ts'

/**
 * Tells who placed orders that they stand, and those who manage orders and have asked to be told (ORD-024). Done by a
 * worker, because placing does not wait for whoever may want to know.
 */
export const tellPlaced: OutboxHandler<'ordersPlaced'> = async (
  { db, clock, jobs },
  _mailer,
  companyId,
  id,
  { of, by, orders, mail },
) => {
  const now = clock.now()
  await db.withCompany(companyId, async (tx) => {
    if (!(await takeOutbox(tx, companyId, id, now))) return
    const lines = new Map(orders)
    if (mail) await tellWhoPlaced(tx, { companyId, jobs, now }, { by, orders, mail })
    const [event, list] =
      of === 'order'
        ? (['order.arrived', pendingOrders.page] as const)
        : (['preOrder.arrived', preApprovalOrders.page] as const)
    await tellManagers(tx, { jobs }, companyId, now, event, list, lines, { of, by })
  })
}

type Placed = OutboxPayloads['ordersPlaced']

async function tellWhoPlaced(
  tx: Tx,
  { companyId, jobs, now }: { companyId: number; jobs: Jobs; now: Date },
  { by: { membershipId }, orders, mail }: Pick<Placed, 'by' | 'orders'> & { mail: Placed['mail'] & object },
): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select o.code from sales_order o
    where o.company_id = ${companyId} and o.id = any(${orders.map(([id]) => id)}::uuid[]) order by o.code`.execute(
    tx,
  )
  const { language } = await tx
    .selectFrom('membership')
    .select('language')
    .where('company_id', '=', companyId)
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const codes = rows.map(({ code }) => code)
  const told = {
    membershipId,
    codes,
    facts: {
      count: orders.length,
      order: codes.length === 1 ? (codes[0] ?? null) : null,
      lines: orders.reduce((sum, [, count]) => sum + count, 0),
    },
    mail: {
      quantity: mail.quantity,
      quota: quotaWords(asLanguage(language), mail.quota),
    },
  }
  await tell(tx, jobs, { id: companyId }, now, 'order.placed', [told])
}

const asLanguage = (code: string | null): Language =>
  languages.find((language) => language === code) ?? defaultLanguage

/** What quotas have decided of the lines, and of how many; empty where none has (QTA-002). */
function quotaWords(language: Language, quota: (Placed['mail'] & object)['quota']): string {
  const results = (['Approve', 'ExceededQuota', 'Reject'] as const).flatMap((result) =>
    quota[result] ? [`${translate(language, `state.quotaResult.${result}`)}: ${quota[result]}`] : [],
  )
  return results.length === 0 ? '' : translate(language, 'mail.ordersPlaced.quota', { results })
}

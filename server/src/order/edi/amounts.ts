import type { AmountLimit } from '@kervan/contract/order/words'
import { sql } from 'kysely'
import type { Actor, CompanyContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { brokenLimits } from '../new/transaction-amounts.ts'
import { pricesVisible } from '../../access/access.api.ts'

/** A limit that a document breaks, as the message keeps it. */
export type DocumentAmount = { code: AmountLimit; amount: string }

/**
 * Which amounts of the business relation the orders of a document break (ORD-022). All that came of it counts, so that a
 * line that was corrected later is no order below the minimum by itself.
 */
export async function amountsOfDocument(tx: Tx, actor: Actor, messageId: string): Promise<DocumentAmount[]> {
  const company = actor.company.id
  const { rows } = await sql<{ customerId: string; total: string }>`
    select made.customer_id as "customerId", sum(made.total)::text as total from (
      select s.customer_id, s.total from edi_order e join sales_order s on s.company_id = ${company} and s.id = e.order_id
      where e.company_id = ${company} and e.message_id = ${messageId} and not e.is_pre_order
      union all
      select p.customer_id, p.total from edi_order e join pre_order p on p.company_id = ${company} and p.id = e.order_id
      where e.company_id = ${company} and e.message_id = ${messageId} and e.is_pre_order) made
    group by made.customer_id`.execute(tx)
  const broken = await brokenLimits(
    tx,
    actor,
    rows.map((row) => ({ id: row.customerId, ...row })),
  )
  return broken.map(({ code, amount }) => ({ code, amount }))
}

/** Whether the sender of orders may know prices: an answer is read by the customer's people, whoever has processed it. */
export const sendersSeePrices = ({ priceVisibility }: CompanyContext): boolean =>
  pricesVisible(priceVisibility, { userType: 'ThirdPartyUser', permissions: new Set(['NewOrder']) })

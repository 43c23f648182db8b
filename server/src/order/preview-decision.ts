import type { BulkAnswer } from '@kervan/contract/kit/bulk-answer'
import { selectionLimit } from '@kervan/contract/kit/page'
import { isApproval } from '@kervan/contract/order/states'
import { sql } from 'kysely'
import type { BulkContext } from '../kit/lists/handle-bulk.ts'
import { sayMoney, translate } from '../kit/messages.ts'
import type { Decision } from './decide.ts'
import { overQuota } from './order-list.ts'
import { pricesVisible } from '../access/access.api.ts'

type Context = Pick<BulkContext, 'tx' | 'actor' | 'language'>
type Totals = { currency: string; total: string; customers: number }
type Exceeding = { id: string; code: string; count: number }

/**
 * What a decision on these orders is about: how many customers, and how much money in each currency where the reader
 * may see it. An approval warns of orders with lines over a quota, so that they can be left out (ORD-010, QTA-002).
 * Stock is no warning: all orders that can be approved hold the stock of their lines.
 */
export async function previewDecision(
  { tx, actor, language }: Context,
  { action }: Pick<Decision, 'action'>,
  ids: readonly string[],
): Promise<Pick<BulkAnswer, 'figures' | 'warnings'>> {
  const chosen = sql`o.company_id = ${actor.company.id} and o.id = any(${ids}::uuid[])`
  const { rows: totals } = await sql<Totals>`
    select o.currency, sum(o.total)::text as total, (select count(distinct o.customer_id)::int from sales_order o where ${chosen}) as customers
    from sales_order o where ${chosen} group by o.currency order by o.currency`.execute(tx)
  const { rows: exceeding } = isApproval(action)
    ? await sql<Exceeding>`
        select o.id, o.code, count(*) over ()::int as count from sales_order o
        where ${chosen} and ${overQuota(actor.company.id)} order by o.code limit ${selectionLimit}`.execute(
        tx,
      )
    : { rows: [] }
  const count = exceeding[0]?.count ?? 0
  const money = pricesVisible(actor.company.priceVisibility, actor) ? totals : []
  return {
    figures: [
      translate(language, 'order.preview.customers', { count: totals[0]?.customers ?? 0 }),
      ...money.map(({ total, currency }) => sayMoney(language, total, currency)),
    ],
    ...(count > 0 && {
      warnings: [
        {
          warning: 'OverQuota',
          message: translate(language, 'order.preview.overQuota', { count }),
          count,
          records: exceeding.map(({ id, code }) => ({ id, code })),
        },
      ],
    }),
  }
}

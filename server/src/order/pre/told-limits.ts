import { translate, sayMoney } from '../../kit/messages.ts'
import type { BulkContext } from '../../kit/lists/handle-bulk.ts'
import { brokenLimits } from '../new/transaction-amounts.ts'
import { pricesVisible } from '../../access/access.api.ts'

const namedOrders = 5

/**
 * What is said before pre-approval orders are approved that are outside the amounts of their customers' business relations
 * (ORD-022): a sentence for each limit. Each order is decided on by itself, so it is measured by itself.
 */
export async function toldLimits(
  { tx, actor, language }: Pick<BulkContext, 'tx' | 'actor' | 'language'>,
  orders: readonly { id: string; code: string; customerId: string; total: string }[],
): Promise<string[]> {
  if (!pricesVisible(actor.company.priceVisibility, actor)) return []
  const codes = new Map(orders.map(({ id, code }) => [id, code]))
  const broken = await brokenLimits(tx, actor, orders)
  return [...Map.groupBy(broken, ({ code, amount }) => `${code} ${amount}`).values()].flatMap((concerned) => {
    const [first] = concerned
    if (!first) return []
    const named = concerned.slice(0, namedOrders).map(({ id }) => codes.get(id) ?? '')
    return translate(language, `order.pre.limit.${first.code}`, {
      count: concerned.length,
      orders: concerned.length > namedOrders ? [...named, '…'] : named,
      amount: sayMoney(language, first.amount, actor.company.currency),
    })
  })
}

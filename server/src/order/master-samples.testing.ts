import { approvedOrder } from '@kervan/contract/order/order-management'
import { named, orderOf, type Shop } from '../../test/ordering.ts'
import type { Company } from '../../test/portal.ts'
import type { SampleContext, Samples } from '../../test/sample-records.ts'

export const samples: Samples = {
  goodsIssue: async (n, context) => ({
    orderLine: await approvedLineOf(context),
    issuedQuantity: n,
    closesLine: false,
  }),
  quotaRule: async (_, { portal, company }) => {
    await portal.owner.query('update company set quota_active = true where id = $1', [company.id])
    return { locationLevel: null, productLevel: null, bindingStrategy: 'Standard', validTo: null }
  },
}

/** A line of a thousand pieces that waits for its goods. */
async function approvedLineOf({ portal, company }: SampleContext): Promise<string> {
  const known = approvedLines.get(company)
  if (known !== undefined) return known
  const customer = await company.customer()
  const shop: Shop = {
    portal,
    company,
    customer,
    location: await company.location(customer),
    product: await company.product({ stock: 5_000 }),
    buyer: await company.user({ customer }),
    boss: await company.user(),
  }
  const order = await orderOf(shop, [1_200])
  const { status } = await portal.call(approvedOrder, shop.boss.token, named(order))
  if (status !== 200) throw new Error(`approving the sample answered ${status}`)
  const code = `${order.orderCode}-1`
  approvedLines.set(company, code)
  return code
}
const approvedLines = new WeakMap<Company, string>()

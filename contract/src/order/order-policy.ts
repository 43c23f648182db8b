import { z } from 'zod'
import { call, Nothing, Version } from '../kit/call.ts'
import { isTimeZone } from '../kit/values.ts'
import { orderFlows, pendingScopes, priceVisibilities } from './words.ts'

// How a company takes orders (ORD-021, ORD-014, ORD-020, QTA-003). What has no effect yet is not offered.

const settings = {
  /** An order needs the customer's own PO number, and none that this customer has used before. */
  checkPoNumber: z.boolean(),
  priceVisibility: z.enum(priceVisibilities),
  /** Who orders is told how much of a quota is left. */
  quotaVisible: z.boolean(),
  /** What of yesterday's pending orders is cancelled by itself at midnight. */
  pendingScope: z.enum(pendingScopes),
  /** Whose midnight; null is the company's own. */
  orderFlow: z.enum(orderFlows),
  referenceTimeZone: z.string().max(64).refine(isTimeZone, 'timeZone').nullable(),
}

export const OrderPolicy = z.object({ ...settings, version: Version })
export type OrderPolicy = z.infer<typeof OrderPolicy>

export const OrderPolicyView = z.strictObject({
  ...settings,
  version: z.int(),
  /** Pending orders that the next midnight would cancel, by scope. */
  pending: z.strictObject({ direct: z.int(), backorder: z.int() }),
})
export type OrderPolicyView = z.infer<typeof OrderPolicyView>

export const getOrderPolicy = call('ProjectSetting/GetOrderSettings', {
  reads: true,
  input: Nothing,
  output: OrderPolicyView,
  refusals: [],
})

export const updateOrderPolicy = call('ProjectSetting/UpdateOrderSettings', {
  input: z.strictObject({ ...settings, version: Version }),
  output: OrderPolicyView,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded'],
})

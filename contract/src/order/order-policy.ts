import { z } from 'zod'
import { type UiPermission, priceVisibilities } from '../access/words.ts'
import { call, Nothing, Version } from '../kit/call.ts'
import { DateOnly, isTimeZone } from '../kit/values.ts'
import { orderFlows, pendingScopes } from './words.ts'

// How a company takes orders (ORD-021, ORD-014, ORD-020, QTA-003).

/** The most packs in a bundle, and the most location groups that lead. */
export const packBundleLimit = 1_000
export const topLocationGroupLimit = 50

/** The longest that a delivery is planned for, and the most days of demand that are kept at a location. */
export const replenishmentDaysLimit = 365
export const safetyStockDaysLimit = 180

/** The longest that somebody outside may take to answer before those who manage orders are told; 30 days. */
export const externalAlarmLimit = 720

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
  /** Packs are ordered in bundles of so many. */
  packBundleAmount: z.int().min(1).max(packBundleLimit),
  /** The location groups ordered for most that lead in a choice of locations; 0 for none. */
  topLocationGroups: z.int().min(0).max(topLocationGroupLimit),
  /** Days that a suggested delivery lasts for, and days of demand that should always lie at a location (ORD-017). */
  replenishmentDays: z.int().min(1).max(replenishmentDaysLimit),
  safetyStockDays: z.int().min(0).max(safetyStockDaysLimit),
  /** Hours after which an external approval without an answer is overdue; 0 for never (ORD-010). */
  externalAlarmHours: z.int().min(0).max(externalAlarmLimit),
  /** My Orders, their documents and pre-approval orders begin on this day at the earliest; null leaves the six months (ORD-011). */
  archiveDate: DateOnly.nullable(),
  /** No order is exported without the ERP codes of its customer. */
  requireErpCodes: z.boolean(),
  referenceTimeZone: z.string().max(64).refine(isTimeZone, 'timeZone').nullable(),
}

/** Which permission of service settings each setting belongs to: a tab shows and changes its own. */
export const settingTabs = {
  orderFlow: 'General',
  priceVisibility: 'General',
  quotaVisible: 'General',
  pendingScope: 'General',
  referenceTimeZone: 'General',
  externalAlarmHours: 'General',
  archiveDate: 'General',
  packBundleAmount: 'Product',
  replenishmentDays: 'Product',
  safetyStockDays: 'Product',
  topLocationGroups: 'Location',
  checkPoNumber: 'BusinessRelations',
  requireErpCodes: 'EDISettings',
} as const satisfies Record<keyof typeof settings, UiPermission>

export const OrderPolicy = z.object({ ...settings, version: Version })
export type OrderPolicy = z.infer<typeof OrderPolicy>

export const OrderPolicyView = z.strictObject({
  ...settings,
  version: z.int(),
  /** Pending orders that the next midnight would cancel, by scope. */
  pending: z.strictObject({ direct: z.int(), backorder: z.int() }),
  /** Products whose bundle is more than anybody may order of them. */
  unorderableProducts: z.int(),
  /** Related customers whose orders cannot be exported once ERP codes are required. */
  customersWithoutErpCodes: z.int(),
})
export type OrderPolicyView = z.infer<typeof OrderPolicyView>

export const getOrderPolicy = call('ProjectSetting/GetOrderSettings', {
  reads: true,
  input: Nothing,
  output: OrderPolicyView,
  refusals: [],
})

/** Changes what is named; each setting needs the permission of its tab as well. */
export const updateOrderPolicy = call('ProjectSetting/UpdateOrderSettings', {
  input: z.strictObject({ ...z.object(settings).partial().shape, version: Version }),
  output: OrderPolicyView,
  refusals: ['ChangedMeanwhile', 'WholeCompanyNeeded'],
})

import { z } from 'zod'
import { call, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { ProductPicture } from '../company/words.ts'
import { DateOnly, Instant, Quantity, QuantityOrZero } from '../kit/values.ts'
import { lineTypes } from './words.ts'

// Order Replenishment (ORD-017): what open orders want of a product, how it sold, and how a scarce amount is given out.

/** Lines that one distribution may book, and that are shown of a product. */
export const distributedLines = 5_000
export const replenishmentLines = 20_000

/** Products that open orders wait for. */
export const replenishmentProducts = pageList('OrderReplenishment/GetReplenishmentProducts', {
  columns: {
    productUniqueCode: column.code(),
    productName: column.text(),
    color: column.text({ nullable: true }),
    size: column.text({ nullable: true }),
    openLines: column.integer(),
    demandDirectly: column.integer(),
    demandBackorder: column.integer(),
    /** What is free at all locations that supply anybody. */
    freeStock: column.integer(),
    /** Delivered in the last five days. */
    completedLast5Days: column.integer(),
    oldestOrder: column.instant(),
  },
  extra: { id: Uuid, picture: ProductPicture },
  defaultSort: [{ column: 'demandBackorder', direction: 'desc' }],
  search: true,
})

const ReplenishmentLine = z.strictObject({
  lineId: Uuid,
  lineCode: z.string(),
  orderCode: z.string(),
  /** Of the order, so that a distribution of what was looked at refuses what has changed since. */
  version: Version,
  type: z.enum(lineTypes),
  customerName: z.string(),
  deliveryLocationName: z.string(),
  orderDate: Instant,
  deliveryDate: DateOnly,
  packUnit: z.int(),
  demandQuantity: z.int(),
  poQuantity: z.int(),
  /** Of this product for this location: delivered in the last five days, and monthly averages of what was ordered. */
  completedLast5Days: z.int(),
  average120Days: z.number(),
  average90Days: z.number(),
  lastYearMonthlyAverage: z.number(),
  /** At its location: on hand, approved and not delivered, and asked for by earlier open lines of either kind. */
  stock: z.int(),
  inTransit: z.int(),
  openOrders: z.int(),
  /** What the figures suggest to give (`suggestionOf`), whatever the line asks for. */
  suggestedQuantity: z.int(),
  /** The reader's own order, which somebody else has to decide on. */
  isOwn: z.boolean(),
})
export type ReplenishmentLine = z.infer<typeof ReplenishmentLine>

export const getReplenishment = call('OrderReplenishment/GetReplenishment', {
  sharesPermission: 'GetReplenishmentProducts',
  reads: true,
  input: z.strictObject({ variantId: Uuid, directly: z.boolean(), backorder: z.boolean() }),
  output: z.strictObject({
    productUniqueCode: z.string(),
    productName: z.string(),
    color: z.string().nullable(),
    size: z.string().nullable(),
    packUnit: z.int(),
    freeStock: z.int(),
    /** What suggestions are worked out with: settings of the company. */
    horizonDays: z.int(),
    safetyDays: z.int(),
    /** Twelve months, the current one last: ordered and delivered pieces. */
    months: z.array(z.strictObject({ month: DateOnly, ordered: z.int(), completed: z.int() })),
    lines: z.array(ReplenishmentLine),
    /** There are more lines than are shown. */
    truncated: z.boolean(),
  }),
  refusals: ['NotFound', 'ReplenishmentTypeMissing'],
})

/** Approves the lines with the quantities given, all or nothing (ORD-017). */
export const distributeAmount = call('OrderReplenishment/DistributeAmount', {
  input: z.strictObject({
    variantId: Uuid,
    amount: Quantity,
    lines: z
      .array(z.strictObject({ lineId: Uuid, version: Version, quantity: QuantityOrZero }))
      .max(distributedLines),
  }),
  output: z.strictObject({ orders: z.int(), lines: z.int(), quantity: z.int(), remainder: z.int() }),
  refusals: [
    'NotFound',
    'DistributionEmpty',
    'DistributionTwice',
    'DistributionAboveAmount',
    'DistributionOutdated',
    'OwnOrder',
    'QuantityAboveDemand',
    'QuantityNotPack',
    'StockShort',
    'QuotaExceeded',
    'QuotaAmountExceeded',
  ],
})

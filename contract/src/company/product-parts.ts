import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly } from '../kit/values.ts'
import { ProductPicture, productSeasons, recordStates } from './words.ts'

/** The colours and sizes of one product (PRD-001). */
export const variantsOfProduct = pageList('Product/GetVariantsOfProduct', {
  columns: {
    code: column.code(),
    color: column.text({ nullable: true }),
    size: column.text({ nullable: true }),
    gtin: column.code({ nullable: true }),
    listPrice: column.decimal({ nullable: true, price: true }),
    status: column.choice(recordStates, { words: 'recordState' }),
    onHand: column.integer(),
  },
  extra: { id: z.uuid() },
  scope: { productId: Uuid },
  defaultSort: [{ column: 'code', direction: 'asc' }],
})

/**
 * A product at a glance (PRD-001): what it is sold as, what lies where in pieces, and how it is ordered. Orders are those
 * of the last 90 days; the next price is the first one announced for a day to come, null for who may not see prices.
 */
export const getProductOverview = call('Product/GetProductOverview', {
  sharesPermission: 'GetProducts',
  reads: true,
  input: z.strictObject({ productId: Uuid }),
  output: z.strictObject({
    picture: ProductPicture,
    status: z.enum(recordStates),
    season: z.enum(productSeasons),
    listPrice: z.string().nullable(),
    currency: z.string(),
    nextPrice: z.strictObject({ price: z.string(), from: DateOnly }).nullable(),
    variants: z.int(),
    activeVariants: z.int(),
    withoutBarcode: z.int(),
    onHand: z.int(),
    free: z.int(),
    warehouses: z.int(),
    pointsOfSale: z.int(),
    restrictions: z.int(),
    orders: z.int(),
    pieces: z.int(),
    lastOrderAt: z.iso.datetime().nullable(),
  }),
  refusals: ['NotFound'],
})

/**
 * The replenishment network of one product (PRD-001): for each place that is supplied, the nearest of its suppliers that
 * has free pieces, and what all of them have. Without one, nobody supplies it at the moment.
 */
export const productSupply = pageList('Product/GetProductSupply', {
  columns: {
    receiverCode: column.code(),
    receiverName: column.text(),
    city: column.text(),
    supplierCode: column.code({ nullable: true }),
    supplierName: column.text({ nullable: true }),
    free: column.integer(),
    suppliers: column.integer(),
    freeInAll: column.integer(),
  },
  extra: { id: Uuid },
  scope: { productId: Uuid },
  defaultSort: [{ column: 'receiverCode', direction: 'asc' }],
  search: true,
  refusals: ['NotFound'],
})

import { z } from 'zod'
import { ProductPicture } from '../company/words.ts'
import { call, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { MedulaTransactionNo } from './medula-number.ts'
import { DateOnly, Instant, Money, Quantity, QuantityOrZero, text } from '../kit/values.ts'
import { DocumentDescription } from './document-description.ts'
import { orderFileBytes, orderFileLimit, orderFileTypes, shipmentMethods } from './words.ts'

// The cart: one for each user, filled by product, import or an earlier order (ORD-005).

export const ShipmentMethod = z.enum(shipmentMethods)

/** Where and when a line is to be delivered. Without a point of sale the only one that fits is taken (ORD-003). */
export const Delivery = z.strictObject({
  locationId: Uuid,
  shipmentMethod: ShipmentMethod,
  deliveryDate: DateOnly,
  pointOfSaleId: Uuid.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const CartSummary = z.strictObject({
  version: z.int(),
  productCount: z.int(),
  lineCount: z.int(),
  quantity: z.int(),
  /** What stock does not cover now: it becomes a backorder, or is not delivered where the company takes none. */
  pendingQuantity: z.int(),
  /** What is ordered of it, and what the totals are of: all, or what stock covers where the company takes no backorders. */
  orderedQuantity: z.int(),
  currency: z.string(),
  subtotal: Money.nullable(),
  discountPercent: z.string(),
  discount: Money.nullable(),
  total: Money.nullable(),
  externalPoCode: z.string().nullable(),
  externalOrderDate: DateOnly.nullable(),
  externalContact: z.string().nullable(),
  /** The number of the transaction at the health-insurance service (ORD-015). */
  medulaTransactionNo: z.string().nullable(),
  /** The company notifies that service, so the number is asked for. */
  asksMedulaTransactionNo: z.boolean(),
  note: z.string().nullable(),
  savedAt: Instant.nullable(),
  files: z.array(
    z.strictObject({ fileId: z.uuid(), name: z.string(), bytes: z.int(), ...DocumentDescription.shape }),
  ),
  /** One entry a product, largest first; carts of an import may hold tens of thousands of lines. */
  products: z.array(
    z.strictObject({
      productId: z.uuid(),
      productCode: z.string(),
      productName: z.string(),
      picture: ProductPicture,
      packUnit: z.int(),
      variantCount: z.int(),
      quantity: z.int(),
      pendingQuantity: z.int(),
      /** The customer's own codes for it, as far as they were named: the first three. */
      externalProductCodes: z.array(z.string()),
      total: Money.nullable(),
    }),
  ),
})
export type CartSummary = z.infer<typeof CartSummary>

export const getCart = call('OrderNew/GetCart', {
  reads: true,
  input: Nothing,
  output: CartSummary,
  refusals: [],
})

/** The cart line by line, for the review and for the variants already ordered of one product. */
export const cartLines = pageList('OrderNew/GetCartLines', {
  columns: {
    productCode: column.code(),
    productName: column.text(),
    variantCode: column.code(),
    color: column.text({ nullable: true }),
    size: column.text({ nullable: true }),
    externalProductCode: column.text({ nullable: true }),
    shipmentMethod: column.choice(shipmentMethods, { words: 'shipment' }),
    locationName: column.text(),
    locationGroup: column.text({ nullable: true }),
    deliveryDate: column.date(),
    pointOfSaleName: column.text({ nullable: true }),
    quantity: column.integer(),
    /** What stock does not cover now, in the order in which it is given out. */
    pendingQuantity: column.integer({ sort: false, filter: false }),
    unitPrice: column.decimal({ nullable: true, price: true }),
    lineTotal: column.decimal({ nullable: true, price: true, sort: false, filter: false }),
  },
  extra: {
    id: z.uuid(),
    productId: z.uuid(),
    variantId: z.uuid(),
    locationId: z.uuid(),
    pointOfSaleId: z.uuid().nullable(),
    currency: z.string(),
    packUnit: z.int(),
    minimumQuantity: z.int(),
    maximumQuantity: z.int(),
    picture: ProductPicture,
  },
  defaultSort: [{ column: 'productName', direction: 'asc' }],
  search: true,
})

/** The quantities of one product's variants that are in the cart for one delivery; without a point of sale, for all of them. */
export const getCartQuantities = call('OrderNew/GetCartQuantities', {
  reads: true,
  input: z.strictObject({ productId: Uuid, delivery: Delivery }),
  output: z.strictObject({
    quantities: z.array(
      z.strictObject({
        variantId: z.uuid(),
        quantity: Quantity,
        externalProductCode: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
})

/**
 * Sets quantities for one delivery; 0 takes a line out. A quantity that is no full pack is rounded by the company's
 * strategy and the answer says so (ORD-002). All or nothing: one refused quantity changes none. The customer's own
 * product code stays where none is given and is taken out by an empty one.
 */
export const setCartQuantities = call('OrderNew/SetCartQuantities', {
  input: z.strictObject({
    delivery: Delivery,
    quantities: z
      .array(
        z.strictObject({
          variantId: Uuid,
          quantity: QuantityOrZero,
          externalProductCode: text(60, 0).optional(),
        }),
      )
      .min(1)
      // As many as are pasted in one go, so that pasting can be taken back in one go.
      .max(2_000),
  }),
  output: z.strictObject({
    cart: CartSummary,
    rounded: z.array(z.strictObject({ variantId: z.uuid(), asked: z.int(), set: z.int(), pack: z.int() })),
  }),
  refusals: [
    'VariantNotFound',
    'LocationNotAllowed',
    'CustomerClosed',
    'PointOfSaleRequired',
    'ProductCannotShip',
    'QuantityOutOfBounds',
    'FlowTypesMixed',
    'DeliveryDateInPast',
  ],
})

/** Brings every line that stock does not cover down to what it covers, in full packs (ORD-007). */
export const reduceCartToStock = call('OrderNew/ReduceCartToStock', {
  input: Nothing,
  output: CartSummary,
  refusals: [],
})

/**
 * Brings lines that exceed a quota down to what the quotas leave, in full packs (QTA-002, QTA-003): `Reject`, those that
 * would be rejected; `ExceededQuota`, those that somebody would have to decide on.
 */
export const reduceCartToQuota = call('OrderNew/ReduceCartToQuota', {
  input: z.strictObject({ exceeding: z.enum(['Reject', 'ExceededQuota']) }),
  output: CartSummary,
  refusals: ['QuotaNotShown'],
})

/**
 * Moves what the cart holds for one delivery to another one: place, day, shipment and point of sale. Lines that the other
 * one has already are added up. All or nothing; what it means for prices, stock and quotas the review says.
 */
export const moveCartDelivery = call('OrderNew/MoveCartDelivery', {
  input: z.strictObject({ from: Delivery, to: Delivery }),
  output: CartSummary,
  refusals: [
    'CartChanged',
    'LocationNotAllowed',
    'CustomerClosed',
    'PointOfSaleRequired',
    'ProductCannotShip',
    'QuantityOutOfBounds',
    'DeliveryDateInPast',
  ],
})

export const removeCartLines = call('OrderNew/RemoveCartLines', {
  input: z.strictObject({ lineIds: z.array(Uuid).max(1_000).optional(), productId: Uuid.optional() }),
  output: CartSummary,
  refusals: [],
})
export const emptyCart = call('OrderNew/EmptyCart', { input: Nothing, output: CartSummary, refusals: [] })
export const updateCart = call('OrderNew/UpdateCart', {
  input: z.strictObject({
    externalPoCode: text(60, 0),
    externalContact: text(120, 0),
    note: text(500, 0),
    /** The day of the customer's own order; what is left out stays as it is. */
    externalOrderDate: DateOnly.nullable().optional(),
    /** Left out, it stays as it is. */
    medulaTransactionNo: MedulaTransactionNo.or(z.literal('')).optional(),
  }),
  output: CartSummary,
  refusals: [],
})
export const uploadCartFiles = call('OrderNew/UploadCartFiles', {
  kind: 'upload',
  upload: {
    maxFiles: orderFileLimit,
    maxBytes: orderFileBytes,
    types: orderFileTypes,
    refusedAs: 'FilesInvalid',
    keepsName: true,
  },
  input: Nothing,
  output: CartSummary,
  refusals: [],
})
export const removeCartFile = call('OrderNew/RemoveCartFile', {
  input: z.strictObject({ fileId: Uuid }),
  output: CartSummary,
  refusals: ['NotFound'],
})
/** What is said about a file of the cart; it goes on to the orders that come of it (ORD-019). */
export const describeCartFile = call('OrderNew/DescribeCartFile', {
  input: z.strictObject({ fileId: Uuid, ...DocumentDescription.shape }),
  output: CartSummary,
  refusals: ['NotFound'],
})

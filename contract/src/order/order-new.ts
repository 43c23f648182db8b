import { z } from 'zod'
import { call, highestVersion, Nothing, RequestKey, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Instant, Money, Quantity, QuantityOrZero, text } from '../kit/values.ts'
import {
  lineTypes,
  orderFileBytes,
  orderFileLimit,
  orderFileTypes,
  roundingStrategies,
  seasons,
  shipmentMethods,
} from './words.ts'

// New Order (ORD-001 to ORD-007): products, variants, review, and the cart between them. Bulk import: order-import.ts.

const ShipmentMethod = z.enum(shipmentMethods)

export const orderableProducts = pageList('OrderNew/GetProducts', {
  columns: {
    productCode: column.code(),
    productName: column.text(),
    category: column.text(),
    brand: column.text(),
    season: column.choice(seasons, { words: 'season' }),
    packUnit: column.integer(),
    stock: column.integer(),
    /** Null where prices are hidden from the reader (ORD-020). */
    listPrice: column.decimal({ nullable: true, price: true }),
  },
  extra: {
    id: z.uuid(),
    currency: z.string(),
    flowType: z.string(),
    variantCount: z.int(),
    minimumQuantity: z.int(),
    maximumQuantity: z.int(),
    /** A drawing for products without a photograph: shape and colour. */
    picture: z.strictObject({ shape: z.string(), color: z.string() }),
    inCart: z.int(),
  },
  defaultSort: [{ column: 'productName', direction: 'asc' }],
  search: true,
})

/** What an order may be filled in with: only what the caller may use. */
export const getOrderOptions = call('OrderNew/GetOrderOptions', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    locations: z.array(
      z.strictObject({
        id: z.uuid(),
        code: z.string(),
        name: z.string(),
        city: z.string(),
        district: z.string(),
        group: z.string().nullable(),
      }),
    ),
    pointsOfSale: z.array(
      z.strictObject({ id: z.uuid(), code: z.string(), name: z.string(), city: z.string() }),
    ),
    pointOfSaleRequired: z.boolean(),
    shipmentMethods: z.array(ShipmentMethod),
    categories: z.array(z.string()),
    brands: z.array(z.string()),
    rounding: z.enum(roundingStrategies),
    pricesVisible: z.boolean(),
    currency: z.string(),
    earliestDeliveryDate: DateOnly,
    /** Proposed: the first working day after the lead time of the business relation. */
    proposedDeliveryDate: DateOnly,
  }),
  refusals: ['NoLocationDefined'],
})

export const VariantCell = z.strictObject({
  variantId: z.uuid(),
  color: z.string().nullable(),
  size: z.string().nullable(),
  variantCode: z.string(),
  gtin: z.string().nullable(),
  unitPrice: Money.nullable(),
  available: QuantityOrZero,
})

export const getProduct = call('OrderNew/GetProduct', {
  reads: true,
  input: z.strictObject({ productId: Uuid }),
  output: z.strictObject({
    id: z.uuid(),
    productCode: z.string(),
    productName: z.string(),
    description: z.string().nullable(),
    category: z.string(),
    brand: z.string(),
    season: z.enum(seasons),
    flowType: z.string(),
    packUnit: z.int(),
    minimumQuantity: z.int(),
    maximumQuantity: z.int(),
    leadTimeDays: z.int(),
    listPrice: Money.nullable(),
    currency: z.string(),
    picture: z.strictObject({ shape: z.string(), color: z.string() }),
    colors: z.array(z.strictObject({ name: z.string(), hex: z.string() })),
    sizes: z.array(z.string()),
    variants: z.array(VariantCell),
    /** Locations of the caller that this product cannot be shipped to (ORD-003). */
    blockedLocationIds: z.array(z.uuid()),
  }),
  refusals: ['NotFound'],
})

/** Where and when a line is to be delivered. */
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
  pendingQuantity: z.int(),
  currency: z.string(),
  subtotal: Money.nullable(),
  discountPercent: z.string(),
  discount: Money.nullable(),
  total: Money.nullable(),
  externalPoCode: z.string().nullable(),
  externalContact: z.string().nullable(),
  note: z.string().nullable(),
  savedAt: Instant.nullable(),
  files: z.array(z.strictObject({ fileId: z.uuid(), name: z.string(), bytes: z.int() })),
  /** One entry a product, largest first; carts of an import may hold tens of thousands of lines. */
  products: z.array(
    z.strictObject({
      productId: z.uuid(),
      productCode: z.string(),
      productName: z.string(),
      packUnit: z.int(),
      variantCount: z.int(),
      quantity: z.int(),
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
    shipmentMethod: column.choice(shipmentMethods, { words: 'shipment' }),
    locationName: column.text(),
    locationGroup: column.text({ nullable: true }),
    deliveryDate: column.date(),
    pointOfSaleName: column.text({ nullable: true }),
    quantity: column.integer(),
    /** What stock does not cover now and would become a backorder. */
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
    externalProductCode: z.string().nullable(),
  },
  defaultSort: [{ column: 'productName', direction: 'asc' }],
  search: true,
})

/** The quantities of one product's variants that are in the cart for one delivery. */
export const getCartQuantities = call('OrderNew/GetCartQuantities', {
  reads: true,
  input: z.strictObject({ productId: Uuid, delivery: Delivery }),
  output: z.strictObject({
    quantities: z.array(z.strictObject({ variantId: z.uuid(), quantity: Quantity })),
  }),
  refusals: [],
})

/**
 * Sets quantities for one delivery; 0 takes a line out. A quantity that is no full pack is rounded by the company's
 * strategy and the answer says so (ORD-002). All or nothing: one refused quantity changes none.
 */
export const setCartQuantities = call('OrderNew/SetCartQuantities', {
  input: z.strictObject({
    delivery: Delivery,
    quantities: z
      .array(
        z.strictObject({
          variantId: Uuid,
          quantity: QuantityOrZero,
          externalProductCode: text(60).optional(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.strictObject({
    cart: CartSummary,
    rounded: z.array(z.strictObject({ variantId: z.uuid(), asked: z.int(), set: z.int(), pack: z.int() })),
  }),
  refusals: [
    'VariantNotFound',
    'LocationNotAllowed',
    'ProductCannotShip',
    'QuantityOutOfBounds',
    'FlowTypesMixed',
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
  input: z.strictObject({ externalPoCode: text(60, 0), externalContact: text(120, 0), note: text(500, 0) }),
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

/** Something that keeps a line from being ordered, or that the customer should know first. */
export const ReviewNote = z.strictObject({
  severity: z.enum(['problem', 'warning']),
  code: z.string(),
  message: z.string(),
  lines: z.int(),
  /** The first lines it concerns. */
  lineIds: z.array(z.uuid()),
})

/** The orders that placing the cart would make now (ORD-007). */
export const reviewCart = call('OrderNew/ReviewCart', {
  reads: true,
  input: Nothing,
  output: z.strictObject({
    cart: CartSummary,
    orders: z.array(
      z.strictObject({
        type: z.enum(lineTypes),
        locationId: z.uuid(),
        locationName: z.string(),
        locationCity: z.string(),
        shipmentMethod: ShipmentMethod,
        deliveryDate: DateOnly,
        pointOfSaleName: z.string().nullable(),
        lineCount: z.int(),
        quantity: z.int(),
        subtotal: Money.nullable(),
        discount: Money.nullable(),
        total: Money.nullable(),
      }),
    ),
    notes: z.array(ReviewNote),
    placeable: z.boolean(),
  }),
  refusals: [],
})

/** Turns the cart into orders, exactly once for one request key (ORD-007). */
export const placeOrder = call('OrderNew/PlaceOrder', {
  input: z.strictObject({ cartVersion: z.int().min(0).max(highestVersion), requestKey: RequestKey }),
  output: z.strictObject({
    orders: z.array(
      z.strictObject({
        id: z.uuid(),
        orderCode: z.string(),
        type: z.enum(lineTypes),
        lineCount: z.int(),
        quantity: z.int(),
        total: Money.nullable(),
      }),
    ),
  }),
  refusals: ['CartEmpty', 'CartChanged', 'CartHasProblems'],
})

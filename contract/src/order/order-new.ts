import { z } from 'zod'
import { ProductPicture } from '../company/words.ts'
import { call, highestVersion, Nothing, RequestKey, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { DateOnly, Money, QuantityOrZero, text } from '../kit/values.ts'
import { lineTypes, roundingStrategies } from './words.ts'
import { seasons } from './seasons.ts'
import { QuotaFacts } from './quota-rules.ts'
import { CartSummary, ShipmentMethod } from './cart.ts'

// New Order (ORD-001 to ORD-007): products, variants, review, and the cart between them. Bulk import: order-import.ts.

export const orderableProducts = pageList('OrderNew/GetProducts', {
  columns: {
    productCode: column.code(),
    productName: column.text(),
    category: column.text(),
    /** What filters and saved views name the category by: its name is another one in each language. */
    categoryCode: column.code({ sort: false }),
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
    picture: ProductPicture,
    inCart: z.int(),
  },
  /** Where goods are wanted: stock is then what those have who supply it, without it what all suppliers have. */
  scope: { locationId: Uuid.nullish() },
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
        customerId: z.uuid(),
      }),
    ),
    /** The location groups ordered for most, as many as the company lets lead (ORD-021); their locations come first. */
    topGroups: z.array(z.string()),
    pointsOfSale: z.array(
      z.strictObject({
        id: z.uuid(),
        code: z.string(),
        name: z.string(),
        city: z.string(),
        customerId: z.uuid(),
      }),
    ),
    shipmentMethods: z.array(ShipmentMethod),
    categories: z.array(z.strictObject({ code: z.string(), name: z.string() })),
    brands: z.array(z.string()),
    rounding: z.enum(roundingStrategies),
    pricesVisible: z.boolean(),
    currency: z.string(),
    earliestDeliveryDate: DateOnly,
    /** Where the reader's last order went: proposed again. Null for somebody who has not ordered yet. */
    lastDelivery: z.strictObject({ locationId: z.uuid(), pointOfSaleId: z.uuid().nullable() }).nullable(),
    /** Proposed: the first working day after the lead time of the business relation. */
    proposedDeliveryDate: DateOnly,
  }),
  refusals: ['NoLocationDefined', 'CustomerClosed'],
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
  /** `locationId`: where it is to be delivered, so that what is available is what those have who supply it. */
  input: z.strictObject({ productId: Uuid, locationId: Uuid.nullish() }),
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
    /** Where it is one for all variants; null where each has its own, and where prices are hidden. */
    listPrice: Money.nullable(),
    currency: z.string(),
    picture: ProductPicture,
    colors: z.array(z.strictObject({ name: z.string(), hex: z.string() })),
    sizes: z.array(z.string()),
    variants: z.array(VariantCell),
    /** Locations of the caller that this product cannot be shipped to (ORD-003). */
    blockedLocationIds: z.array(z.uuid()),
  }),
  refusals: ['NotFound'],
})

/** Quick entry: what a typed or scanned code means. Several variants where the code is a product's. */
export const findVariants = call('OrderNew/FindVariants', {
  reads: true,
  input: z.strictObject({ code: text(300), locationId: Uuid.nullish() }),
  output: z.strictObject({
    variants: z.array(
      z.strictObject({
        ...VariantCell.shape,
        productId: z.uuid(),
        productCode: z.string(),
        productName: z.string(),
        packUnit: z.int(),
        minimumQuantity: z.int(),
        maximumQuantity: z.int(),
      }),
    ),
    currency: z.string(),
    /** What may have been meant where nobody has the code. */
    closest: z.strictObject({ code: z.string(), name: z.string() }).nullable(),
  }),
  refusals: [],
})

/** Something that keeps a line from being ordered, or that the customer should know first. */
export const ReviewNote = z.strictObject({
  severity: z.enum(['problem', 'warning']),
  code: z.string(),
  message: z.string(),
  lines: z.int(),
  /** The first lines it concerns. */
  lineIds: z.array(z.uuid()),
  /** Where stock is short: how many pieces of these lines it covers. */
  covered: z.int().nullable(),
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
        pointOfSaleId: z.uuid().nullable(),
        pointOfSaleName: z.string().nullable(),
        lineCount: z.int(),
        quantity: z.int(),
        subtotal: Money.nullable(),
        discount: Money.nullable(),
        total: Money.nullable(),
      }),
    ),
    /** How many pre-approval orders placing sends, where the flow has two layers (ORD-012); null where it makes orders. */
    preOrders: z.int().nullable(),
    notes: z.array(ReviewNote),
    /** The quotas that the cart takes of, those that it exceeds first; none where the reader is not told them (QTA-003). */
    quotas: z.array(z.strictObject({ ...QuotaFacts.shape, lineIds: z.array(z.uuid()) })),
    placeable: z.boolean(),
  }),
  refusals: [],
})

/**
 * What the quotas that the cart takes of have left, before anything is reviewed (QTA-003): those that it exceeds first, as
 * many as are looked at. None where the reader is not told them.
 */
export const getCartQuotas = call('OrderNew/GetCartQuotas', {
  reads: true,
  sharesPermission: 'ReviewCart',
  input: Nothing,
  output: z.strictObject({ quotas: z.array(QuotaFacts), total: z.int() }),
  refusals: [],
})

/**
 * Turns the cart into orders, exactly once for one request key (ORD-007). `total` is what the reader was shown: where
 * today's prices come to another sum, nothing is ordered.
 */
export const placeOrder = call('OrderNew/PlaceOrder', {
  input: z.strictObject({
    cartVersion: z.int().min(0).max(highestVersion),
    total: Money.nullable().optional(),
    requestKey: RequestKey,
  }),
  output: z.strictObject({
    orders: z.array(
      z.strictObject({
        id: z.uuid(),
        orderCode: z.string(),
        type: z.enum(lineTypes),
        locationName: z.string(),
        deliveryDate: DateOnly,
        lineCount: z.int(),
        quantity: z.int(),
        total: Money.nullable(),
        /** Lines that a quota approved or rejected at once (QTA-002). */
        approvedLines: z.int(),
        rejectedLines: z.int(),
      }),
    ),
    /** Instead of orders, where they are approved in two layers (ORD-012). */
    preOrders: z.array(
      z.strictObject({
        id: z.uuid(),
        preOrderCode: z.string(),
        locationName: z.string(),
        deliveryDate: DateOnly,
        lineCount: z.int(),
        quantity: z.int(),
        total: Money.nullable(),
      }),
    ),
  }),
  refusals: ['CartEmpty', 'CartChanged', 'PricesChanged', 'CartHasProblems'],
})

import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { BulkAnswer } from '../kit/bulk-answer.ts'
import { call, Nothing, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { ProductPicture } from '../company/words.ts'
import { DateOnly, Money, Quantity, QuantityOrZero, text } from '../kit/values.ts'
import { ShipmentMethod } from './cart.ts'

// Order templates (ORD-016): what somebody orders again and again. Each person keeps their own.

/** So many products a template may name. */
export const templateLineLimit = 1_000
export const templateActs = ['order', 'edit', 'copy', 'remove'] as const
export type TemplateAct = (typeof templateActs)[number]

export const orderTemplates = pageList('OrderTemplate/GetOrderTemplates', {
  columns: {
    templateId: column.integer(),
    templateName: column.text(),
    /** Null where none is planned, or where the reader may no longer order for it. */
    plannedDeliveryLocation: column.text({ nullable: true }),
    productCount: column.integer(),
    quantity: column.integer(),
    changedAt: column.instant(),
  },
  extra: { id: Uuid, version: Version, actions: actionsField(templateActs) },
  defaultSort: [{ column: 'templateName', direction: 'asc' }],
  search: true,
  selectable: true,
})

const Place = z.strictObject({ id: Uuid, code: z.string(), name: z.string() })

export const OrderTemplateView = z.strictObject({
  id: Uuid,
  version: Version,
  templateId: z.int(),
  templateName: z.string(),
  plannedDeliveryLocation: Place.nullable(),
  currency: z.string(),
  quantity: z.int(),
  pendingQuantity: z.int(),
  /** As it would cost today. Null when prices are hidden from the reader (ORD-020). */
  subtotal: Money.nullable(),
  discount: Money.nullable(),
  total: Money.nullable(),
  lines: z.array(
    z.strictObject({
      variantId: Uuid,
      productUniqueCode: z.string(),
      productName: z.string(),
      /** Of the product as it is now, in the colour of the variant. */
      picture: ProductPicture,
      color: z.string().nullable(),
      size: z.string().nullable(),
      packUnit: z.int(),
      minimumQuantity: z.int(),
      maximumQuantity: z.int(),
      quantity: Quantity,
      unitPrice: Money.nullable(),
      amount: Money.nullable(),
      /** What stock does not cover now and would become a backorder. */
      pendingQuantity: QuantityOrZero,
      /** Why it cannot be ordered today, in the reader's language. */
      obstacle: z.string().nullable(),
    }),
  ),
  actions: actionsField(templateActs),
})
export type OrderTemplateView = z.infer<typeof OrderTemplateView>

/** A template with its products: looking into one has a permission of its own. */
export const getOrderTemplate = call('OrderTemplate/GetOrderTemplate', {
  reads: true,
  input: z.strictObject({ orderTemplateId: Uuid }),
  output: OrderTemplateView,
  refusals: ['NotFound'],
})

const TemplateName = text(120)
/** What a template is called after it was made, without what is in it. */
const Made = z.strictObject({
  id: Uuid,
  templateId: z.int(),
  templateName: z.string(),
  productCount: z.int(),
})

/**
 * Makes a template, or changes one; a location or `lines` that are left out stay as they are. A product is named by the code or GTIN of
 * its variant.
 */
export const saveOrderTemplate = call('OrderTemplate/SaveOrderTemplate', {
  input: z.strictObject({
    orderTemplateId: Uuid.nullable(),
    version: Version.nullable(),
    templateName: TemplateName,
    locationId: Uuid.nullable().optional(),
    lines: z
      .array(z.strictObject({ productCode: text(64), quantity: Quantity }))
      .max(templateLineLimit)
      .optional(),
  }),
  output: Made,
  refusals: [
    'NotFound',
    'ChangedMeanwhile',
    'TemplateEmpty',
    'TemplateProductTwice',
    'TemplateProductUnclear',
    'TemplateProductUnknown',
    'TemplateNameTaken',
    'LocationNotAllowed',
  ],
})

/** The locations of the whole cart, of which a template may take one. */
export const getCartLocations = call('OrderTemplate/GetCartLocations', {
  reads: true,
  sharesPermission: 'CreateTemplateFromCart',
  input: Nothing,
  output: z.strictObject({ locations: z.array(z.strictObject({ id: z.uuid(), name: z.string() })) }),
  refusals: [],
})

/** From what is in the cart; of a cart for several locations one may be named. */
export const createTemplateFromCart = call('OrderTemplate/CreateTemplateFromCart', {
  input: z.strictObject({ templateName: TemplateName, locationId: Uuid.nullable() }),
  output: Made,
  refusals: ['TemplateEmpty', 'TemplateNameTaken', 'TemplateTooLong'],
})

/** From what an order asked for, of the orders that the caller may see. */
export const createTemplateFromOrder = call('OrderTemplate/CreateTemplateFromOrder', {
  input: z.strictObject({ templateName: TemplateName, orderCode: z.string().min(1).max(40) }),
  output: Made,
  refusals: ['OrderNotFound', 'TemplateNameTaken', 'TemplateTooLong'],
})

/** From a workbook or a CSV file with the columns product code and quantity. All of it, or what is wrong with its rows. */
export const createTemplateFromFile = call('OrderTemplate/CreateTemplateFromFile', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: 5 * 1024 * 1024, types: 'table' },
  input: z.strictObject({ templateName: TemplateName, locationId: Uuid.nullable() }),
  output: z.strictObject({
    made: Made.nullable(),
    issues: z.array(
      z.strictObject({
        row: z.int(),
        column: z.string(),
        value: z.string().nullable(),
        message: z.string(),
      }),
    ),
  }),
  refusals: [
    'TemplateEmpty',
    'TemplateNameTaken',
    'TemplateTooLong',
    'LocationNotAllowed',
    'ExcelNoHeader',
    'OrderColumnTwice',
    'ExcelTooManyRows',
  ],
})

export const copyOrderTemplate = call('OrderTemplate/CopyOrderTemplate', {
  input: z.strictObject({ orderTemplateId: Uuid, templateName: TemplateName }),
  output: Made,
  refusals: ['NotFound', 'TemplateNameTaken'],
})

export const deleteOrderTemplates = call('OrderTemplate/DeleteOrderTemplates', {
  input: z.strictObject({ selection: orderTemplates.selection, dryRun: z.boolean() }),
  output: BulkAnswer,
  refusals: ['SelectionTooLarge'],
})

/**
 * Puts the products of a template into the cart, as far as they can be ordered today, for the planned location or the
 * one that is named. Doing it twice is not ordering twice: the quantities of that delivery are set.
 */
export const orderFromTemplate = call('OrderTemplate/OrderFromTemplate', {
  input: z.strictObject({
    orderTemplateId: Uuid,
    locationId: Uuid.nullable(),
    deliveryDate: DateOnly.optional(),
    shipmentMethod: ShipmentMethod.optional(),
  }),
  output: z.strictObject({
    added: z.int(),
    /** What was no full pack. */
    rounded: z.array(z.strictObject({ productUniqueCode: z.string(), asked: z.int(), set: z.int() })),
    leftOut: z.array(z.strictObject({ productUniqueCode: z.string(), message: z.string() })),
    /** Where the cart is now below or above what the business relation names (ORD-022), as its review says it. */
    notes: z.array(z.string()),
  }),
  refusals: ['NotFound', 'LocationNotAllowed', 'TemplateLocationMissing', 'DeliveryDateInPast'],
})

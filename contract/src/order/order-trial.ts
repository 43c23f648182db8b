import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { DateOnly, Money, QuantityOrZero, text } from '../kit/values.ts'
import { lineStates, lineTypes } from './words.ts'

// A trial order: what an order would become, by the code that orders are placed and approved with. Nothing of it is kept
// (docs/decisions/0020).

/** Lines that a trial takes at most. */
export const trialLineLimit = 5
/** Choices that are offered at once. */
export const trialChoices = 20

/** Where something that a trial has found is put right: a screen and its part. */
export type MendedAt = { path: string; part: string | null }

const products = '/company/company-products'
const locations = '/company/company-locations'
const account = '/account/account-settings'
const settings = '/services/service-settings'

/** What a trial finds by itself, beside the notes of the review and the refusals of ordering. */
export const trialFindings = [
  'NoPlace',
  'NoProduct',
  'PriceZero',
  'NoSupplier',
  'PoNumberNeeded',
  'NobodyApproves',
  'OnlyYouApprove',
  'CustomerCannotOrder',
  'YouCannotOrder',
  'MailsStay',
  'NoAddress',
] as const
export type TrialFinding = (typeof trialFindings)[number]

/** By the code of a finding; one that is not here is put right where the order is entered. */
const mended: Readonly<Record<string, MendedAt>> = {
  NoPlace: { path: locations, part: 'location' },
  LocationClosed: { path: locations, part: 'location' },
  LocationNotAllowed: { path: locations, part: 'location' },
  NoPointOfSale: { path: locations, part: 'location' },
  PointOfSaleRequired: { path: locations, part: 'location' },
  NoSupplier: { path: locations, part: 'supplyRelation' },
  CannotShip: { path: locations, part: 'shippingBlock' },
  ProductCannotShip: { path: locations, part: 'shippingBlock' },
  CustomerClosed: { path: '/data/data-management', part: 'businessRelation' },
  BelowMinimumAmount: { path: '/data/data-management', part: 'businessRelation' },
  AboveMaximumAmount: { path: '/data/data-management', part: 'businessRelation' },
  NoProduct: { path: products, part: 'productVariant' },
  VariantNotFound: { path: products, part: 'productVariant' },
  NotSold: { path: products, part: 'product' },
  PriceZero: { path: products, part: 'product' },
  OutOfBounds: { path: products, part: 'product' },
  QuantityOutOfBounds: { path: products, part: 'product' },
  NotFullPack: { path: products, part: 'product' },
  FlowMixed: { path: products, part: 'product' },
  FlowTypesMixed: { path: products, part: 'product' },
  NoStock: { path: products, part: 'stockLevel' },
  Backorder: { path: products, part: 'stockLevel' },
  QuotaRejects: { path: settings, part: 'quotaRule' },
  QuotaExceeded: { path: settings, part: 'quotaRule' },
  PoNumberNeeded: { path: settings, part: 'relationSettings' },
  NobodyApproves: { path: account, part: 'users' },
  OnlyYouApprove: { path: account, part: 'users' },
  CustomerCannotOrder: { path: account, part: 'users' },
  YouCannotOrder: { path: account, part: 'users' },
  MailsStay: { path: account, part: 'system' },
  NoAddress: { path: account, part: 'system' },
}
export const mendedAt = (code: string): MendedAt | null => mended[code] ?? null

const Choice = z.strictObject({ id: z.uuid(), code: z.string(), name: z.string() })

/** Customers' places or variants that a trial can be made with, by words of their names and codes. */
export const findForTrial = call('OrderTrial/FindForTrial', {
  reads: true,
  sharesPermission: 'TryOrder',
  input: z.strictObject({ what: z.enum(['place', 'variant']), search: text(100, 0) }),
  output: z.strictObject({ options: z.array(Choice), hasMore: z.boolean() }),
  refusals: [],
})

/**
 * Places and approves an order and takes all of it back: what would have happened, and what would have stopped it. What is
 * not said is proposed: a customer's place, two variants with a price, preferably such with stock. What ordering refuses is
 * a finding and no refusal of this call.
 */
export const tryOrder = call('OrderTrial/TryOrder', {
  reads: true,
  input: z.strictObject({
    locationId: Uuid.nullish(),
    lines: z
      .array(z.strictObject({ variantId: Uuid, quantity: z.int().min(1).max(999_999_999) }))
      .max(trialLineLimit)
      .optional(),
  }),
  output: z.strictObject({
    /** Null where there is none that could be proposed. */
    place: z
      .strictObject({
        locationId: z.uuid(),
        locationCode: z.string(),
        locationName: z.string(),
        customerCode: z.string(),
        customerName: z.string(),
        deliveryDate: DateOnly,
      })
      .nullable(),
    /** What was tried, with the pieces before they were made full packs. */
    asked: z.array(
      z.strictObject({
        variantId: z.uuid(),
        variantCode: z.string(),
        productName: z.string(),
        quantity: z.int(),
      }),
    ),
    currency: z.string(),
    /** None where nothing could be placed. Amounts are null where prices are hidden from the reader (ORD-020). */
    orders: z.array(
      z.strictObject({
        /** Null where something has stopped it before it had a code. */
        code: z.string().nullable(),
        /** A pre-approval order, where they are approved in two layers (ORD-012). */
        isPreOrder: z.boolean(),
        type: z.enum(lineTypes),
        /** At the end of the trial, in which the first who could has approved it. */
        approved: z.boolean(),
        discountPercent: z.string(),
        subtotal: Money.nullable(),
        discount: Money.nullable(),
        total: Money.nullable(),
        lines: z.array(
          z.strictObject({
            variantCode: z.string(),
            productName: z.string(),
            quantity: QuantityOrZero,
            packUnit: z.int(),
            unitPrice: Money.nullable(),
            net: Money.nullable(),
            /** Who delivers it; null for a backorder. */
            warehouse: z.string().nullable(),
            /** As the quotas leave it when it is placed (QTA-002). */
            state: z.enum(lineStates),
          }),
        ),
      }),
    ),
    subtotal: Money.nullable(),
    discount: Money.nullable(),
    total: Money.nullable(),
    /** Who may approve it: all of them by number, the first by name. `by` has approved it in the trial. */
    deciders: z.strictObject({
      count: z.int(),
      names: z.array(z.string()),
      by: z.string().nullable(),
      /** Quotas have decided on every line already, and approved some. */
      atOnce: z.boolean(),
    }),
    /** Notices and mails, in the order in which they would leave. */
    told: z.array(
      z.strictObject({
        when: z.enum(['placed', 'approved']),
        name: z.string(),
        notice: z.boolean(),
        /** The subject in the receiver’s language; null where no mail leaves. */
        mail: z.string().nullable(),
        address: z.string().nullable(),
      }),
    ),
    /** What would have stopped a real order stands first. */
    findings: z.array(
      z.strictObject({
        code: z.string(),
        severity: z.enum(['problem', 'warning']),
        message: z.string(),
      }),
    ),
  }),
  refusals: [],
})

import { z } from 'zod'
import { call, RequestKey, Uuid } from '../kit/call.ts'
import { text } from '../kit/values.ts'
import { CartSummary, Delivery } from './cart.ts'
import { importResults } from './order-import.ts'

// A block of a spreadsheet, pasted into New Order: looked at first, then taken as a whole (ORD-001, ORD-004).

/** The rows that are taken in one go; what is longer is a file and goes through the import. */
export const pastedRowLimit = 2_000

/** A row as it was pasted: a code, a GTIN or what a scanner reads, and a quantity as somebody wrote it. */
export const PastedRow = z.strictObject({ code: text(300, 0), quantity: text(60, 0) })
export type PastedRow = z.infer<typeof PastedRow>

const pasted = { delivery: Delivery, rows: z.array(PastedRow).min(1).max(pastedRowLimit) }
const refusals = [
  'LocationNotAllowed',
  'CustomerClosed',
  'PointOfSaleRequired',
  'DeliveryDateInPast',
] as const

/** What becomes of pasted rows: those of one variant are one line with the sum of their quantities. */
export const PastedLine = z.strictObject({
  /** The rows it comes of, counted from 1. */
  rows: z.array(z.int()),
  result: z.enum(importResults),
  /** As it was pasted; of several rows, the first. */
  code: z.string(),
  quantity: z.string(),
  variant: z
    .strictObject({
      id: z.uuid(),
      code: z.string(),
      name: z.string(),
      flowType: z.string(),
      /** Free pieces at those who supply the delivery location. */
      available: z.int(),
    })
    .nullable(),
  /** Pieces that would be ordered, in full packs; null where it cannot be ordered. */
  set: z.int().nullable(),
  /** What the cart holds of it for this delivery, and what is replaced. */
  inCart: z.int(),
  notes: z.array(
    z.strictObject({
      severity: z.enum(['Refused', 'Confirm', 'Rounded']),
      message: z.string(),
      /** What to write instead, and where. */
      remedy: z.strictObject({ field: z.enum(['code', 'quantity']), value: z.string() }).nullable(),
    }),
  ),
})
export type PastedLine = z.infer<typeof PastedLine>

/** What pasted rows mean, by the rules of the import (ORD-004). Changes nothing. */
export const checkPastedLines = call('OrderNew/CheckPastedLines', {
  sharesPermission: 'AddPastedLines',
  reads: true,
  input: z.strictObject(pasted),
  output: z.strictObject({
    lines: z.array(PastedLine),
    /** The lines that can be ordered by flow type, most first: a cart holds one of them. */
    flows: z.array(z.strictObject({ flowType: z.string(), lines: z.int() })),
  }),
  refusals,
})

/**
 * Puts what can be ordered of pasted rows into the cart, all of it or nothing, as the check says; quantities are set and
 * not added, so pasting twice is not ordering twice. Of several flow types one is named. `before` is what setting the
 * quantities back takes.
 */
export const addPastedLines = call('OrderNew/AddPastedLines', {
  input: z.strictObject({ ...pasted, flowType: text(40).optional(), requestKey: RequestKey }),
  output: z.strictObject({
    cart: CartSummary,
    added: z.int(),
    leftOut: z.int(),
    before: z.array(z.strictObject({ variantId: Uuid, quantity: z.int() })),
  }),
  refusals: [...refusals, 'PasteEmpty', 'FlowTypesMixed'],
})

import { z } from 'zod'
import { call, Uuid, Version } from '../kit/call.ts'
import { DateOnly, text } from '../kit/values.ts'
import { overrideReasons, workOrderStates } from './words.ts'

// The override interface (WRK-003): the work orders of one product in one run as a sheet of recipients and sizes, changed
// by SKU or by scale set.

/** So many amounts are saved at once. */
export const overridesAtOnce = 500

/** Runs whose work orders can still be changed, and the products of the chosen one (the newest where none is). */
export const getOverrideProducts = call('WorkOrderOverride/GetOverrideProducts', {
  sharesPermission: 'GetOverrideSheet',
  reads: true,
  input: z.strictObject({ runCode: text(64).nullable() }),
  output: z.strictObject({
    runs: z.array(z.strictObject({ code: z.string(), serviceDate: DateOnly, strategyName: z.string() })),
    runCode: z.string().nullable(),
    products: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        workOrders: z.int(),
        overridden: z.int(),
      }),
    ),
  }),
  refusals: ['NotFound'],
})

/** One work order in the sheet. Sales are those of the recipient before the service date. */
const Cell = z.strictObject({
  workOrderId: Uuid,
  version: z.int(),
  workOrderCode: z.string(),
  workOrderState: z.enum(workOrderStates),
  variantCode: z.string(),
  amount: z.int(),
  proposedAmount: z.int(),
  stock: z.int(),
  lastWeek: z.int(),
  lastFourWeeks: z.int(),
  season: z.int(),
  /** Why the amount cannot be changed; null where it can. */
  locked: z.string().nullable(),
})

/** A size of a line for which the engine proposed nothing: it can be given an amount as well. */
const Blank = z.strictObject({
  variantCode: z.string(),
  stock: z.int(),
  lastWeek: z.int(),
  lastFourWeeks: z.int(),
  season: z.int(),
})

export const OverrideSheet = z.strictObject({
  runCode: z.string(),
  serviceDate: DateOnly,
  productCode: z.string(),
  productName: z.string(),
  /** Columns: the SKUs of each colour of the product that has work orders, in the order of their sizes. */
  variants: z.array(
    z.strictObject({
      code: z.string(),
      label: z.string(),
      /** Pieces of a pack: amounts are multiples of it, and a scale set has one pack of each SKU. */
      pack: z.int(),
    }),
  ),
  /** What each sender can still give of each SKU, beyond what work orders take. */
  senders: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      free: z.array(z.strictObject({ variantCode: z.string(), free: z.int() })),
    }),
  ),
  /** Lines: a sender and a recipient. */
  lines: z.array(
    z.strictObject({
      senderCode: z.string(),
      recipientCode: z.string(),
      recipientName: z.string(),
      cells: z.array(Cell),
      blanks: z.array(Blank),
    }),
  ),
})
export type OverrideSheet = z.infer<typeof OverrideSheet>

export const getOverrideSheet = call('WorkOrderOverride/GetOverrideSheet', {
  reads: true,
  input: z.strictObject({ runCode: text(64), productCode: text(64) }),
  output: OverrideSheet,
  refusals: ['NotFound'],
})

/** A size of a line of the sheet, which has no work order yet. */
const Spot = z.strictObject({ senderCode: text(64), recipientCode: text(64), variantCode: text(64) })

/**
 * Changes many amounts with one reason, and gives amounts to sizes of a line that have no work order. Reductions come first,
 * so that what they free can be given to others. Each amount is checked as a single override is; those that are refused are
 * answered with their sentence, the others are saved.
 */
export const saveOverrides = call('WorkOrderOverride/SaveOverrides', {
  input: z.strictObject({
    amounts: z
      .array(
        z.strictObject({
          workOrderId: Uuid,
          version: Version,
          amount: z.int().min(-1_000_000).max(1_000_000),
        }),
      )
      .max(overridesAtOnce),
    /** Work orders that are made for it, in this run. */
    added: z
      .array(Spot.extend({ amount: z.int().min(-1_000_000).max(1_000_000) }))
      .max(overridesAtOnce)
      .optional(),
    runCode: text(64).optional(),
    reason: z.enum(overrideReasons),
    note: text(500, 0).nullable(),
    /** Amounts for recipients that may be unable to receive the product are meant so. */
    confirmed: z.boolean(),
  }),
  output: z.strictObject({
    saved: z.int(),
    /** Of a work order, or of a size without one. */
    refused: z.array(
      z.strictObject({
        workOrderId: Uuid.nullable(),
        added: Spot.nullable(),
        refusal: z.string(),
        message: z.string(),
      }),
    ),
  }),
  refusals: ['ReasonMemoRequired', 'NoAmountChanged'],
})

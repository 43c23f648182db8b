import { z } from 'zod'
import { call, highestVersion, Uuid } from '../kit/call.ts'
import { productVariantKind } from './products.ts'
import { recordStates } from './words.ts'

/** More colours times sizes than this are maintained by list or by file. */
export const matrixLimit = 1_000

const fields = productVariantKind.fields

/** All colours and sizes of one product with what the matrix changes, and their stock in pieces (PRD-002). */
export const getProductMatrix = call('Product/GetProductMatrix', {
  sharesPermission: 'GetProductVariants',
  reads: true,
  input: z.strictObject({ productId: Uuid }),
  output: z.strictObject({
    productCode: z.string(),
    currency: z.string(),
    /** Whether the reader may see prices; otherwise each is null. */
    withPrices: z.boolean(),
    isComplete: z.boolean(),
    variants: z.array(
      z.strictObject({
        id: Uuid,
        version: z.int(),
        code: z.string(),
        color: z.string().nullable(),
        size: z.string().nullable(),
        gtin: z.string().nullable(),
        listPrice: z.string().nullable(),
        status: z.enum(recordStates),
        onHand: z.int(),
      }),
    ),
  }),
  refusals: ['NotFound'],
})

/**
 * Changed and new variants of one product, all or none: one change, one entry in the audit log. What is not given stays.
 * A fault names its row and field: `rows.2.gtin`.
 */
export const saveProductMatrix = call('Product/SaveProductMatrix', {
  input: z.strictObject({
    productId: Uuid,
    rows: z
      .array(
        z.strictObject({
          /** Null is a new one, which has a code, and the colour and size it was made for. */
          id: Uuid.nullable(),
          version: z.int().min(1).max(highestVersion).nullable(),
          code: fields.code.value.optional(),
          color: fields.color.value.optional(),
          size: fields.size.value.optional(),
          gtin: fields.gtin.value.optional(),
          listPrice: fields.listPrice.value.nullable().optional(),
          status: z.enum(recordStates).optional(),
        }),
      )
      .min(1)
      .max(matrixLimit),
  }),
  output: z.strictObject({ changeId: Uuid.nullable(), saved: z.int(), waits: z.boolean() }),
  refusals: ['NotFound', 'WholeCompanyNeeded', 'ChangedMeanwhile', 'RecordInvalid', 'ChangeOutdated'],
})

import { z } from 'zod'
import { Binary, call, Done, Nothing, RequestKey, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { Instant, Money, text } from '../kit/values.ts'
import { CartSummary } from './cart.ts'
import { importFileBytes } from './words.ts'

// Bulk import of New Order (ORD-004): a workbook is read, looked at and put into the cart.

export const importStates = ['Reading', 'Ready', 'Taking', 'Taken', 'Discarded', 'Failed'] as const
export const importResults = ['Good', 'Rounded', 'Confirm', 'Refused'] as const

export const downloadImportTemplate = call('OrderNew/DownloadImportTemplate', {
  reads: true,
  kind: 'download',
  input: Nothing,
  output: Binary,
  refusals: [],
})

export const ImportView = z.strictObject({
  id: z.uuid(),
  jobId: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  state: z.enum(importStates),
  sheets: z.int(),
  rowsRead: z.int(),
  good: z.int(),
  rounded: z.int(),
  confirm: z.int(),
  refused: z.int(),
  /** What was found in the rows, by how grave it is: a row may have several. */
  findings: z.strictObject({ Rounded: z.int(), Confirm: z.int(), Refused: z.int() }),
  /** The rows that can be imported by flow type, most first: a cart holds one of them. */
  flows: z.array(z.strictObject({ flowType: z.string(), rows: z.int(), total: Money.nullable() })),
  total: Money.nullable(),
  currency: z.string(),
  seconds: z.number().nullable(),
  uploadedAt: Instant,
  uploadedBy: z.string(),
  /** The columns that were read: `column` is what was understood, `letter` and `title` are those of the file. */
  columns: z.array(
    z.strictObject({ sheet: z.string(), column: z.string(), letter: z.string(), title: z.string() }),
  ),
  /** Rows that the user may not have meant: hidden ones, and those of further sheets. Each is read unless it is left out. */
  parts: z.strictObject({
    hiddenRows: z.int(),
    leavesHidden: z.boolean(),
    /** Those with rows, where there are several. */
    sheets: z.array(z.strictObject({ sheet: z.string(), rows: z.int(), isLeft: z.boolean() })),
  }),
  /** Why the file could not be read, or what to know of it before its rows are taken, a line each. */
  message: z.string().nullable(),
})
export type ImportView = z.infer<typeof ImportView>

export const uploadImport = call('OrderNew/UploadImport', {
  kind: 'upload',
  upload: {
    maxFiles: 1,
    maxBytes: importFileBytes,
    types: 'table',
  },
  input: Nothing,
  output: ImportView,
  refusals: [],
})
/** Reads the file again without its hidden rows, or without some of its sheets. What was taken into the cart stays there. */
export const readImportAgain = call('OrderNew/ReadImportAgain', {
  input: z.strictObject({
    importId: Uuid,
    leavesHidden: z.boolean(),
    leftSheets: z.array(text(100)).max(100),
  }),
  output: ImportView,
  refusals: ['ImportNotFound', 'ImportNotReady'],
})

/** The import the user is working on, or null. */
export const getCurrentImport = call('OrderNew/GetCurrentImport', {
  reads: true,
  input: Nothing,
  output: z.strictObject({ import: ImportView.nullable() }),
  refusals: [],
})

/** The user's own file, with what was found in its rows as comments in their cells. */
export const downloadImport = call('OrderNew/DownloadImport', {
  sharesPermission: 'UploadImport',
  reads: true,
  kind: 'download',
  input: z.strictObject({ importId: Uuid }),
  output: Binary,
  refusals: ['ImportNotFound', 'FileMissing'],
})

/** The rows to look at: everything but those that are good as they are. */
export const importRows = pageList('OrderNew/GetImportRows', {
  columns: {
    result: column.choice(importResults, { words: 'importResult' }),
    sheet: column.text(),
    row: column.integer(),
    column: column.text({ nullable: true, computed: true }),
    value: column.text({ nullable: true, sort: false, filter: false }),
    message: column.text({ computed: true }),
  },
  extra: { id: z.uuid(), remedy: z.strictObject({ value: z.string() }).nullable() },
  scope: { importId: Uuid },
  defaultSort: [
    { column: 'sheet', direction: 'asc' },
    { column: 'row', direction: 'asc' },
  ],
  refusals: ['ImportNotFound'],
})
/** Accepts what the row proposes: the closest code, the reading of an ambiguous number. */
export const acceptImportRemedy = call('OrderNew/AcceptImportRemedy', {
  input: z.strictObject({ importId: Uuid, rowId: Uuid }),
  output: ImportView,
  refusals: ['ImportNotFound', 'ImportNotReady', 'NotFound'],
})
/**
 * Puts the good and the rounded rows into the cart; refused rows are left out. Of a file with several flow types one is
 * named; the rows of the others stay in the import, ready for the next order.
 */
export const confirmImport = call('OrderNew/ConfirmImport', {
  input: z.strictObject({ importId: Uuid, flowType: text(40).optional(), requestKey: RequestKey }),
  output: z.strictObject({
    import: ImportView,
    cart: CartSummary,
    /** Where the cart is now below or above what the business relation names (ORD-022), as its review says it. */
    notes: z.array(z.string()),
  }),
  refusals: ['ImportNotFound', 'ImportNotReady', 'ImportEmpty', 'FlowTypesMixed'],
})
export const discardImport = call('OrderNew/DiscardImport', {
  input: z.strictObject({ importId: Uuid }),
  output: Done,
  refusals: ['ImportNotFound', 'ImportNotReady'],
})

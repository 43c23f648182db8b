import { z } from 'zod'
import { Binary, call, Uuid, workbookType } from './call.ts'
import { wordType } from './file-endings.ts'
import type { ChangeMode } from './master-change.ts'
import type { DatesOf, Fields, FilledDatesOf } from './master-fields.ts'
import type { Columns } from './page.ts'
import type { RefusalCode } from './refusals.ts'

// What a kind of master data may say of itself beside its fields, and the calls that some of it leads to.

export type MasterOptions<F extends Fields> = {
  group: string
  one: string
  many: string
  fields: F
  /** Fields that say what a record is called, beside its key. */
  name?: keyof F & string
  /** Records are ordered by this; the first key field where nothing else is said. */
  order?: keyof F & string
  /** The list begins with the last one: prices by their days. */
  newestFirst?: boolean
  /** What a file may do with records that it does not name; both where nothing is said. */
  modes?: readonly [ChangeMode, ...ChangeMode[]]
  /**
   * The first and the last day on which a record holds; an end that is empty is open. The end is not before the start, and
   * records whose other key fields are the same do not hold on the same day. A list as of a day has what held then.
   */
  validity?: readonly [from: FilledDatesOf<F>, to: DatesOf<F>]
  /**
   * The days that say where today stands to a record, where it has no `validity`: the one on which it takes effect, or the
   * first and the last. The list tells it in the column `timing`, which has chips.
   */
  days?: readonly [from: FilledDatesOf<F>, to?: DatesOf<F>]
  /** What the list tells beside the fields, worked out of other records; null as of a day. */
  computed?: Columns
  /** What a row of the list carries beside its columns, such as a picture; null as of a day. */
  extra?: z.ZodRawShape
  /** A second person may be required (DAT-003), or always is. */
  approval?: boolean | 'always'
  /** What its call of deletion is named, where roles hold it under another name than `Delete<Many>`. */
  removes?: string
  /** What else is done to a record, beside editing and deleting it; the server says by which call. */
  actions?: readonly string[]
  /** Refusals that its own rules add to whatever writes. */
  refusals?: readonly RefusalCode[]
}

const documentTypes = ['application/pdf', 'image/jpeg', 'image/png', wordType, workbookType]

/** The calls by which the documents of a kind come (`field.file`) and are opened. */
export const fileCalls = (group: string, one: string, many: string) => ({
  /** Keeps a document for the record that is saved with its id next; one that no record names is removed after a day. */
  upload: call(`${group}/Upload${one}File`, {
    sharesPermission: `Save${one}`,
    kind: 'upload',
    upload: { maxFiles: 1, maxBytes: 20 * 1024 * 1024, types: documentTypes, keepsName: true },
    input: z.strictObject({}),
    output: z.strictObject({ fileId: Uuid, name: z.string() }),
    refusals: ['WholeCompanyNeeded'],
  }),
  /** A document that the record has, had, or gets when a change that waits takes effect. */
  open: call(`${group}/Download${one}File`, {
    sharesPermission: `Get${many}`,
    reads: true,
    kind: 'download',
    input: z.strictObject({ recordId: Uuid, fileId: Uuid }),
    output: Binary,
    refusals: ['NotFound'],
  }),
})

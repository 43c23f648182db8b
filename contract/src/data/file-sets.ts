import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Done, Nothing, Uuid } from '../kit/call.ts'
import { fileSetActs, fileSetStates, fileSheetStates } from '../kit/file-set.ts'
import { masterFileBytes } from '../kit/master-import.ts'
import { Instant, text } from '../kit/values.ts'

// Several files at once (DAT-002): each sheet becomes a change of the kind that it looks like. They take effect one after
// the other, in the order in which they need each other.

/** Files of one upload. */
export const mostFilesAtOnce = 10

const Sheet = z.strictObject({
  id: Uuid,
  fileName: z.string(),
  /** Empty for a CSV file, and for a file that cannot be read. */
  sheet: z.string(),
  /** Rows below the headings. */
  rows: z.int(),
  /** The kind of master data that it is taken for; null leaves it out. */
  kind: z.string().nullable(),
  state: z.enum(fileSheetStates),
  /** The change that it has become, for who looks at it on its own screen. */
  changeId: Uuid.nullable(),
  counts: z.strictObject({
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    faulty: z.int(),
  }),
  /** The kinds of other sheets that have to take effect first. */
  waitsFor: z.array(z.string()),
  /** Why it cannot be read or could not take effect, in the reader's language. */
  message: z.string().nullable(),
  /** The reader may say what it is. */
  mayChoose: z.boolean(),
})
export type FileSheet = z.infer<typeof Sheet>

export const FileSetView = z.strictObject({
  id: Uuid,
  state: z.enum(fileSetStates),
  made: z.strictObject({ by: z.string(), at: Instant }),
  /** In the order in which they take effect. */
  sheets: z.array(Sheet),
  actions: actionsField(fileSetActs),
})
export type FileSetView = z.infer<typeof FileSetView>

const bySet = { setId: Uuid }

/** Adds files to the set that is open, or begins one. What is in them is read by a job. */
export const addFiles = call('DataManagement/AddFiles', {
  kind: 'upload',
  upload: { maxFiles: mostFilesAtOnce, maxBytes: masterFileBytes, types: 'table', toldOfEach: true },
  input: Nothing,
  output: FileSetView,
  refusals: ['WholeCompanyNeeded', 'FileSetStateWrong'],
})

/**
 * Begins a set with sample data: customers with their places, a warehouse, articles with stock. Their codes begin with
 * `sampleMark`; taking the set back removes them, as long as nothing else names them.
 */
export const addSampleFiles = call('DataManagement/AddSampleFiles', {
  input: Nothing,
  output: FileSetView,
  refusals: ['WholeCompanyNeeded', 'FileSetStateWrong'],
})
export const sampleMark = 'SAMPLE-'

/** The set that is open in the company, whoever has begun it, and the kinds that the reader may import, in their order. */
export const getFileSet = call('DataManagement/GetFileSet', {
  sharesPermission: 'AddFiles',
  reads: true,
  input: Nothing,
  output: z.strictObject({ set: FileSetView.nullable(), kinds: z.array(z.string()) }),
  refusals: ['WholeCompanyNeeded'],
})

/** Takes a sheet for another kind, or leaves it out. */
export const chooseSheetKind = call('DataManagement/ChooseSheetKind', {
  input: z.strictObject({ ...bySet, sheetId: Uuid, kind: text(64).nullable() }),
  output: FileSetView,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'FileSetStateWrong', 'ChangeStateWrong'],
})

/** Lets the sheets take effect in their order. */
export const activateFileSet = call('DataManagement/ActivateFileSet', {
  input: z.strictObject(bySet),
  output: FileSetView,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'FileSetStateWrong'],
})

/** Takes all that has taken effect back, the last one first. */
export const revertFileSet = call('DataManagement/RevertFileSet', {
  input: z.strictObject(bySet),
  output: FileSetView,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'FileSetStateWrong'],
})

/** Ends the set; what has not taken effect is cancelled. */
export const closeFileSet = call('DataManagement/CloseFileSet', {
  input: z.strictObject(bySet),
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

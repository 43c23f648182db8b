import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { Binary, call, Done, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { stateTable } from '../kit/state-table.ts'
import { Instant } from '../kit/values.ts'
import { mciSources, mciValueTypes } from './mci.ts'

// The data of an MCI entity: files that replace it, their states, and single rows by form (MCI-001 to MCI-003).

/** States of a file, as the specification lists them (section 3). */
export const mciFileStates = [
  'Pending',
  'Validating',
  'Succeeded',
  'ValidationFailed',
  'ReValidate',
  'Cancelled',
  'Invalid',
  'Active',
] as const
export const mciInputs = ['User', 'Erp'] as const
export const mciFileActs = ['activate', 'validate', 'cancel', 'file'] as const

export const mciFileTable = stateTable({
  name: 'file of an MCI entity',
  states: mciFileStates,
  initial: 'Pending',
  final: ['Cancelled', 'Invalid'],
  moves: {
    begin: { from: ['Pending', 'ReValidate'], to: 'Validating', who: ['portal'] },
    succeed: { from: ['Validating'], to: 'Succeeded', who: ['portal'] },
    fail: { from: ['Validating'], to: 'ValidationFailed', who: ['portal'] },
    refuse: { from: ['Pending', 'Validating'], to: 'Invalid', who: ['portal'] },
    outdate: { from: ['Succeeded', 'ValidationFailed'], to: 'ReValidate', who: ['portal'] },
    validate: { from: ['ReValidate', 'ValidationFailed'], to: 'Pending', who: ['user'] },
    activate: { from: ['Succeeded'], to: 'Active', who: ['user'] },
    // Another file took its place: it may be activated again, after it has been read anew if its rows were changed by form.
    replace: { from: ['Active'], to: 'Succeeded', who: ['portal'] },
    replaceEdited: { from: ['Active'], to: 'ReValidate', who: ['portal'] },
    cancel: {
      from: ['Pending', 'Validating', 'Succeeded', 'ValidationFailed', 'ReValidate'],
      to: 'Cancelled',
      who: ['user'],
    },
  },
})

export const MciFileView = z.strictObject({
  id: Uuid,
  entityId: Uuid,
  ioId: z.int(),
  fileName: z.string(),
  input: z.enum(mciInputs),
  state: z.enum(mciFileStates),
  rows: z.int(),
  faulty: z.int(),
  jobId: Uuid.nullable(),
  uploadedAt: Instant,
  uploadedBy: z.string(),
  activatedAt: Instant.nullable(),
  activatedBy: z.string().nullable(),
  /** Why the file could not be read, in the reader's language. */
  message: z.string().nullable(),
  actions: actionsField(mciFileActs),
})
export type MciFileView = z.infer<typeof MciFileView>

export const EntityField = z.strictObject({
  code: z.string(),
  name: z.string(),
  type: z.enum(mciValueTypes),
  mandatory: z.boolean(),
  keyPart: z.boolean(),
})
export const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The rows that services read, or those of a file that is not active yet. */
export const getEntityRows = call('CustomerPolicyData/GetEntityRows', {
  reads: true,
  input: z.strictObject({
    entityId: Uuid,
    mciFileId: Uuid.nullable(),
    page: z.int().min(1).max(100_000),
    pageSize: z.int().min(1).max(200),
    search: z.string().max(100),
  }),
  output: z.strictObject({
    entity: z.strictObject({
      id: Uuid,
      code: z.string(),
      name: z.string(),
      dataSource: z.enum(mciSources),
    }),
    fields: z.array(EntityField),
    rows: z.array(
      z.strictObject({
        key: z.string(),
        values: z.record(z.string(), CellValue),
        /** Fields whose value is the user's where the ERP gives one as well. */
        fromUser: z.array(z.string()),
      }),
    ),
    total: z.int(),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

export const uploadEntityFile = call('CustomerPolicyData/UploadEntityFile', {
  kind: 'upload',
  upload: { maxFiles: 1, maxBytes: 300 * 1024 * 1024, types: 'table' },
  input: z.strictObject({ entityId: Uuid, input: z.enum(mciInputs) }),
  output: MciFileView,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'EntityWithoutFields'],
})

/** The IO log (MCI-001). */
export const entityFiles = pageList('CustomerPolicyData/GetEntityFiles', {
  columns: {
    ioId: column.integer(),
    entityName: column.text(),
    fileName: column.text(),
    mciInput: column.choice(mciInputs, { words: 'mciInput' }),
    state: column.choice(mciFileStates, { words: 'mciFileState' }),
    rows: column.integer(),
    faulty: column.integer(),
    uploadedAt: column.instant(),
    uploadedBy: column.text(),
    activatedAt: column.instant({ nullable: true }),
    orderIndex: column.integer(),
  },
  extra: { id: z.uuid(), entityId: Uuid },
  scope: { entityId: Uuid.nullable() },
  defaultSort: [{ column: 'ioId', direction: 'desc' }],
  search: true,
})

export const getEntityFile = call('CustomerPolicyData/GetEntityFile', {
  reads: true,
  input: z.strictObject({ mciFileId: Uuid }),
  output: MciFileView,
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

/** What is wrong with a file, by sheet, row and field. */
export const entityFaults = pageList('CustomerPolicyData/GetEntityFaults', {
  columns: {
    sheet: column.text(),
    row: column.integer(),
    field: column.text({ nullable: true }),
    message: column.text({ computed: true }),
  },
  extra: { id: z.uuid() },
  scope: { mciFileId: Uuid },
  defaultSort: [{ column: 'row', direction: 'asc' }],
  refusals: ['NotFound', 'WholeCompanyNeeded'],
})

/** The file as its user sent it, with what is wrong as comments in its cells. */
export const downloadEntityFile = call('CustomerPolicyData/DownloadEntityFile', {
  reads: true,
  kind: 'download',
  sharesPermission: 'GetEntityFile',
  input: z.strictObject({ mciFileId: Uuid }),
  output: Binary,
  refusals: ['NotFound', 'FileMissing', 'WholeCompanyNeeded'],
})

const onFile = { input: z.strictObject({ mciFileId: Uuid }), output: MciFileView }
const fileRefusals = ['NotFound', 'MciStateWrong', 'WholeCompanyNeeded'] as const

/** Replaces all rows of its input by the file's, in one step. */
export const activateEntityFile = call('CustomerPolicyData/ActivateEntityFile', {
  ...onFile,
  refusals: [...fileRefusals, 'MciOngoing', 'EdcNotActive', 'MciMappingIncomplete', 'MciMappingOrder'],
})
export const validateEntityFile = call('CustomerPolicyData/ValidateEntityFile', {
  ...onFile,
  refusals: fileRefusals,
})
export const cancelEntityFile = call('CustomerPolicyData/CancelEntityFile', {
  ...onFile,
  refusals: fileRefusals,
})

export const downloadEntityTemplate = call('CustomerPolicyData/DownloadEntityTemplate', {
  reads: true,
  kind: 'download',
  input: z.strictObject({ entityId: Uuid, rows: z.enum(['None', 'Active', 'Sample']) }),
  output: Binary,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'EntityWithoutFields'],
})

/**
 * One row by form: the user's values; null lets the ERP's stand, a field that is not named stays as it is. `key` null
 * makes a new row.
 */
export const saveEntityRow = call('CustomerPolicyData/SaveEntityRow', {
  input: z.strictObject({
    entityId: Uuid,
    key: z.string().max(400).nullable(),
    values: z.record(z.string(), CellValue),
  }),
  output: z.strictObject({ key: z.string() }),
  refusals: ['NotFound', 'RecordInvalid', 'WholeCompanyNeeded', 'EntityWithoutFields', 'MciOngoing'],
})
export const deleteEntityRow = call('CustomerPolicyData/DeleteEntityRow', {
  input: z.strictObject({ entityId: Uuid, key: z.string().max(400) }),
  output: Done,
  refusals: ['NotFound', 'WholeCompanyNeeded', 'MciOngoing'],
})

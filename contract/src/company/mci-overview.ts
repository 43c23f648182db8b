import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { CellValue, EntityField, mciFileStates } from './mci-files.ts'
import { mciBaseFields, mciPurposes, mciSources, mciValueTypes } from './mci.ts'

// What is to be seen of MCI entities before anything is done: where each stands, what a file of it looks like, and how
// its fields stand for those of the base class (MCI-001 to MCI-003).

/** What an entity needs next, the most urgent first. */
export const mciAttentions = [
  'NoKey',
  /** A mandatory field of the base class is missing, or the fields follow another order: no file is activated. */
  'MappingIncomplete',
  'MappingOrder',
  'FileInvalid',
  'ValidationFailed',
  'ToValidate',
  'ToActivate',
  /** A file is good and cannot be activated before customer success activates the company's EDC project. */
  'EdcNotActive',
  'Working',
  'NeverFilled',
  'Nothing',
] as const

/** Each entity with its rows, the latest file of each input and what needs attention (MCI-001). */
export const entityOverview = pageList('CustomerPolicyData/GetEntityOverview', {
  columns: {
    code: column.code(),
    name: column.text(),
    attention: column.choice(mciAttentions, { words: 'mciAttention' }),
    activeRows: column.integer({ sort: false, filter: false }),
    userFileState: column.choice(mciFileStates, { words: 'mciFileState', nullable: true }),
    erpFileState: column.choice(mciFileStates, { words: 'mciFileState', nullable: true }),
    activatedAt: column.instant({ nullable: true }),
    activatedBy: column.text({ nullable: true }),
    dataSource: column.choice(mciSources, { words: 'mciSource' }),
    purpose: column.choice(mciPurposes, { words: 'mciPurpose' }),
    orderIndex: column.integer(),
  },
  extra: {
    id: z.uuid(),
    userFileId: Uuid.nullable(),
    erpFileId: Uuid.nullable(),
    /** The file that `attention` is about. */
    attentionFileId: Uuid.nullable(),
    /** Mandatory fields of the base class that no field stands for. */
    missingBaseFields: z.array(z.enum(mciBaseFields)),
  },
  defaultSort: [{ column: 'orderIndex', direction: 'asc' }],
  search: true,
})

const SampleRow = z.strictObject({ values: z.record(z.string(), CellValue) })

/** Rows as a file of the entity may hold them, beside the first of those that services read. */
export const getEntitySample = call('CustomerPolicyData/GetEntitySample', {
  reads: true,
  sharesPermission: 'GetEntityRows',
  input: z.strictObject({ entityId: Uuid }),
  output: z.strictObject({
    name: z.string(),
    fields: z.array(EntityField),
    sample: z.array(SampleRow),
    active: z.array(SampleRow),
    activeRows: z.int(),
  }),
  refusals: ['NotFound', 'WholeCompanyNeeded', 'EntityWithoutFields'],
})

/** Which field of the entity stands for which of the base class (MCI-003). */
export const getEntityMapping = call('CustomerPolicyData/GetEntityMapping', {
  reads: true,
  sharesPermission: 'GetMciFields',
  input: z.strictObject({ entityId: Uuid }),
  output: z.strictObject({
    name: z.string(),
    purpose: z.enum(mciPurposes),
    baseFields: z.array(
      z.strictObject({
        base: z.enum(mciBaseFields),
        mandatory: z.boolean(),
        /** The code of the field that stands for it. */
        field: z.string().nullable(),
      }),
    ),
    fields: z.array(
      z.strictObject({
        id: Uuid,
        code: z.string(),
        name: z.string(),
        type: z.enum(mciValueTypes),
        mandatory: z.boolean(),
        keyPart: z.boolean(),
      }),
    ),
    /** Whether the fields that are mapped stand in the order of the base class. */
    inOrder: z.boolean(),
  }),
  refusals: ['NotFound'],
})

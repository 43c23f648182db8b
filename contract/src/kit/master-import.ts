import { z } from 'zod'
import { Binary, call, Uuid } from './call.ts'
import { Assignment, FileColumns } from './file-columns.ts'
import { changeActions, changeSources, changeStates, ChangeView, type ChangeMode } from './master-change.ts'
import { field, type Field, type Fields } from './master-fields.ts'
import type { fileCalls } from './master-options.ts'
import { keyOfMany, keyOfOne } from './master-words.ts'
import { column, pageList } from './page.ts'
import type { RefusalCode } from './refusals.ts'
import { text } from './values.ts'

// The part of a kind that concerns files: a workbook or a CSV file becomes a change that is looked at, corrected, put into
// effect as a whole and taken back (DAT-002). Master data has it beside its records; what is kept up elsewhere and comes
// from files as well has it alone (`fileImport`).

export const masterFileBytes = 50 * 1024 * 1024

/** Refusals of whoever moves a change. */
const deciding = [
  'ChangeNotFound',
  'ChangeStateWrong',
  'ChangeFaulty',
  'ChangeEmpty',
  'OwnChange',
  'CommentRequired',
  'RecordInvalid',
  'RecordsInUse',
  'ConsequencesUnconfirmed',
  'ChangeOutdated',
  'NewerChanges',
  'WholeCompanyNeeded',
] as const

const byChange = { changeId: Uuid }

/** What a row of a file does, where the kind lets rows take away (`removes`). */
export const rowActions = ['Add', 'Remove'] as const
export const rowActionField: Field = field.choice(rowActions, { words: 'rowAction', optional: true })

const changeColumns = {
  madeAt: column.instant(),
  madeBy: column.text(),
  source: column.choice(changeSources, { words: 'changeSource' }),
  /** The file it came as, else the record where it has a single one. */
  fileOrRecord: column.text({ nullable: true }),
  state: column.choice(changeStates, { words: 'changeState' }),
  added: column.integer(),
  changed: column.integer(),
  removed: column.integer(),
  unchanged: column.integer(),
  faulty: column.integer(),
  activatedAt: column.instant({ nullable: true }),
  approvedBy: column.text({ nullable: true }),
}

/** Lists that show in another form what the list of the records shows. */
export const listedWith = (many: string) => ({
  sharesPermission: { page: `Get${many}`, excel: `Export${many}` },
})

type Parts<K extends string, F extends Fields> = {
  key: K
  group: string
  one: string
  many: string
  fields: F
  /** What a file may do with records that it does not name. */
  modes: readonly [ChangeMode, ...ChangeMode[]]
  /** Refusals that its own rules add. */
  refusals: readonly RefusalCode[]
}

/** The calls of a kind that concern files, and the lists that they show. */
export function importParts<const K extends string, F extends Fields>(parts: Parts<K, F>) {
  const { group, one, many, refusals } = parts
  const [firstKey, ...otherKeys] = Object.entries(parts.fields)
    .filter(([, { key }]) => key)
    .map(([name]) => name)
  if (keyOfOne(one) !== parts.key || keyOfMany(many) !== parts.key)
    throw new Error(`${parts.key}: its key is its name ${one}, and ${many} the plural of it`)
  if (!firstKey) throw new Error(`${parts.key}: a kind of master data has a key`)
  const name = (operation: string): `${string}/${string}` => `${group}/${operation}`
  const imports = { sharesPermission: `Import${many}` }
  return {
    key: parts.key,
    group,
    one,
    many,
    fields: parts.fields,
    /** The fields that name a record together. */
    keys: [firstKey, ...otherKeys] as const,
    modes: parts.modes,
    template: call(name(`Download${one}Template`), {
      ...imports,
      reads: true,
      kind: 'download',
      /** With the records as they are, to be changed and brought back. */
      input: z.strictObject({ filled: z.boolean() }),
      output: Binary,
      refusals: [],
    }),
    upload: call(name(`Import${many}`), {
      kind: 'upload',
      upload: { maxFiles: 1, maxBytes: masterFileBytes, types: 'table' },
      input: z.strictObject({ mode: z.enum(parts.modes) }),
      output: ChangeView,
      refusals: ['WholeCompanyNeeded', ...refusals],
    }),
    /** The data log of this kind (DAT-002): what came, from where, and what became of it. */
    changes: pageList(`${group}/Get${one}Changes`, {
      ...listedWith(many),
      columns: changeColumns,
      extra: { id: Uuid, revertsId: Uuid.nullable(), record: z.string().nullable() },
      defaultSort: [{ column: 'madeAt', direction: 'desc' }],
      search: true,
    }),
    getChange: call(name(`Get${one}Change`), {
      sharesPermission: `Get${many}`,
      reads: true,
      input: z.strictObject(byChange),
      output: ChangeView,
      refusals: ['ChangeNotFound'],
    }),
    changeRows: pageList(`${group}/Get${one}ChangeRows`, {
      ...listedWith(many),
      columns: {
        sheet: column.text({ nullable: true }),
        row: column.integer({ nullable: true }),
        action: column.choice(changeActions, { words: 'changeAction' }),
        record: column.text(),
        /** Field by field, from what to what. */
        difference: column.text({ computed: true }),
        /** What is wrong with it. */
        message: column.text({ computed: true, nullable: true }),
      },
      extra: {
        id: z.uuid(),
        recordId: Uuid.nullable(),
        /** The documents that the row brings or takes away. */
        documents: z.array(z.strictObject({ fileId: Uuid, name: z.string() })),
      },
      scope: byChange,
      defaultSort: [{ column: 'row', direction: 'asc' }],
      search: true,
      refusals: ['ChangeNotFound'],
    }),
    /** The user's own workbook, with what is wrong as comments in its cells. */
    file: call(name(`Download${one}Change`), {
      ...imports,
      reads: true,
      kind: 'download',
      input: z.strictObject(byChange),
      output: Binary,
      refusals: ['ChangeNotFound', 'FileMissing'],
    }),
    /** The columns of the file of a change, each with the field that it seems to fill. */
    columns: call(name(`Get${one}ChangeColumns`), {
      ...imports,
      reads: true,
      input: z.strictObject(byChange),
      output: FileColumns,
      refusals: ['ChangeNotFound', 'FileMissing', 'WholeCompanyNeeded'],
    }),
    /** Reads the file anew with these columns; `keep`: and the next ones of its sender as well. */
    assign: call(name(`Assign${one}ChangeColumns`), {
      ...imports,
      input: z.strictObject({ ...byChange, ...Assignment.shape, keep: z.boolean() }),
      output: ChangeView,
      refusals: ['ChangeNotFound', 'ChangeStateWrong', 'FileMissing', 'RecordInvalid', 'WholeCompanyNeeded'],
    }),
    activate: call(name(`Activate${one}Change`), {
      ...imports,
      /** `leaveFaulty`: the rows that are right take effect; the faulty ones stay in the file to be mended. */
      input: z.strictObject({ ...byChange, confirmed: z.boolean(), leaveFaulty: z.boolean().optional() }),
      output: ChangeView,
      refusals: [...deciding, ...refusals],
    }),
    /** The maker takes a change back before it has taken effect. */
    cancel: call(name(`Cancel${one}Change`), {
      ...imports,
      input: z.strictObject(byChange),
      output: ChangeView,
      refusals: ['ChangeNotFound', 'ChangeStateWrong'],
    }),
  }
}

/** A second person decides on a change (DAT-003). */
export const decideCall = (group: string, one: string, refusals: readonly RefusalCode[]) =>
  call(`${group}/Approve${one}Change`, {
    input: z.strictObject({
      ...byChange,
      decision: z.enum(['Check', 'Approve', 'Reject']),
      comment: text(500, 0),
      confirmed: z.boolean(),
    }),
    output: ChangeView,
    refusals: [...deciding, ...refusals],
  })

/** Takes back a change that took effect. */
export const revertCall = (
  group: string,
  one: string,
  refusals: readonly RefusalCode[],
  options: { sharesPermission?: string } = {},
) =>
  call(`${group}/Revert${one}Change`, {
    ...options,
    input: z.strictObject({ ...byChange, confirmed: z.boolean() }),
    output: ChangeView,
    refusals: [...deciding, ...refusals],
  })

/**
 * Declares what comes from files and is otherwise kept up by calls of its own: allocations of users to locations. The
 * list of the records is `Get<Many>`, whose permission the data log shares; whoever imports may revert. A row adds its
 * record, or takes it away where its column `rowAction` says so; `addsOnly` has no such column.
 */
export function fileImport<const K extends string, F extends Fields>(
  key: K,
  options: {
    group: string
    one: string
    many: string
    fields: F
    refusals?: readonly RefusalCode[]
    addsOnly?: boolean
  },
) {
  const refusals = options.refusals ?? []
  return {
    isFileImport: true as const,
    ...importParts({ key, ...options, modes: ['Merge'], refusals }),
    nameField: null,
    approval: false,
    validity: null,
    removes: !options.addsOnly,
    revert: revertCall(options.group, options.one, refusals, { sharesPermission: `Import${options.many}` }),
  }
}

/** The fields with the first and the last day on which a record holds. */
export type Validity = { from: string; to: string }

/** What every kind has that files concern: all master data, and what is declared with `fileImport`. */
export type ImportKind = ReturnType<typeof importParts<string, Fields>> & {
  nameField: string | null
  approval: boolean | 'always'
  validity: Validity | null
  /** The call by which documents are opened, where the kind has some. */
  openFile?: ReturnType<typeof fileCalls>['open'] | null
  /** A column of the file says whether a row adds or takes away. */
  removes?: boolean
  /** The call by which a second person decides, where the kind has one. */
  decide?: ReturnType<typeof decideCall>
  revert: ReturnType<typeof revertCall>
}

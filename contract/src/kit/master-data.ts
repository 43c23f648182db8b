import { z } from 'zod'
import { actionsField } from './actions.ts'
import { BulkAnswer } from './bulk-answer.ts'
import { Binary, call, Uuid, Version, type Call } from './call.ts'
import {
  changeActions,
  changeModes,
  changeSources,
  changeStates,
  ChangeView,
  type ChangeMode,
} from './master-change.ts'
import { columnOf, type Fields } from './master-fields.ts'
import { keyOfMany, keyOfOne } from './master-words.ts'
import { column, pageList, type Columns } from './page.ts'
import type { RefusalCode } from './refusals.ts'
import { DateOnly, Instant, text } from './values.ts'

// Master data: one declaration gives a kind of record its list, form, workbook, deliveries, approval and history
// (decision 0012). Every write, from whatever side, is a change: rows with before and after that take effect together.

export const recordActions = ['edit', 'delete'] as const
/** Rows of one delivery by API. */
export const deliveredRows = 1_000
export const masterFileBytes = 50 * 1024 * 1024

type ValuesShape<F extends Fields> = { [K in keyof F]: F[K]['value'] }
type SomeValues<F extends Fields> = { [K in keyof F]: z.ZodOptional<F[K]['value']> }

/** Why a value cannot be taken, in the reader's language. */
export const FieldIssue = z.strictObject({
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
})

const writes = [
  'NotFound',
  'WholeCompanyNeeded',
  'RecordInvalid',
  'RecordsInUse',
  'ConsequencesUnconfirmed',
  'ChangeOutdated',
] as const
const deciding = [
  'ChangeNotFound',
  'ChangeStateWrong',
  'ChangeFaulty',
  'ChangeEmpty',
  'OwnChange',
  'CommentRequired',
  'RecordsInUse',
  'ConsequencesUnconfirmed',
  'ChangeOutdated',
  'NewerChanges',
  'WholeCompanyNeeded',
] as const

/**
 * Declares a kind of master data in its operation group. `one` and `many` name its calls: `Location`, `Locations` give
 * `Location/GetLocations`, `SaveLocation`, `ImportLocations`. `key` names its messages: `kind.location.…`. Its permissions
 * are eight: to see, to export, to save, to change many, to delete, to import, to approve and to revert; what belongs to
 * one of these acts shares its permission.
 */
export function masterData<const K extends string, F extends Fields>(
  key: K,
  options: {
    group: string
    one: string
    many: string
    fields: F
    /** Fields that say what a record is called, beside its key. */
    name?: keyof F & string
    /** Records are ordered by this; the first key field where nothing else is said. */
    order?: keyof F & string
    /** What a file may do with records that it does not name; both where nothing is said. */
    modes?: readonly [ChangeMode, ...ChangeMode[]]
    /** A second person may be required (DAT-003). */
    approval?: boolean
    /** What its call of deletion is named, where roles hold it under another name than `Delete<Many>`. */
    removes?: string
    /** Refusals that its own rules add to whatever writes. */
    refusals?: readonly RefusalCode[]
  },
) {
  const { group, one, many, fields } = options
  const entries = Object.entries(fields)
  const keys = entries.filter(([, field]) => field.key).map(([name]) => name)
  if (keyOfOne(one) !== key || keyOfMany(many) !== key)
    throw new Error(`${key}: its key is its name ${one}, and ${many} the plural of it`)
  if (keys.length === 0) throw new Error(`${key}: a kind of master data has a key`)
  const columns = Object.fromEntries(
    entries.filter(([, field]) => field.list !== 'no').map(([name, field]) => [name, columnOf(field)]),
  ) as Columns
  const name = (operation: string): `${string}/${string}` => `${group}/${operation}`
  const own: readonly RefusalCode[] = options.refusals ?? []
  // A price is null to who may not see it, and theirs stays as it is.
  const values = z.strictObject(
    Object.fromEntries(
      entries.map(([field, { value, price }]) => [field, price ? value.nullable() : value]),
    ) as ValuesShape<F>,
  )
  // What may be missing may be left out: a record keeps what it has. So a new optional field breaks no program that
  // saves records; its type says otherwise, because a form of ours sends all fields.
  const saved = z.strictObject(
    Object.fromEntries(
      entries.map(([field, { optional }]) => {
        const value = values.shape[field as keyof typeof values.shape] as z.ZodType
        return [field, optional ? value.optional() : value]
      }),
    ),
  ) as unknown as typeof values
  const some = z.strictObject(
    Object.fromEntries(entries.map(([field, { value }]) => [field, value.optional()])) as SomeValues<F>,
  )
  const extra = {
    id: Uuid,
    version: z.int(),
    /** The change of this record that waits for a second person. */
    waiting: Uuid.nullable(),
    actions: actionsField(recordActions),
  }
  const list = pageList(`${group}/Get${many}`, {
    columns,
    extra,
    /** The records as they were at the end of that day; null is now. */
    scope: { day: DateOnly.nullable() },
    defaultSort: [{ column: options.order ?? (keys[0] as string), direction: 'asc' }],
    search: true,
    selectable: true,
    refusals: ['DayInFuture'],
  })
  const sees = { sharesPermission: `Get${many}` }
  const listed = { sharesPermission: { page: `Get${many}`, excel: `Export${many}` } }
  const imports = { sharesPermission: `Import${many}` }
  const stamp = z.strictObject({ by: z.string(), at: Instant })
  const byChange = { changeId: Uuid }
  return {
    isMasterData: true as const,
    key,
    group,
    one,
    many,
    fields,
    keys,
    nameField: options.name ?? null,
    approval: options.approval ?? false,
    modes: options.modes ?? changeModes,
    values,
    list,
    get: call(name(`Get${one}`), {
      ...sees,
      reads: true,
      input: z.strictObject({ id: Uuid }),
      output: z.strictObject({
        id: Uuid,
        version: z.int(),
        /** As people name the record. */
        title: z.string(),
        values,
        /** What the references are called, by code. */
        names: z.record(z.string(), z.string()),
        waiting: Uuid.nullable(),
        made: stamp.nullable(),
        checked: stamp.nullable(),
        approved: stamp.nullable(),
        actions: actionsField(recordActions),
      }),
      refusals: ['NotFound'],
    }),
    find: call(name(`Find${many}`), {
      ...sees,
      reads: true,
      input: z.strictObject({
        search: z.string().max(100),
        codes: z.array(z.string().max(64)).max(200).optional(),
      }),
      output: z.strictObject({
        options: z.array(z.strictObject({ id: Uuid, code: z.string(), name: z.string() })),
        hasMore: z.boolean(),
      }),
      refusals: [],
    }),
    /** What became of a record, newest first. */
    history: call(name(`Get${one}History`), {
      ...sees,
      reads: true,
      input: z.strictObject({ id: Uuid }),
      output: z.strictObject({
        title: z.string(),
        versions: z.array(
          z.strictObject({
            changeId: Uuid,
            version: z.int(),
            action: z.enum(changeActions),
            source: z.enum(changeSources),
            at: Instant,
            by: z.string(),
            checkedBy: z.string().nullable(),
            approvedBy: z.string().nullable(),
            fields: z.array(
              z.strictObject({
                field: z.string(),
                before: z.unknown().nullable(),
                after: z.unknown().nullable(),
              }),
            ),
          }),
        ),
      }),
      refusals: ['NotFound'],
    }),
    /** What differs between the evenings of two days. */
    differences: pageList(`${group}/Get${one}Differences`, {
      ...listed,
      columns: {
        action: column.choice(['Added', 'Changed', 'Removed'], { words: 'changeAction' }),
        record: column.text(),
        difference: column.text({ computed: true }),
      },
      extra: { id: Uuid },
      scope: { from: DateOnly, to: DateOnly },
      defaultSort: [{ column: 'record', direction: 'asc' }],
      search: true,
      refusals: ['DayInFuture'],
    }),
    save: call(name(`Save${one}`), {
      input: z.strictObject({
        id: Uuid.nullable(),
        version: Version.nullable(),
        values: saved,
        /** The consequences were shown and accepted. */
        confirmed: z.boolean(),
      }),
      output: z.strictObject({
        id: Uuid,
        version: z.int(),
        changeId: Uuid.nullable(),
        /** It takes effect when a second person has approved it. */
        waits: z.boolean(),
      }),
      refusals: [...writes, ...own],
    }),
    change: call(name(`Change${many}`), {
      input: z.strictObject({ selection: list.selection, dryRun: z.boolean(), values: some }),
      output: BulkAnswer,
      refusals: ['SelectionTooLarge', 'NothingToChange', 'WholeCompanyNeeded', 'DayInFuture', ...own],
    }),
    remove: call(name(options.removes ?? `Delete${many}`), {
      input: z.strictObject({ selection: list.selection, dryRun: z.boolean() }),
      output: BulkAnswer,
      refusals: ['SelectionTooLarge', 'WholeCompanyNeeded', 'DayInFuture', ...own],
    }),
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
      input: z.strictObject({ mode: z.enum(options.modes ?? changeModes) }),
      output: ChangeView,
      refusals: ['WholeCompanyNeeded', ...own],
    }),
    /** Rows from another system: each is answered, the good ones take effect. */
    deliver: call(name(`Deliver${many}`), {
      ...imports,
      input: z.strictObject({
        rows: z.array(z.record(z.string(), z.unknown())).min(1).max(deliveredRows),
        /** True for each portion of a larger delivery but the last: what is expected came with the last one. */
        moreFollow: z.boolean().optional(),
      }),
      output: z.strictObject({
        changeId: Uuid,
        state: z.enum(changeStates),
        rows: z.array(
          z.strictObject({
            key: z.string(),
            action: z.enum(changeActions),
            version: z.int().nullable(),
            issues: z.array(FieldIssue),
          }),
        ),
      }),
      refusals: ['WholeCompanyNeeded', 'ChangeOutdated', ...own],
      maxBody: 5 * 1024 * 1024,
    }),
    /** The data log of this kind (DAT-002): what came, from where, and what became of it. */
    changes: pageList(`${group}/Get${one}Changes`, {
      ...listed,
      columns: changeColumns,
      extra: { id: Uuid, revertsId: Uuid.nullable() },
      defaultSort: [{ column: 'madeAt', direction: 'desc' }],
      search: true,
    }),
    getChange: call(name(`Get${one}Change`), {
      ...sees,
      reads: true,
      input: z.strictObject(byChange),
      output: ChangeView,
      refusals: ['ChangeNotFound'],
    }),
    changeRows: pageList(`${group}/Get${one}ChangeRows`, {
      ...listed,
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
      extra: { id: z.uuid(), recordId: Uuid.nullable() },
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
    activate: call(name(`Activate${one}Change`), {
      ...imports,
      input: z.strictObject({ ...byChange, confirmed: z.boolean() }),
      output: ChangeView,
      refusals: [...deciding, ...own],
    }),
    /** The maker takes a change back before it has taken effect. */
    cancel: call(name(`Cancel${one}Change`), {
      ...imports,
      input: z.strictObject(byChange),
      output: ChangeView,
      refusals: ['ChangeNotFound', 'ChangeStateWrong'],
    }),
    decide: call(name(`Approve${one}Change`), {
      input: z.strictObject({
        ...byChange,
        decision: z.enum(['Check', 'Approve', 'Reject']),
        comment: text(500, 0),
        confirmed: z.boolean(),
      }),
      output: ChangeView,
      refusals: [...deciding, ...own],
    }),
    revert: call(name(`Revert${one}Change`), {
      input: z.strictObject({ ...byChange, confirmed: z.boolean() }),
      output: ChangeView,
      refusals: [...deciding, ...own],
    }),
  }
}

export const changeColumns = {
  madeAt: column.instant(),
  madeBy: column.text(),
  source: column.choice(changeSources, { words: 'changeSource' }),
  fileName: column.text({ nullable: true }),
  state: column.choice(changeStates, { words: 'changeState' }),
  added: column.integer(),
  changed: column.integer(),
  removed: column.integer(),
  faulty: column.integer(),
  activatedAt: column.instant({ nullable: true }),
  approvedBy: column.text({ nullable: true }),
}

/** A kind of master data, whatever its fields. */
export type MasterData<F extends Fields = Fields> = ReturnType<typeof masterData<string, F>>

/** The calls and lists that a kind consists of. */
export function partsOf(kind: MasterData): { calls: Call[]; lists: MasterData['list'][] } {
  const parts = Object.values(kind)
  return {
    calls: parts.filter((part): part is never => isPart(part) && 'operation' in part),
    lists: parts.filter((part): part is never => isPart(part) && 'excel' in part),
  }
}

const isPart = (part: unknown): part is object => typeof part === 'object' && part !== null

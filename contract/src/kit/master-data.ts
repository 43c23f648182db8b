import { z } from 'zod'
import { actionsField } from './actions.ts'
import { BulkAnswer } from './bulk-answer.ts'
import { call, Uuid, Version, type Call } from './call.ts'
import { changeActions, changeModes, changeSources, changeStates } from './master-change.ts'
import { wordsOfKind } from './column-words.ts'
import { columnOf } from './master-columns.ts'
import { propertyTypes, type Fields } from './master-fields.ts'
import { fileCalls, type MasterOptions } from './master-options.ts'
import { baseColumn, isTranslated } from './master-names.ts'
import {
  decideCall,
  importParts,
  listedWith,
  revertCall,
  type ImportKind,
  type Validity,
} from './master-import.ts'
import { column, pageList, type Column, type Columns } from './page.ts'
import type { RefusalCode } from './refusals.ts'
import { DateOnly, Instant } from './values.ts'

// Master data: one declaration gives a kind of record its list, form, workbook, deliveries, approval and history
// (decision 0012). Every write, from whatever side, is a change: rows with before and after that take effect together.

/** Where today stands to the days of a record; one that takes effect on a single day is never current. */
export const recordTimings = ['Upcoming', 'Current', 'Past'] as const
export const recordActions = ['edit', 'delete'] as const
/** Rows of one delivery by API. */
export const deliveredRows = 1_000

type ActionsField = ReturnType<typeof actionsField<(typeof recordActions)[number]>>
type ValuesShape<F extends Fields> = { [K in keyof F]: F[K]['value'] }
type SomeValues<F extends Fields> = { [K in keyof F]: z.ZodOptional<F[K]['value']> }

/** Why a value cannot be taken, in the reader's language. */
export const FieldIssue = z.strictObject({
  field: z.string().nullable(),
  code: z.string(),
  message: z.string(),
})

/** A custom property that the company has defined, with the values that may be chosen. */
export const CustomProperty = z.strictObject({
  code: z.string(),
  name: z.string(),
  type: z.enum(propertyTypes),
  required: z.boolean(),
  values: z.array(z.strictObject({ code: z.string(), name: z.string() })),
})
export type CustomProperty = z.infer<typeof CustomProperty>

/** By field: what the codes in the answer are called; of custom properties `COLD` and `COLD=Y`. */
const ValueNames = z.record(z.string(), z.record(z.string(), z.string()))

const writes = [
  'NotFound',
  'WholeCompanyNeeded',
  'RecordInvalid',
  'RecordsInUse',
  'ConsequencesUnconfirmed',
  'ChangeOutdated',
] as const
/**
 * Declares a kind of master data in its operation group. `one` and `many` name its calls: `Location`, `Locations` give
 * `Location/GetLocations`, `SaveLocation`, `ImportLocations`. `key` names its messages: `kind.location.…`. Its permissions
 * are eight: to see, to export, to save, to change many, to delete, to import, to approve and to revert; what belongs to
 * one of these acts shares its permission.
 */
export function masterData<const K extends string, F extends Fields>(key: K, options: MasterOptions<F>) {
  const { group, one, many, fields } = options
  const entries = Object.entries(fields)
  const days = daysOf(options.validity ?? options.days)
  const columns: Columns = {
    ...Object.fromEntries(
      entries.filter(([, field]) => field.list !== 'no').map(([name, field]) => [name, columnOf(field)]),
    ),
    ...Object.fromEntries(
      entries
        .filter(([name]) => isTranslated(fields, name))
        .map(([name, field]) => [baseColumn(name), columnOf(field)]),
    ),
    ...(days && { timing: timingColumn(days) }),
    ...options.computed,
  }
  const name = (operation: string): `${string}/${string}` => `${group}/${operation}`
  const own: readonly RefusalCode[] = options.refusals ?? []
  const modes = options.modes ?? changeModes
  const parts = importParts({ key, group, one, many, fields, modes, refusals: own })
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
  const files = entries.some(([, field]) => field.type === 'file') ? fileCalls(group, one, many) : null
  const offered = actionsField([...recordActions, ...(options.actions ?? [])]) as ActionsField
  const extra = {
    id: Uuid,
    version: z.int(),
    /** The change of this record that waits for a second person. */
    waiting: Uuid.nullable(),
    actions: offered,
    // The rows of kinds are known by their columns; what draws this knows its type.
    ...(options.extra as object | undefined),
  }
  const list = pageList(`${group}/Get${many}`, {
    columns,
    words: wordsOfKind(key),
    extra,
    /** The records as they were at the end of that day; null is now. */
    scope: { day: DateOnly.nullable() },
    defaultSort: [
      { column: options.order ?? parts.keys[0], direction: options.newestFirst ? 'desc' : 'asc' },
    ],
    search: true,
    selectable: true,
    refusals: ['DayInFuture'],
  })
  const sees = { sharesPermission: `Get${many}` }
  const stamp = z.strictObject({ by: z.string(), at: Instant })
  return {
    isMasterData: true as const,
    ...parts,
    nameField: options.name ?? null,
    approval: options.approval ?? false,
    validity: validityOf(options.validity),
    /** The days that `timing` is worked out of; null where the list does not tell it. */
    days,
    actions: options.actions ?? [],
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
        names: ValueNames,
        waiting: Uuid.nullable(),
        made: stamp.nullable(),
        checked: stamp.nullable(),
        approved: stamp.nullable(),
        actions: offered,
      }),
      refusals: ['NotFound'],
    }),
    /** What a form asks of the custom properties of the kind; null where it has none. */
    properties: entries.some(([, field]) => field.type === 'properties')
      ? call(name(`Get${one}Properties`), {
          ...sees,
          reads: true,
          input: z.strictObject({}),
          output: z.strictObject({ properties: z.array(CustomProperty) }),
          refusals: [],
        })
      : null,
    /** How documents come and are opened; null where the kind has none. */
    uploadFile: files?.upload ?? null,
    openFile: files?.open ?? null,
    find: call(name(`Find${many}`), {
      ...sees,
      reads: true,
      input: z.strictObject({
        search: z.string().max(100),
        codes: z.array(z.string().max(400)).max(200).optional(),
      }),
      output: z.strictObject({
        /** `code` names the record: where it has several key fields, their codes with ` · ` between them. */
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
        names: ValueNames,
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
      ...listedWith(many),
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
    /** Rows from another system: each is answered, the good ones take effect. */
    deliver: call(name(`Deliver${many}`), {
      sharesPermission: `Import${many}`,
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
      refusals: ['WholeCompanyNeeded', 'ChangeOutdated', 'RecordInvalid', ...own],
      maxBody: 5 * 1024 * 1024,
    }),
    decide: decideCall(group, one, own),
    revert: revertCall(group, one, own),
  }
}

const timingColumn = ({ to }: RecordDays): Column =>
  column.choice(to === null ? ['Upcoming', 'Past'] : recordTimings, { words: 'timing', nullable: true })

type RecordDays = { from: string; to: string | null }
const daysOf = (days: readonly [string, string?] | undefined): RecordDays | null =>
  days ? { from: days[0], to: days[1] ?? null } : null

const validityOf = (days: readonly [string, string] | undefined): Validity | null =>
  days ? { from: days[0], to: days[1] } : null

/** A kind of master data, whatever its fields. */
export type MasterData<F extends Fields = Fields> = ReturnType<typeof masterData<string, F>>

/** The calls and lists that a kind consists of. */
export function partsOf(kind: ImportKind): { calls: Call[]; lists: MasterData['list'][] } {
  const parts = Object.values(kind)
  return {
    calls: parts.filter((part): part is never => isPart(part) && 'operation' in part),
    lists: parts.filter((part): part is never => isPart(part) && 'excel' in part),
  }
}

const isPart = (part: unknown): part is object => typeof part === 'object' && part !== null

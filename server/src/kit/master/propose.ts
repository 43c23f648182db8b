import { plainText } from '@kervan/contract/kit/typed'
import { isList, type Field, type FieldValue, type Values } from '@kervan/contract/kit/master-fields'
import type { ChangeAction } from '@kervan/contract/kit/master-change'
import { newId } from '../database/uuid.ts'
import { type Issue, type JudgedRow, type MasterContext, type ServedKind, fieldOf } from './kind.ts'
import { keyOf, keyPart, recordsById, recordsByKey, type FoundRecord } from './find-records.ts'
import { sameValue } from './differences.ts'
import { keptFiles } from './named-files.ts'
import { mergedProperties } from './own-columns.ts'
import { endsBeforeStart } from './periods.ts'
import { foldCode } from './values-sql.ts'
import { findTargets, titleOf } from './names.ts'
import { judgeTogether, ownReferences } from './judge-all.ts'
import { sayWhatIsSettled, usedBy } from './uses.ts'

// What rows from anywhere would do to the records of a kind: added, changed, removed, nothing, or what is wrong. Nothing
// is written here; the same rows, once accepted, take effect as they were shown.

/** A row as somebody gave it: the values that were named, and what could not be read. */
export type GivenRow = {
  sheet?: string | null
  fileRow?: number | null
  given: Partial<Values>
  /** Custom properties that a file gives one by one: null takes one away, those that are not named stay. */
  properties?: Readonly<Record<string, string | null>>
  issues?: readonly Issue[]
  /** The record it is about, where that is known; otherwise its key says it. Null makes a new one. */
  id?: string | null
  remove?: boolean
}

export type ProposedRow = {
  id: string
  sheet: string | null
  fileRow: number | null
  action: ChangeAction
  recordId: string | null
  /** As people call the record. */
  record: string
  baseVersion: number | null
  version: number | null
  before: Values | null
  after: Values | null
  issues: Issue[]
}

/** The rows in which a key stood before, in this change. */
export type SeenKeys = Map<string, { sheet: string | null; row: number | null; remove: boolean }>

/** `seen` goes through all rows of one change; `more` says that further rows follow, and `judgeStaged` after them. */
type Portion = { seen: SeenKeys; more: boolean }

/** Judges rows together: one question for each kind of lookup. */
export async function propose(
  context: MasterContext,
  served: ServedKind,
  asGiven: readonly GivenRow[],
  { seen, more }: Portion = { seen: new Map(), more: false },
): Promise<ProposedRow[]> {
  const rows = await spelled(context, served, asGiven)
  const { recordOf, holderOf } = await findRecords(context, served, rows)
  const names = await findNames(context, served, rows)
  const removed = await usedBy(
    context,
    served,
    // Those that may use each other are asked when all that is removed is known.
    ownReferences(served).length > 0
      ? []
      : rows.flatMap((row) => (row.remove ? (recordOf(row)?.id ?? []) : [])),
  )
  const proposed = rows.map((row): ProposedRow => {
    const record = recordOf(row)
    const judged = judge(served, row, record, holderOf(row), names)
    const uses = record && row.remove ? removed.get(record.id) : undefined
    if (uses) return { ...judged, action: 'Faulty', issues: [...judged.issues, ...uses] }
    // What goes by its id was chosen, once.
    return judged.action === 'Faulty' || (row.remove && row.id) ? judged : onceOnly(served, judged, row, seen)
  })
  await ruled(context, served, proposed)
  if (!more) await judgeTogether(context, served, proposed)
  return proposed
}

async function spelled(
  context: MasterContext,
  { options: { spelling } }: ServedKind,
  rows: readonly GivenRow[],
): Promise<readonly GivenRow[]> {
  if (!spelling) return rows
  const given = await spelling(
    context,
    rows.map((row) => row.given),
  )
  return rows.map((row, at) => ({ ...row, given: given[at] ?? row.given }))
}

async function findRecords(context: MasterContext, served: ServedKind, rows: readonly GivenRow[]) {
  const { tx, actor } = context
  const ids = rows.flatMap((row) => row.id ?? [])
  const mayRename = served.kind.keys.some((name) => served.kind.fields[name]?.fixed === false)
  const keys = rows.flatMap((row) => (!row.id || mayRename ? [keyOf(served.kind, row.given)] : []))
  const [byId, byKey] = await Promise.all([
    recordsById(tx, served, actor, ids),
    recordsByKey(tx, served, actor.company.id, [...new Set(keys)]),
  ])
  const known = new Map(byId.map((record) => [record.id, record]))
  const holderOf = (row: GivenRow): FoundRecord | undefined => byKey.get(keyOf(served.kind, row.given))
  return {
    /** The record that a row is about. */
    recordOf: (row: GivenRow): FoundRecord | undefined => (row.id ? known.get(row.id) : holderOf(row)),
    /** The record that has the row's key. */
    holderOf,
  }
}

type Names = ReadonlyMap<string, ReadonlyMap<string, { code: string; name: string }>>

async function findNames(
  context: MasterContext,
  served: ServedKind,
  rows: readonly GivenRow[],
): Promise<Names> {
  const found = new Map<string, ReadonlyMap<string, { code: string; name: string }>>()
  for (const [name, field] of served.fields) {
    const isFile = field.type === 'file'
    if (!isFile && field.type !== 'reference' && field.type !== 'references') continue
    if (ownReferences(served).includes(name)) continue
    const codes = [...new Set(rows.flatMap(({ given }) => codesIn(given[name])))]
    if (isFile) {
      found.set(name, await keptFiles(context, served, codes))
      continue
    }
    found.set(name, await findTargets(context.tx, served, context.actor.company.id, name, codes))
  }
  return found
}

const codesIn = (value: FieldValue | undefined): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' && value !== '' ? [value] : []

function judge(
  served: ServedKind,
  row: GivenRow,
  record: FoundRecord | undefined,
  holder: FoundRecord | undefined,
  names: Names,
): ProposedRow {
  const issues: Issue[] = [...(row.issues ?? [])]
  const addIssue = (field: string | null, code: string, facts: Issue['facts'] = {}) =>
    void issues.push({ field, code, facts })
  const base = {
    id: newId(),
    sheet: row.sheet ?? null,
    fileRow: row.fileRow ?? null,
    recordId: record?.id ?? null,
    baseVersion: record?.version ?? null,
    before: record?.values ?? null,
  }
  if (row.remove) {
    if (!record && row.id) addIssue(null, 'RecordGone')
    if (!row.id) assertNamed(served, row, names, addIssue)
    return {
      ...base,
      // What a file takes away and nobody has is so already.
      action: issues.length > 0 ? 'Faulty' : record ? 'Removed' : 'Unchanged',
      record: titleOf(served.kind, record?.values ?? row.given),
      version: record ? record.version + 1 : null,
      after: null,
      issues,
    }
  }
  if (row.id && !record) addIssue(null, 'RecordGone')
  if (holder && row.id !== undefined && holder.id !== row.id)
    addIssue(served.kind.keys[0] ?? null, 'KeyTaken', { record: titleOf(served.kind, holder.values) })
  const wrong = new Set(issues.map(({ field }) => field))
  const after: Values = {}
  for (const [name, field] of served.fields) {
    const given =
      name in row.given ? referred(name, field, row.given[name] ?? null, names, addIssue) : undefined
    const value = given === undefined ? (record ? (record.values[name] ?? null) : startOf(field)) : given
    const whole =
      field.type === 'properties' && row.properties ? mergedProperties(value, row.properties) : value
    const filled = whole === null && (!field.optional || isList(field.type)) ? startOf(field) : whole
    if (isMissing(field, filled) && !wrong.has(name)) addIssue(name, 'Required')
    const now = record?.values[name] ?? null
    const isOneKey = record !== undefined && field.key && keyPart(field, filled) === keyPart(field, now)
    // The code stays as it was written first: `ab-1` and `AB-1` are one record. Who may change it may write it anew.
    after[name] = isOneKey && (field.fixed || !row.id) ? now : filled
    if (record && field.fixed && (field.key ? !isOneKey : filled !== null && !sameValue(filled, now)))
      addIssue(name, 'FixedField', { value: plainText(now) })
  }
  if (endsBeforeStart(served.kind, after)) addIssue(served.kind.validity?.to ?? null, 'EndsBeforeStart')
  refuseHalfAmounts(served, after, addIssue)
  const isSame =
    record !== undefined &&
    served.fields.every(([name]) => sameValue(record.values[name] ?? null, after[name] ?? null))
  const action: ChangeAction =
    issues.length > 0 ? 'Faulty' : record ? (isSame ? 'Unchanged' : 'Changed') : 'Added'
  return {
    ...base,
    recordId: base.recordId ?? (action === 'Added' ? newId() : null),
    action,
    record: titleOf(served.kind, after),
    version: action === 'Added' ? 1 : action === 'Changed' && record ? record.version + 1 : null,
    after,
    issues,
  }
}

/** An amount has its currency, and a currency its amount. */
function refuseHalfAmounts(
  { fields }: ServedKind,
  after: Values,
  addIssue: (field: string, code: string) => void,
): void {
  for (const [name, { currencyIn, optional }] of fields) {
    if (currencyIn === null || !optional) continue
    const [amount, currency] = [after[name] ?? null, after[currencyIn] ?? null]
    if (amount !== null && currency === null) addIssue(currencyIn, 'Required')
    if (amount === null && currency !== null) addIssue(name, 'Required')
  }
}

/** A row of a file that takes a record away names it by its whole key. */
function assertNamed(
  served: ServedKind,
  { given, issues = [] }: GivenRow,
  names: Names,
  addIssue: (field: string, code: string, facts?: Issue['facts']) => void,
): void {
  for (const name of served.kind.keys) {
    const value = given[name] ?? null
    if (value !== null) referred(name, fieldOf(served.kind, name), value, names, addIssue)
    else if (issues.every(({ field }) => field !== name)) addIssue(name, 'Required')
  }
}

/** Records may be referred to by none; of choices there is at least one. */
const isMissing = (field: Field, value: FieldValue): boolean =>
  !field.optional && (value === null || (field.type === 'choices' && codesIn(value).length === 0))

const startOf = (field: Field): FieldValue => field.start as FieldValue

/** A reference by the code that the other record really has; choices in the order of their declaration. */
function referred(
  name: string,
  field: Field,
  value: FieldValue,
  names: Names,
  addIssue: (field: string, code: string, facts: Issue['facts']) => void,
): FieldValue {
  if (field.type === 'choices' && value !== null)
    return (field.values ?? []).filter((choice) => codesIn(value).includes(choice))
  const known = names.get(name)
  if (!known || value === null) return value
  const codes = codesIn(value).map((code) => {
    const found = known.get(foldCode(field, code))
    if (!found) addIssue(name, ...unknown(field, code))
    return found?.code ?? code
  })
  return field.type === 'references' ? codes : (codes[0] ?? null)
}

const unknown = ({ type }: Field, value: string): [code: string, facts: Issue['facts']] =>
  type === 'file' ? ['FileUnknown', {}] : ['ReferenceUnknown', { value }]

/** A record stands in a change once; where it is nothing but its key, a row that says the same again says nothing new. */
function onceOnly(served: ServedKind, judged: ProposedRow, row: GivenRow, seen: SeenKeys): ProposedRow {
  const remove = row.remove ?? false
  const key = keyOf(served.kind, judged.after ?? row.given)
  const first = seen.get(key)
  if (!first) {
    seen.set(key, { sheet: row.sheet ?? null, row: row.fileRow ?? null, remove })
    return judged
  }
  if (first.remove === remove && served.fields.every(([, { key: isKey }]) => isKey))
    return { ...judged, action: 'Unchanged', version: null }
  const [field, code] =
    first.remove === remove ? [served.kind.keys[0] ?? null, 'KeyTwice'] : ['rowAction', 'Contradicts']
  return {
    ...judged,
    action: 'Faulty',
    version: null,
    issues: [...judged.issues, { field, code, facts: { sheet: first.sheet, row: first.row } }],
  }
}

async function ruled(context: MasterContext, served: ServedKind, rows: ProposedRow[]): Promise<void> {
  const { rules, mayWrite } = served.options
  if (rows.some(({ after }) => after)) mayWrite?.(context.actor)
  const judged = rows.filter(({ action }) => action !== 'Faulty' && action !== 'Unchanged')
  const told = judged.map((row): JudgedRow => ({
    recordId: row.recordId,
    before: row.before,
    after: row.after,
    action: row.action,
    addIssue: (field, code, facts) => void row.issues.push({ field, code, ...(facts && { facts }) }),
  }))
  await sayWhatIsSettled(context, served, told)
  await rules?.(context, told)
  for (const row of judged)
    if (row.issues.length > 0) {
      row.action = 'Faulty'
      row.version = null
    }
}

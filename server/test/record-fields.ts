// Whose record each field of each call names, as the areas say it. The walks over the contract take what they aim at from
// here, and a call that takes an id without saying whose it is, is found by `unclaimedFields` and fails a test.
import { z } from 'zod'
import type { Call } from '@kervan/contract/kit/call'
import { partsOf } from '@kervan/contract/kit/master-data'
import { calls, importKinds, lists } from '@kervan/contract/registry'
import * as access from '../src/access/world.testing.ts'
import * as account from '../src/account/world.testing.ts'
import * as administration from '../src/administration/world.testing.ts'
import * as company from '../src/company/world.testing.ts'
import * as data from '../src/data/record-fields.testing.ts'
import * as diagnosis from '../src/diagnosis/record-fields.testing.ts'
import * as home from '../src/home/record-fields.testing.ts'
import * as jobs from '../src/jobs/world.testing.ts'
import * as knowledge from '../src/knowledge/record-fields.testing.ts'
import * as order from '../src/order/record-fields.testing.ts'
import * as porta from '../src/porta/world.testing.ts'
import * as registration from '../src/registration/world.testing.ts'
import * as report from '../src/report/record-fields.testing.ts'
import * as services from '../src/services/record-fields.testing.ts'
import * as lma from '../src/lma/record-fields.testing.ts'
import * as trace from '../src/trace/record-fields.testing.ts'
import * as system from '../src/system/record-fields.testing.ts'

/**
 * Who may know of a record. `person`: nobody but its owner. `location`: who may see its customer and location.
 * `company`: everybody of its company who has the permission. Numbers that each company counts for itself cannot name
 * another company's record.
 */
export const recordKinds = {
  ...access.kinds,
  ...account.kinds,
  ...administration.kinds,
  ...company.kinds,
  ...jobs.kinds,
  ...order.kinds,
  ...porta.kinds,
  ...registration.kinds,
} satisfies Record<string, 'person' | 'location' | 'company'>
export type RecordKind = keyof typeof recordKinds

/** Kinds of which no two worlds share a record, and whose names are long enough to be looked for. */
export const ownKinds: readonly RecordKind[] = [
  ...administration.own,
  ...jobs.own,
  ...order.own,
  ...porta.own,
  ...registration.own,
]

/** What an area says of the fields of its calls. */
export type AreaFields = {
  /** What a field of this name holds, wherever it stands. */
  byName?: Record<string, RecordKind>
  /** The kinds that are another in the calls of a group. */
  byGroup?: Record<string, Partial<Record<RecordKind, RecordKind>>>
  /** The same where a name means different things; a dot stands before the last part of the field's path. */
  byCall?: Record<string, RecordKind>
  /** What the ids of a selection are, by the list it was made in. */
  byList?: Record<string, RecordKind>
  /** Looks like the name of a record and is none, and why. */
  noRecord?: Record<string, string>
}

/** Of every area. */
const ofAll: AreaFields = {
  noRecord: {
    requestKey: 'made by the caller',
    exclude: 'only takes away from what the caller chose',
  },
}

const all = [
  ofAll,
  ...[
    access,
    account,
    administration,
    company,
    data,
    diagnosis,
    home,
    jobs,
    knowledge,
    lma,
    order,
    porta,
    registration,
    report,
    services,
    system,
    trace,
  ].map(({ fields }) => fields),
]
const byName = together(all.map((fields) => fields.byName))
const byGroup = together(all.map((fields) => fields.byGroup))
const byCall = together(all.map((fields) => fields.byCall))
const byList = together(all.map((fields) => fields.byList))
const noRecord = together(all.map((fields) => fields.noRecord))

/** What the areas say, as one; two that say something about the same name contradict each other. */
function together<T>(parts: readonly (Record<string, T> | undefined)[]): Record<string, T | undefined> {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}))
  const twice = entries.map(([name]) => name).find((name, at, names) => names.indexOf(name) !== at)
  if (twice) throw new Error(`two areas say whose record ${twice} names`)
  return Object.fromEntries(entries)
}

export type RecordField = { path: readonly string[]; kind: RecordKind }

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  type?: string
}
type Found = { path: string[]; isId: boolean }

/** Every field of a call's input that may name a record, as a path; an array's items have the array's own path. */
function candidates(schema: Schema, path: string[] = []): Found[] {
  const inside = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ].flatMap((part) => candidates(part, path))
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name]) => !['filters', 'sort', 'columns'].includes(name),
  )
  const name = path.at(-1)
  const isId =
    schema.format === 'uuid' ||
    (name !== undefined &&
      schema.properties === undefined &&
      /(?:Id|Ids|Code|Codes|Key|Keys|gln)$|^(?:id|ids|code)$/.test(name))
  return [
    ...(isId ? [{ path, isId }] : []),
    ...inside,
    ...fields.flatMap(([key, part]) => candidates(part, [...path, key])),
  ]
}

const wholeName = (call: Call, path: readonly string[]): string => `${call.name}.${path.join('.')}`

function claim(call: Call, path: readonly string[]): RecordKind | 'none' | null {
  const name = path.at(-1) as string
  if (noRecord[wholeName(call, path)]) return 'none'
  const list =
    path[0] === 'selection' && name === 'ids'
      ? lists.find((one) => one.selection === call.input.shape['selection'])
      : undefined
  const kind = list
    ? byList[list.key]
    : (byCall[`${call.name}.${name}`] ??
      (noRecord[`${call.name}.${name}`] || noRecord[name] ? undefined : byName[name]))
  if (kind) return byGroup[call.group]?.[kind] ?? kind
  return noRecord[`${call.name}.${name}`] || noRecord[name] ? 'none' : null
}

/** What is asked of the records of master data, kind by kind, stands in master-data.http.test.ts. */
const ofKinds = new Set(
  importKinds
    .flatMap((kind) => partsOf(kind))
    .flatMap((parts) => [...parts.calls, ...parts.lists.flatMap((list) => [list.page, list.excel])])
    .map(({ name }) => name),
)

function fieldsOf(call: Call): { path: string[]; claimed: RecordKind | 'none' | null }[] {
  if (ofKinds.has(call.name)) return []
  const all = candidates(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema)
  const once = new Map(all.map((found) => [found.path.join('.'), found.path]))
  return [...once.values()].map((path) => ({ path, claimed: claim(call, path) }))
}

/** The fields of a call that name a record of somebody. */
export function recordFields(call: Call): RecordField[] {
  return fieldsOf(call).flatMap(({ path, claimed }) =>
    claimed === null || claimed === 'none' ? [] : [{ path, kind: claimed }],
  )
}

/** Fields nobody has said anything about; and what is said of fields that no call has. */
export function unclaimedFields(): { unclaimed: string[]; outdated: string[] } {
  const all = calls.flatMap((call) =>
    fieldsOf(call).map((field) => ({ ...field, name: field.path.at(-1) as string, call })),
  )
  const used = new Set(
    all.flatMap(({ call, name, path }) => [name, `${call.name}.${name}`, wholeName(call, path)]),
  )
  return {
    unclaimed: all
      .filter((field) => field.claimed === null)
      .map(({ call, path }) => `${call.name}: ${path.join('.')}`),
    outdated: [...Object.keys(byName), ...Object.keys(byCall), ...Object.keys(noRecord)].filter(
      (name) => !used.has(name),
    ),
  }
}

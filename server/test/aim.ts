// Inputs of a call that name chosen records, made from the call's own schema: what a walk over the contract sends.
import fc from 'fast-check'
import type { Call } from '@kervan/contract/kit/call'
import { newId } from '../src/kit/database/uuid.ts'
import { findVariants } from '@kervan/contract/order/order-new'
import { deliveryDay } from './ordering.ts'
import { recordFields, type RecordField, type RecordKind } from './record-fields.ts'
import { sampleInput, validInput } from './samples.ts'
import { worldProduct, type Named, type World } from './world.ts'

type Json = { [key: string]: unknown }
type Path = readonly string[]

/** The parts of an input that a path leads through; an array counts as its first item. */
function parentOf(input: unknown, path: Path): Json | null {
  let at = input
  for (const key of path.slice(0, -1)) {
    at = (at as Json | null)?.[key]
    if (Array.isArray(at)) at = at[0]
  }
  return typeof at === 'object' && at !== null && !Array.isArray(at) ? (at as Json) : null
}

const lastOf = (path: Path) => path.at(-1) as string
const has = (input: Json, path: Path) => (parentOf(input, path)?.[lastOf(path)] ?? null) !== null

function put(input: Json, path: Path, value: Named): void {
  const parent = parentOf(input, path)
  if (!parent) return
  const before = parent[lastOf(path)]
  parent[lastOf(path)] = Array.isArray(before) ? [value] : value
}

const samples = new Map<string, Json[]>()
const shortest = new Map<string, Json>()

/** A valid input that has the field, with as little else as the schema allows. */
function sampleWith(call: Call, path: Path): Json {
  const key = `${call.name} ${path.join('.')}`
  const known = shortest.get(key)
  if (known) return structuredClone(known)
  const all = samples.get(call.name) ?? fc.sample(validInput(call), { numRuns: 120, seed: 7 })
  samples.set(call.name, all)
  const [fitting] = all
    .filter((input) => has(input, path))
    .map((input) => ({ input, length: JSON.stringify(input).length }))
    .toSorted((a, b) => a.length - b.length)
  if (!fitting) throw new Error(`${call.name}: no sample has ${path.join('.')}`)
  shortest.set(key, fitting.input)
  return structuredClone(fitting.input)
}

/** What would be refused, or find nothing, before the record in question is looked up, unless it says this. */
const sensible: Json = {
  dryRun: false,
  deliveryDate: deliveryDay,
  expiresOn: deliveryDay,
  asOf: `${deliveryDay}T00:00:00.000Z`,
  shipmentMethod: 'Road',
  dataMatrices: 'a code',
  reason: 'OutOfStock',
  tab: 'pending',
  recordType: 'order',
  state: 'Passive',
  locationScoped: true,
  scope: ['HomePage'],
  permissions: [],
  kind: 'location',
  search: '',
  filters: {},
  sort: [],
  exclude: [],
  columns: ['stock'],
  page: 1,
}

/** Says the sensible thing wherever the schema lets it. */
function makeSensible(call: Call, input: Json, at: Json = input): void {
  for (const [key, part] of Object.entries(at)) {
    if (sensible[key] !== undefined) {
      at[key] = sensible[key]
      if (!call.input.safeParse(input).success) at[key] = part
    } else
      for (const inner of Array.isArray(part) ? part : [part])
        if (typeof inner === 'object' && inner !== null) makeSensible(call, input, inner as Json)
  }
}

/** A valid input of a call, with nothing narrowed down that need not be. */
export function sensibleSample(call: Call): Json {
  const input = structuredClone(sampleInput(call))
  makeSensible(call, input)
  return input
}

/** The other records a call names are the sender's own; what may be an empty list is one, so that only the field in question decides. */
function aimOthers(call: Call, input: Json, field: RecordField, world: World): void {
  for (const other of recordFields(call)) {
    if (other.path.join('.') === field.path.join('.') || !has(input, other.path)) continue
    const parent = parentOf(input, other.path) as Json
    const before = parent[lastOf(other.path)]
    if (Array.isArray(before)) {
      parent[lastOf(other.path)] = []
      if (call.input.safeParse(input).success) continue
    }
    parent[lastOf(other.path)] = before
    put(input, other.path, world.records[other.kind])
  }
}

/** What `world`'s owner would send with their own records everywhere but in `field`, which holds `value`. */
export function aimed(call: Call, field: RecordField, world: World, value: Named): Json {
  const input = sampleWith(call, field.path)
  makeSensible(call, input)
  // Of a list its rows are asked for, and not what they come to.
  for (const key of ['count', 'summary']) {
    const { [key]: _left, ...others } = input
    if (key in input && call.input.safeParse(others).success) delete input[key]
  }
  // A code that nobody has finds nothing, wherever it is to be delivered.
  if (call.name === findVariants.name) input['code'] = worldProduct
  aimOthers(call, input, field, world)
  put(input, field.path, value)
  if ('requestKey' in input) input['requestKey'] = newId()
  const versioned = recordFields(call).find(
    (one) => one.path.length === 1 && world.versions[one.kind] !== undefined && has(input, one.path),
  )
  if ('version' in input && versioned) input['version'] = world.versions[versioned.kind]
  const checked = call.input.safeParse(input)
  if (!checked.success) throw new Error(`${call.name}: ${JSON.stringify(input)} ${checked.error.message}`)
  return input
}

/** A name of that kind that nobody has. */
export function unknown(kind: RecordKind): Named {
  if (kind === 'dictionary') return 2_000_000_000
  return kind === 'order' || kind === 'managedOrder' || kind === 'locationCode'
    ? `NONE-${newId().slice(-12)}`
    : newId()
}

/** An answer with all that differs from one asking to the next taken out: the name that was asked for, references, times. */
export function comparable(
  answer: { status: number; body: unknown },
  asked: Named,
): { status: number; body: string } {
  const text = Buffer.isBuffer(answer.body)
    ? `a file of ${answer.body.length} bytes`
    : JSON.stringify(answer.body)
  const body = text
    .replace(/"Reference":"\w+"/, '"Reference":""')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"version":\d+/g, '"version":0')
    .replaceAll(typeof asked === 'number' ? JSON.stringify(asked) : asked, '<asked>')
  return { status: answer.status, body }
}

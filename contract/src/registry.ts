import { readdirSync } from 'node:fs'
import type { Call } from './kit/call.ts'
import { partsOf, type MasterData } from './kit/master-data.ts'
import type { ImportKind } from './kit/master-import.ts'
import type { PageList } from './kit/page.ts'

// Everything the server answers, found by folder: a file of an area that exports a call or a list belongs to it. For the
// server and its tools; a screen imports the calls it makes.

const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^[\w-]+\/.*\.ts$/.test(file) && !file.startsWith('kit/') && !file.endsWith('.test.ts'))
  .toSorted()
const exported = (
  await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(`${root}/${file}`)))
).flatMap((module) => Object.values(module))

/** The kinds of master data. */
export const kinds: readonly MasterData[] = exported.filter(isKind)
/** The kinds that concern files: those, and what comes from files and is kept up elsewhere. */
export const importKinds: readonly ImportKind[] = exported.filter(isImportKind)
const ofKinds = importKinds.map((kind) => partsOf(kind))

export const lists: readonly PageList[] = [
  ...exported.filter(isList),
  ...ofKinds.flatMap((parts) => parts.lists),
]

export const calls: readonly Call[] = unique([
  ...exported.filter(isCall),
  ...ofKinds.flatMap((parts) => parts.calls),
  ...lists.flatMap((list) => [list.page, list.excel]),
])

/** Every permission that a call asks for, for the role editor. */
export const callPermissions: readonly string[] = [
  ...new Set(calls.flatMap((call) => call.permission ?? [])),
].toSorted()

/** Those of them that open calls of devices, and nothing to anybody else. */
export const devicePermissions: ReadonlySet<string> = new Set(
  calls.flatMap((call) => (call.access === 'device' ? (call.permission ?? []) : [])),
)

function isKind(value: unknown): value is MasterData {
  return typeof value === 'object' && value !== null && 'isMasterData' in value
}

function isImportKind(value: unknown): value is ImportKind {
  return isKind(value) || (typeof value === 'object' && value !== null && 'isFileImport' in value)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'operation' in value
}

function isList(value: unknown): value is PageList {
  return typeof value === 'object' && value !== null && 'excel' in value && 'columns' in value
}

/** Each once; a file may pass on what another declares. Throws when two calls have one name. */
function unique(all: Call[]): Call[] {
  const byName = new Map<string, Call>()
  for (const call of all) {
    const known = byName.get(call.name)
    if (known && known !== call) throw new Error(`${call.name} is declared twice`)
    byName.set(call.name, call)
  }
  return [...byName.values()]
}

import { readdirSync } from 'node:fs'
import type { AnyHandler } from './kit/http/handle.ts'
import type { ServedRecords } from './kit/master/kind.ts'
import type { ServedMasterData } from './kit/master/serve-master-data.ts'
import { keepParts, type Part } from './kit/parts.ts'

// What the areas bring, found by folder: a file of an area that exports a handler or a served list belongs to the server,
// and so does what the `parts.ts` of the area lists. It does not start when a call has no handler (`pairHandlers`).

const notAreas = ['kit', 'demo', 'commands']
const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      /^[\w-]+\/.*\.ts$/.test(file) && !/\.(test|testing|api|d)\.ts$|-worker\.ts$|^[\w-]+\/demo\//.test(file),
  )
  .filter((file) => !notAreas.includes(file.split('/')[0] ?? ''))
  .toSorted()
const exportedValues = (
  await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(`${root}/${file}`)))
).flatMap((module) => Object.values(module))
const listsOfParts = await Promise.all(
  files
    .filter((file) => /^[\w-]+\/parts\.ts$/.test(file))
    .map((file): Promise<{ parts: readonly Part[] }> => import(`${root}/${file}`)),
)
keepParts(listsOfParts.flatMap(({ parts }) => parts))

const exported = exportedValues.flatMap((value): readonly unknown[] =>
  hasHandlers(value) ? value.handlers : [value],
)

/** The kinds of master data that this server serves. */
export const servedKinds: readonly ServedRecords[] = exportedValues
  .filter(isMasterData)
  .map(({ served }) => served)

export const handlers: readonly AnyHandler[] = [...new Set(exported.filter(isHandler))]

function isHandler(value: unknown): value is AnyHandler {
  return (
    typeof value === 'object' && value !== null && 'call' in value && ('run' in value || 'runPublic' in value)
  )
}

/** A list, a report, a kind of master data. */
function hasHandlers(value: unknown): value is { handlers: readonly AnyHandler[] } {
  return typeof value === 'object' && value !== null && 'handlers' in value
}

function isMasterData(value: unknown): value is ServedMasterData {
  return hasHandlers(value) && 'served' in value
}

import { readdirSync } from 'node:fs'
import type { AnyHandler } from './kit/http/handle.ts'
import type { ServedList } from './kit/lists/serve-list.ts'
import type { ServedKind } from './kit/master/kind.ts'
import type { ServedMasterData } from './kit/master/serve-master-data.ts'
import type { ServedReport } from './kit/reports/serve-report.ts'

// Every handler of the server, found by folder: a file of an area that exports a handler or a served list belongs to it. The server does
// not start when a call has none (`pairHandlers`).

const notAreas = ['kit', 'demo', 'commands']
const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^[\w-]+\/.*\.ts$/.test(file) && !/\.(test|api|d)\.ts$/.test(file))
  .filter((file) => !notAreas.includes(file.split('/')[0] ?? ''))
  .toSorted()
const exportedValues = (
  await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(`${root}/${file}`)))
).flatMap((module) => Object.values(module))
const exported = exportedValues.flatMap((value): readonly unknown[] =>
  isServed(value) || isMasterData(value) || isReport(value) ? value.handlers : [value],
)

/** The kinds of master data that this server serves. */
export const servedKinds: readonly ServedKind[] = exportedValues
  .filter(isMasterData)
  .map(({ served }) => served)

export const handlers: readonly AnyHandler[] = [...new Set(exported.filter(isHandler))]

function isHandler(value: unknown): value is AnyHandler {
  return (
    typeof value === 'object' && value !== null && 'call' in value && ('run' in value || 'runPublic' in value)
  )
}

function isServed(value: unknown): value is ServedList {
  return typeof value === 'object' && value !== null && 'handlers' in value && 'ids' in value
}

function isMasterData(value: unknown): value is ServedMasterData {
  return typeof value === 'object' && value !== null && 'handlers' in value && 'served' in value
}

function isReport(value: unknown): value is ServedReport {
  return typeof value === 'object' && value !== null && 'handlers' in value && 'report' in value
}

import { readdirSync } from 'node:fs'
import type { AnyHandler } from './kit/http/handle.ts'
import type { ServedList } from './kit/lists/serve-list.ts'

// Every handler of the server, found by folder: a file of an area that exports a handler or a served list belongs to it. The server does
// not start when a call has none (`pairHandlers`).

const notAreas = ['kit', 'demo', 'commands']
const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^[\w-]+\/.*\.ts$/.test(file) && !/\.(test|api|d)\.ts$/.test(file))
  .filter((file) => !notAreas.includes(file.split('/')[0] ?? ''))
  .toSorted()
const exported = (
  await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(`${root}/${file}`)))
)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => (isServed(value) ? value.handlers : [value]))

export const handlers: readonly AnyHandler[] = [...new Set(exported.filter(isHandler))]

function isHandler(value: unknown): value is AnyHandler {
  return (
    typeof value === 'object' && value !== null && 'call' in value && ('run' in value || 'runPublic' in value)
  )
}

function isServed(value: unknown): value is ServedList {
  return typeof value === 'object' && value !== null && 'handlers' in value && 'ids' in value
}

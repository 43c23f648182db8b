import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { TextLocale } from './cell.ts'
import type { ExcelLimits } from './limits.ts'
import { packRows, type PackedRows } from './packed-rows.ts'
import { parseWorkbook, type WorkbookSummary } from './parse-workbook.ts'
import { WorkbookRefused, type Facts, type WorkbookRefusal } from './refused.ts'

export interface Work {
  path: string
  limits: ExcelLimits
  locale: TextLocale
}

/** What the parser's thread says. After `rows` it waits to be told to go on. */
export type Said =
  | { rows: PackedRows }
  | { done: WorkbookSummary }
  | { refused: WorkbookRefusal; facts: Facts }

const port = parentPort!
const { path, limits, locale }: Work = workerData
const say = (said: Said) => port.postMessage(said)

const file = await open(path)
try {
  const done = await parseWorkbook(file, limits, locale, async (rows) => {
    say({ rows: packRows(rows) })
    await once(port, 'message')
  })
  say({ done })
} catch (error) {
  if (!(error instanceof WorkbookRefused)) throw error
  say({ refused: error.code, facts: error.facts })
} finally {
  await file.close()
}

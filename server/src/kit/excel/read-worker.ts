import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { port } from '../work/in-thread.ts'
import type { TextLocale } from './cell.ts'
import type { ExcelLimits } from './limits.ts'
import { parseCsv } from './parse-csv.ts'
import { packRows, type PackedRows } from './packed-rows.ts'
import { parseWorkbook, type WorkbookSummary } from './parse-workbook.ts'
import { WorkbookRefused, type Facts, type WorkbookRefusal } from './refused.ts'

/** The kinds of files that rows can be read from. */
export type SheetFile = 'workbook' | 'csv'

/** What the thread is given first, the only file that it ever reads. */
export interface Work {
  kind: SheetFile
  path: string
  limits: ExcelLimits
  locale: TextLocale
}

/** What the parser's thread says. After two portions of rows that nobody has taken yet it waits to be told to go on. */
export type Said =
  | { rows: PackedRows }
  | { done: WorkbookSummary }
  | { refused: WorkbookRefusal; facts: Facts }

const say = (said: Said) => port.postMessage(said)
const PORTIONS_AHEAD = 2

const [{ kind, path, limits, locale }]: [Work] = (await once(port, 'message')) as [Work]
let ahead = 0
port.on('message', () => ahead--)

const file = await open(path)
try {
  const parse = kind === 'csv' ? parseCsv : parseWorkbook
  const done = await parse(file, limits, locale, async (rows) => {
    if (ahead === PORTIONS_AHEAD) await once(port, 'message')
    ahead++
    say({ rows: packRows(rows) })
  })
  say({ done })
} catch (error) {
  if (!(error instanceof WorkbookRefused)) throw error
  say({ refused: error.code, facts: error.facts })
} finally {
  await file.close()
  port.close()
}

import { open } from 'node:fs/promises'
import { defaultLimits, type ExcelLimits } from './limits.ts'
import { checkArchive, type WorkbookSummary } from './parse-workbook.ts'
import { readInThread, type ReadOptions } from './read-in-thread.ts'
import type { SheetFile } from './read-worker.ts'
import { assertCsv, isZip } from './what-it-is.ts'

/** Tells a workbook from a CSV file by its content, and refuses at once what is neither or too large. Throws WorkbookRefused. */
export async function checkSheet(path: string, limits: Partial<ExcelLimits> = {}): Promise<SheetFile> {
  const allowed = { ...defaultLimits, ...limits }
  await using file = await open(path)
  if (await isZip(file)) {
    await checkArchive(file, allowed)
    return 'workbook'
  }
  await assertCsv(file, allowed)
  return 'csv'
}

/** Reads the rows of an .xlsx workbook or of a CSV file, whichever it is. Throws WorkbookRefused. */
export async function readSheet(path: string, options: ReadOptions): Promise<WorkbookSummary> {
  return readInThread(await checkSheet(path, options.limits), path, options)
}

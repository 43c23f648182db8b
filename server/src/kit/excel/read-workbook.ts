import { open } from 'node:fs/promises'
import { defaultLimits, type ExcelLimits } from './limits.ts'
import { checkArchive, type WorkbookSummary } from './parse-workbook.ts'
import { readInThread, type ReadOptions } from './read-in-thread.ts'

export type { CellValue } from './cell.ts'
export { defaultLimits, type ExcelLimits } from './limits.ts'
export { WorkbookRefused } from './refused.ts'
export type { ReadOptions } from './read-in-thread.ts'
export type { WorkbookSummary } from './parse-workbook.ts'
export type { SheetRow } from './sheet-rows.ts'

/** Refuses at once what is no workbook or too large to be read, before anything is unpacked. Throws WorkbookRefused. */
export async function checkWorkbook(path: string, limits: Partial<ExcelLimits> = {}): Promise<void> {
  const file = await open(path)
  try {
    await checkArchive(file, { ...defaultLimits, ...limits })
  } finally {
    await file.close()
  }
}

/**
 * Reads an .xlsx file row by row in a thread of its own, so that neither a large nor a hostile file holds up anyone else.
 * Throws WorkbookRefused for whatever is wrong with the file.
 */
export function readWorkbook(path: string, options: ReadOptions): Promise<WorkbookSummary> {
  return readInThread('workbook', path, options)
}

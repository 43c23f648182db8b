import type { WorkbookSummary } from './parse-workbook.ts'
import { readInThread, type ReadOptions } from './read-in-thread.ts'

/**
 * Reads a CSV file row by row in a thread of its own. The rows are those of `readWorkbook`: the sheet is '', the row is
 * counted as Excel shows it, every cell is a text. `locale` decides between two delimiters that fit equally well.
 * Throws WorkbookRefused for whatever is wrong with the file.
 */
export function readCsv(path: string, options: ReadOptions): Promise<WorkbookSummary> {
  return readInThread('csv', path, options)
}

import type { FileHandle } from 'node:fs/promises'
import type { TextLocale } from './cell.ts'
import type { Delimiter } from './csv-delimiter.ts'
import type { TextEncoding } from './csv-encoding.ts'
import type { ExcelLimits } from './limits.ts'
import { WorkbookRefused } from './refused.ts'
import { RowPortions } from './row-portions.ts'
import { SheetListener, type SheetRow, type Tally } from './sheet-rows.ts'
import { refuseWhatIsNoWorkbook, refuseWhatIsNoZip } from './what-it-is.ts'
import { Parts, readParts } from './workbook-parts.ts'
import { readDirectory, type ZipPart } from './zip-reader.ts'

export interface WorkbookSummary {
  rows: number
  sheets: { name: string; rows: number }[]
  /** Sheets the user had hidden, which are not read. */
  hiddenSheets: string[]
  date1904: boolean
  /** How a text file was read. */
  csv?: { encoding: TextEncoding; delimiter: Delimiter }
}

/** What can be said of a file without unpacking it: that it is a workbook, whole, and of a size that can be read. Answers its parts. */
export async function checkArchive(file: FileHandle, limits: ExcelLimits): Promise<ZipPart[]> {
  const { size } = await file.stat()
  if (size > limits.fileBytes)
    throw new WorkbookRefused('ExcelTooLarge', { limit: 'file', fileBytes: size, allowed: limits.fileBytes })
  await refuseWhatIsNoZip(file, size)
  const directory = await readDirectory(file, size, limits)
  await refuseWhatIsNoWorkbook(file, directory)
  return directory
}

/** Reads a whole workbook; `give` takes the rows in portions and is waited for. */
export async function parseWorkbook(
  file: FileHandle,
  limits: ExcelLimits,
  locale: TextLocale,
  give: (rows: SheetRow[]) => Promise<void>,
): Promise<WorkbookSummary> {
  const parts = new Parts(file, await checkArchive(file, limits))
  const { date1904, sheets, sharedTexts, formats } = await readParts(parts, limits)
  const visible = sheets.filter((sheet) => !sheet.hidden)
  if (visible.length > limits.sheets)
    throw new WorkbookRefused('ExcelTooManySheets', { sheets: visible.length, allowed: limits.sheets })

  const summary: WorkbookSummary = {
    rows: 0,
    sheets: [],
    hiddenSheets: sheets.filter((sheet) => sheet.hidden).map((sheet) => sheet.name),
    date1904,
  }
  const tally: Tally = { rows: 0, characters: 0 }
  for (const { name, part } of visible) {
    const before = tally.rows
    const chunks = new RowPortions(give)
    const context = { sheet: name, part, date1904, locale, sharedTexts, formats, limits, tally }
    await parts.read(part, new SheetListener(context, (row) => chunks.add(row)), () => chunks.giveFull())
    await chunks.giveRest()
    summary.sheets.push({ name, rows: tally.rows - before })
  }
  return { ...summary, rows: tally.rows }
}

import type { FileHandle } from 'node:fs/promises'
import type { TextLocale } from './cell.ts'
import type { ExcelLimits } from './limits.ts'
import { WorkbookRefused } from './refused.ts'
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
}

const CHUNK_ROWS = 500
const CHUNK_CHARACTERS = 1_000_000

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
    const chunks = new Chunks(give)
    const context = { sheet: name, part, date1904, locale, sharedTexts, formats, limits, tally }
    await parts.read(part, new SheetListener(context, (row) => chunks.add(row)), () => chunks.giveFull())
    await chunks.giveRest()
    summary.sheets.push({ name, rows: tally.rows - before })
  }
  return { ...summary, rows: tally.rows }
}

/** Rows on their way: never more in one go than a receiver can take within a moment. */
class Chunks {
  readonly #give: (rows: SheetRow[]) => Promise<void>
  readonly #full: SheetRow[][] = []
  #rows: SheetRow[] = []
  #characters = 0

  constructor(give: (rows: SheetRow[]) => Promise<void>) {
    this.#give = give
  }

  add(row: SheetRow): void {
    this.#rows.push(row)
    for (const cell of row.cells) this.#characters += cell ? cell.text.length : 1
    if (this.#rows.length < CHUNK_ROWS && this.#characters < CHUNK_CHARACTERS) return
    this.#full.push(this.#rows)
    this.#rows = []
    this.#characters = 0
  }

  giveFull(): Promise<void> | undefined {
    return this.#full.length === 0 ? undefined : this.#giveAll()
  }

  async giveRest(): Promise<void> {
    if (this.#rows.length > 0) this.#full.push(this.#rows)
    await this.#giveAll()
  }

  async #giveAll(): Promise<void> {
    for (const rows of this.#full.splice(0)) await this.#give(rows)
  }
}

import { mostColumns, mostSheets, mostValues } from '@kervan/contract/kit/file-columns'
import { languages } from '@kervan/contract/kit/values'
import type { SheetRow } from '../excel/read-workbook.ts'
import { headerSearch, tidyTitle } from '../excel/table-rows.ts'
import { isInstructionSheet } from '../excel/write-template.ts'

// What stands in the columns of a file, as its rows go by: its headings, and the different values below them. Kept with
// the change, so that somebody can say which field each column fills without sending the file again. Pure.

export type ProfiledColumn = {
  /** Where it stands, counted from 0. */
  at: number
  /** Its heading as it is compared; a second one of the same name has its number behind it. */
  id: string
  title: string
  /** Different values, at most `mostValues`. */
  values: string[]
  /** There are more. */
  more: boolean
}
export type ProfiledSheet = { sheet: string; row: number; columns: ProfiledColumn[] }

const longestTitle = 120
const longestValue = 100

/** The first `mostColumns` headings of a row as they are compared, by column; null where there is none. */
export function columnIds(cells: SheetRow['cells']): (string | null)[] {
  const times = new Map<string, number>()
  let named = 0
  return cells.map((cell) => {
    const id = tidyTitle(cell?.text ?? '').slice(0, longestTitle)
    if (id === '' || named >= mostColumns) return null
    named += 1
    const time = (times.get(id) ?? 0) + 1
    times.set(id, time)
    return time === 1 ? id : `${id} #${time}`
  })
}

/** How well a row serves as a heading: 0 where none of its texts means a field. */
export type HeadingScore = (ids: readonly (string | null)[]) => number

/** Gathers what stands in each column; `score` says which of the first rows has the headings. */
export class FileProfile {
  readonly #sheets = new Map<string, SheetProfile>()
  readonly #score: HeadingScore

  constructor(score: HeadingScore) {
    this.#score = score
  }

  add(row: SheetRow): void {
    if (isInstructionSheet(row.sheet)) return
    let sheet = this.#sheets.get(row.sheet)
    if (!sheet) {
      if (this.#sheets.size >= mostSheets) return
      sheet = new SheetProfile(row.sheet, this.#score)
      this.#sheets.set(row.sheet, sheet)
    }
    sheet.add(row)
  }

  /** Rows below the headings of a sheet. */
  rowsOf(sheet: string): number {
    return this.#sheets.get(sheet)?.rows ?? 0
  }

  /** The sheets that have headings and something below them. */
  sheets(): ProfiledSheet[] {
    return [...this.#sheets.values()].flatMap((sheet) => sheet.end() ?? [])
  }
}

class SheetProfile {
  readonly #sheet: string
  readonly #score: HeadingScore
  /** The first rows, until the headings among them are known. */
  #first: SheetRow[] | null = []
  #found: ProfiledSheet | null = null
  #seen: Set<string>[] = []
  #rows = 0

  constructor(sheet: string, score: HeadingScore) {
    this.#sheet = sheet
    this.#score = score
  }

  get rows(): number {
    return this.#rows
  }

  add(row: SheetRow): void {
    if (this.#first === null) return this.#gather(row)
    this.#first.push(row)
    if (this.#first.length >= headerSearch) this.#decide()
  }

  end(): ProfiledSheet | null {
    this.#decide()
    return this.#rows > 0 ? this.#found : null
  }

  #decide(): void {
    const rows = this.#first
    if (rows === null) return
    this.#first = null
    const heading = bestHeading(rows, this.#score)
    if (!heading) return
    const ids = columnIds(heading.cells)
    this.#found = {
      sheet: this.#sheet,
      row: heading.row,
      columns: ids.flatMap((id, at): ProfiledColumn[] =>
        id === null ? [] : [{ at, id, title: titleOf(heading, at), values: [], more: false }],
      ),
    }
    this.#seen = this.#found.columns.map(() => new Set())
    const points = this.#score(ids)
    // A template has its headings in each language, one row below the other.
    const repeats = (row: SheetRow) =>
      points > 0 &&
      row.row <= heading.row + languages.length &&
      this.#score(columnIds(row.cells)) * 2 >= points
    for (const row of rows) if (row.row > heading.row && !repeats(row)) this.#gather(row)
  }

  #gather({ cells }: SheetRow): void {
    const columns = this.#found?.columns ?? []
    this.#rows += 1
    columns.forEach((column, index) => {
      if (column.more) return
      const value = (cells[column.at]?.text ?? '').trim().slice(0, longestValue)
      const seen = this.#seen[index]
      if (value === '' || !seen || seen.has(value)) return
      if (seen.size >= mostValues) {
        column.more = true
        return
      }
      seen.add(value)
      column.values.push(value)
    })
  }
}

const titleOf = ({ cells }: SheetRow, at: number): string =>
  (cells[at]?.text ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, longestTitle)

/** The row with the best score; where no row means anything, the first one of two texts or more. */
function bestHeading(rows: readonly SheetRow[], score: HeadingScore): SheetRow | null {
  let best: SheetRow | null = null
  let most = 0
  for (const row of rows) {
    const points = score(columnIds(row.cells))
    if (points > most) [best, most] = [row, points]
  }
  return best ?? rows.find(isTexts) ?? null
}

function isTexts({ cells }: SheetRow): boolean {
  const filled = cells.filter((cell) => cell !== null && cell.text.trim() !== '')
  return filled.length >= 2 && filled.every((cell) => cell?.kind === 'text')
}

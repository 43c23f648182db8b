import { textCell, type CellValue } from './cell.ts'
import type { Delimiter } from './csv-delimiter.ts'
import { format, type ExcelLimits } from './limits.ts'
import { WorkbookRefused } from './refused.ts'
import type { SheetRow } from './sheet-rows.ts'

const QUOTE = 0x22
const LF = 0x0a
const CR = 0x0d

/**
 * Divides text into rows and cells as it arrives. A cell that begins with a quotation mark ends with one, and holds
 * delimiters, line ends and doubled quotation marks in between; in any other cell a quotation mark is a character like
 * any (`Pipe 1/2"`). Lines end with CR, LF or both. Nothing but the cell that is not yet complete is kept.
 */
export class CsvScanner {
  readonly #limits: ExcelLimits
  readonly #delimiter: number
  readonly #give: (row: SheetRow) => void
  #rest = ''
  #row = 1
  #column = 0
  #cells: CellValue[] = []
  #rows = 0
  #characters = 0
  /** The line ended with CR at the end of a piece; an LF at the beginning of the next one belongs to it. */
  #afterCr = false

  constructor(delimiter: Delimiter, limits: ExcelLimits, give: (row: SheetRow) => void) {
    this.#delimiter = delimiter.charCodeAt(0)
    this.#limits = limits
    this.#give = give
  }

  /** Takes the next piece. Throws WorkbookRefused. */
  feed(piece: string): void {
    this.#scan(this.#rest + piece, false)
  }

  /** Nothing more comes: what is left is the last cell. Answers how many rows were filled. Throws WorkbookRefused. */
  end(): number {
    this.#scan(this.#rest, true)
    this.#endRow()
    return this.#rows
  }

  #scan(input: string, last: boolean): void {
    let at = 0
    while (at < input.length) {
      if (this.#afterCr) {
        this.#afterCr = false
        if (input.charCodeAt(at) === LF) {
          at++
          continue
        }
      }
      const end =
        input.charCodeAt(at) === QUOTE ? this.#quoted(input, at, last) : this.#plain(input, at, last)
      if (end < 0) break
      const separator = input.charCodeAt(end)
      if (separator === this.#delimiter) this.#column++
      else if (end < input.length) {
        this.#endRow()
        this.#row++
        this.#afterCr = separator === CR
      }
      at = end + 1
    }
    this.#rest = at < input.length ? input.slice(at) : ''
  }

  /** Reads a cell without quotes; answers where it ends, or -1 when it may go on in the next piece. */
  #plain(input: string, start: number, last: boolean): number {
    const delimiter = this.#delimiter
    let end = start
    for (; end < input.length; end++) {
      const code = input.charCodeAt(end)
      if (code === delimiter || code === LF || code === CR) break
    }
    this.#checkLength(end - start)
    if (end === input.length && !last) return -1
    if (end > start) this.#take(input.slice(start, end))
    return end
  }

  #quoted(input: string, start: number, last: boolean): number {
    let doubled = false
    let close = input.indexOf('"', start + 1)
    while (close >= 0 && input.charCodeAt(close + 1) === QUOTE) {
      doubled = true
      close = input.indexOf('"', close + 2)
    }
    if (close < 0 || (close + 1 === input.length && !last)) {
      // Far longer than a cell can be, it is a quotation mark that nobody closed rather than a text.
      if (last || input.length - start > format.cellCharacters * 2 + 2) throw this.#badQuotes()
      return -1
    }
    const end = close + 1
    const next = input.charCodeAt(end)
    if (end < input.length && next !== this.#delimiter && next !== LF && next !== CR) throw this.#badQuotes()
    const text = input.slice(start + 1, close)
    const whole = doubled ? text.replaceAll('""', '"') : text
    this.#checkLength(whole.length)
    if (whole !== '') this.#take(whole)
    return end
  }

  #take(text: string): void {
    const column = this.#column
    if (column >= this.#limits.columns)
      throw new WorkbookRefused('ExcelTooManyColumns', {
        sheet: '',
        row: this.#row,
        column: column + 1,
        allowed: this.#limits.columns,
      })
    // No program writes it into a text; a database does not take it either.
    if (text.includes('\0')) throw new WorkbookRefused('ExcelNotAWorkbook', { found: 'unknown' })
    const cell = textCell(text)
    if (cell === null) return
    while (this.#cells.length < column) this.#cells.push(null)
    this.#cells.push(cell)
    this.#characters += text.length
    if (this.#characters > this.#limits.textCharacters)
      throw new WorkbookRefused('ExcelTooLarge', { limit: 'text', allowed: this.#limits.textCharacters })
  }

  #endRow(): void {
    this.#column = 0
    if (this.#cells.length === 0) return
    this.#rows++
    if (this.#rows > this.#limits.rows)
      throw new WorkbookRefused('ExcelTooManyRows', {
        sheet: '',
        row: this.#row,
        allowed: this.#limits.rows,
      })
    this.#give({ sheet: '', row: this.#row, cells: this.#cells })
    this.#cells = []
  }

  #checkLength(length: number): void {
    if (length > format.cellCharacters)
      throw new WorkbookRefused('CsvLongText', { row: this.#row, allowed: format.cellCharacters })
  }

  #badQuotes(): WorkbookRefused {
    return new WorkbookRefused('CsvQuotes', { row: this.#row })
  }
}

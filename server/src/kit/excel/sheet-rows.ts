import { readCell, general, type CellContext, type CellValue, type NumberFormat } from './cell.ts'
import { format, type ExcelLimits } from './limits.ts'
import { damaged, WorkbookRefused } from './refused.ts'
import { decodeEscapes, TextCollector } from './workbook-parts.ts'
import type { XmlListener } from './xml-reader.ts'

export interface SheetRow {
  sheet: string
  /** As Excel counts: from 1. */
  row: number
  /** By column, from 0; empty cells are null; ends with the last filled cell. */
  cells: CellValue[]
  /** Its height is none: the user hid it, or a filter did. */
  hidden?: true
}

/** What all sheets of one file have in common while they are read. */
export interface Tally {
  rows: number
  characters: number
}

export interface SheetContext extends CellContext {
  sheet: string
  part: string
  sharedTexts: readonly string[]
  formats: readonly NumberFormat[]
  limits: ExcelLimits
  tally: Tally
}

/** Listens to the XML of one worksheet and hands out its filled rows. */
export class SheetListener implements XmlListener {
  readonly #context: SheetContext
  readonly #give: (row: SheetRow) => void
  readonly #inline: TextCollector
  #row = 0
  #hidden = false
  #cells: CellValue[] = []
  #column = 0
  #type = ''
  #format = general
  #raw: string | undefined
  #formula: string | undefined
  #hears: 'v' | 'f' | 'is' | undefined
  /** Extensions after the rows use the same element names for other things. */
  #inRows = false

  constructor(context: SheetContext, give: (row: SheetRow) => void) {
    this.#context = context
    this.#give = give
    this.#inline = new TextCollector(context.part)
  }

  open(element: string, attribute: (name: string) => string | undefined): void {
    if (!this.#inRows) {
      this.#inRows = element === 'sheetData'
      return
    }
    switch (element) {
      case 'row': {
        const row = Number(attribute('r') ?? this.#row + 1)
        if (!(row > this.#row && row <= format.rows))
          throw damaged('RowOrder', { sheet: this.#context.sheet, row: this.#row })
        this.#row = row
        this.#hidden = isOn(attribute('hidden'))
        this.#cells = []
        this.#column = -1
        return
      }
      case 'c': {
        const reference = attribute('r')
        this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
        if (!(this.#column < format.columns))
          throw damaged('Reference', { sheet: this.#context.sheet, row: this.#row })
        this.#type = attribute('t') ?? 'n'
        this.#format = this.#context.formats[Number(attribute('s') ?? 0)] ?? general
        this.#raw = undefined
        this.#formula = undefined
        return
      }
      case 'is':
        this.#inline.begin()
        this.#hears = 'is'
        return
      case 'v':
        this.#raw = ''
        this.#hears = 'v'
        return
      case 'f':
        this.#formula = ''
        this.#hears = 'f'
        return
      default:
        if (this.#hears === 'is') this.#inline.open(element)
    }
  }

  text(text: string): void {
    if (this.#hears === 'is') this.#inline.text(text)
    else if (this.#hears === 'v') {
      this.#raw += text
      if (this.#raw!.length > format.cellCharacters * 7)
        throw damaged('LongText', { sheet: this.#context.sheet, row: this.#row })
    } else if (this.#hears === 'f' && this.#formula!.length < 200) this.#formula += text.slice(0, 200)
  }

  close(element: string): void {
    if (!this.#inRows) return
    switch (element) {
      case 'sheetData':
        this.#inRows = false
        return
      case 'row':
        return this.#endRow()
      case 'c':
        return this.#endCell()
      case 'is':
        this.#raw = this.#inline.take()
        this.#hears = undefined
        return
      case 'v':
      case 'f':
        this.#hears = undefined
        return
      default:
        if (this.#hears === 'is') this.#inline.close(element)
    }
  }

  #endCell(): void {
    const { sheet, limits, tally } = this.#context
    const cell = readCell(
      { type: this.#type, raw: this.#resolve(), formula: this.#formula, format: this.#format },
      this.#context,
    )
    if (cell === null) return
    if (this.#column >= limits.columns)
      throw new WorkbookRefused('ExcelTooManyColumns', {
        sheet,
        row: this.#row,
        column: this.#column + 1,
        allowed: limits.columns,
      })
    while (this.#cells.length < this.#column) this.#cells.push(null)
    this.#cells[this.#column] = cell
    tally.characters += cell.text.length
    if (tally.characters > limits.textCharacters)
      throw new WorkbookRefused('ExcelTooLarge', { limit: 'text', allowed: limits.textCharacters })
  }

  #resolve(): string | undefined {
    if (this.#raw === undefined) return undefined
    if (this.#type === 'str') return decodeEscapes(this.#raw)
    if (this.#type !== 's') return this.#raw
    const text = this.#context.sharedTexts[Number(this.#raw)]
    if (text === undefined) throw damaged('Reference', { sheet: this.#context.sheet, row: this.#row })
    return text
  }

  #endRow(): void {
    if (this.#cells.length === 0) return
    const { sheet, limits, tally } = this.#context
    tally.rows++
    if (tally.rows > limits.rows)
      throw new WorkbookRefused('ExcelTooManyRows', { sheet, row: this.#row, allowed: limits.rows })
    this.#give({ sheet, row: this.#row, cells: this.#cells, ...(this.#hidden && { hidden: true }) })
  }
}

/** A truth as an attribute has it. */
const isOn = (attribute: string | undefined): boolean => attribute === '1' || attribute === 'true'

/** The column of a reference such as AB12, from 0. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at)
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return column === 0 ? Number.NaN : column - 1
}

/** Why a workbook or a CSV file was turned away. The names are keys of the message catalogue; the facts fill its sentences. */
export type WorkbookRefusal =
  /** Not an .xlsx at all; `found` says what it is: csv, html, xml, pdf, image, ods, xlsb, docx, pptx, zip, empty, unknown. */
  | 'ExcelNotAWorkbook'
  /** A workbook of Excel 97–2003 (.xls): to be saved as .xlsx. */
  | 'ExcelOldFormat'
  | 'ExcelEncrypted'
  /** `reason`: Cut, Directory, Overlap, Name, Compression, Size, Checksum, MissingPart, Doctype, Entity, Encoding, Xml, Depth, Reference, RowOrder, LongText */
  | 'ExcelDamaged'
  /** `limit`: file, unpacked, ratio, parts, sharedText, text, memory */
  | 'ExcelTooLarge'
  | 'ExcelTooManySheets'
  | 'ExcelTooManyRows'
  | 'ExcelTooManyColumns'
  | 'ExcelTimedOut'
  /** A quotation mark that is never closed, or that ends a text in its middle; `row` is where that text began. */
  | 'CsvQuotes'
  /** `row`, `allowed`: characters of one cell */
  | 'CsvLongText'

export type Facts = Record<string, string | number>

export class WorkbookRefused extends Error {
  readonly code: WorkbookRefusal
  readonly facts: Facts

  constructor(code: WorkbookRefusal, facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`)
    this.name = 'WorkbookRefused'
    this.code = code
    this.facts = facts
  }
}

export function damaged(reason: string, facts: Facts = {}): WorkbookRefused {
  return new WorkbookRefused('ExcelDamaged', { reason, ...facts })
}

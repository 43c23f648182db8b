/** What one workbook or CSV file may cost. The defaults suit an import of some ten thousand lines; a caller may narrow or widen them. */
export interface ExcelLimits {
  /** Bytes of the file itself. */
  fileBytes: number
  /** Bytes of all parts once inflated, as declared and as counted. */
  unpackedBytes: number
  /** Inflated to packed. Small parts are exempt: a sheet of equal rows packs well without ill will. */
  ratio: number
  ratioExemptBytes: number
  parts: number
  sheets: number
  rows: number
  columns: number
  /** Bytes of the shared-string part, which has to be held in memory whole. */
  sharedTextBytes: number
  sharedTexts: number
  /** Characters handed over in all: one long shared string may be referred to from every cell. */
  textCharacters: number
  /** Time the parser may take; the time the receiver of the rows takes does not count. */
  milliseconds: number
  /** Heap of the parser's thread. */
  heapMegabytes: number
}

export const defaultLimits: ExcelLimits = {
  fileBytes: 50_000_000,
  unpackedBytes: 200_000_000,
  ratio: 100,
  ratioExemptBytes: 5_000_000,
  parts: 200,
  sheets: 20,
  rows: 100_000,
  columns: 200,
  sharedTextBytes: 64_000_000,
  sharedTexts: 1_000_000,
  textCharacters: 100_000_000,
  milliseconds: 60_000,
  heapMegabytes: 256,
}

/**
 * For records that come by the million: a million rows of ten cells are a workbook of 56 MB that inflates to 730 MB, read
 * in constant memory like a small one.
 */
export const millionRowLimits: Partial<ExcelLimits> = {
  fileBytes: 300_000_000,
  unpackedBytes: 4_000_000_000,
  rows: 1_000_000,
  textCharacters: 1_000_000_000,
  milliseconds: 300_000,
}

/** Fixed by the file format. */
export const format = {
  rows: 1_048_576,
  columns: 16_384,
  cellCharacters: 32_767,
  cellStyles: 65_536,
  formatCode: 255,
}

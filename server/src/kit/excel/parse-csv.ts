import type { FileHandle } from 'node:fs/promises'
import type { TextLocale } from './cell.ts'
import { delimiters, detectDelimiter, type Delimiter } from './csv-delimiter.ts'
import { decodeText, detectEncoding } from './csv-encoding.ts'
import { CsvScanner } from './csv-scanner.ts'
import type { ExcelLimits } from './limits.ts'
import type { WorkbookSummary } from './parse-workbook.ts'
import { RowPortions } from './row-portions.ts'
import type { SheetRow } from './sheet-rows.ts'
import { assertCsv } from './what-it-is.ts'

/** How much of the beginning is looked at to tell the delimiter. */
const START_CHARACTERS = 65_536

/** Reads a whole CSV file; `give` takes the rows in portions and is waited for. Throws WorkbookRefused. */
export async function parseCsv(
  file: FileHandle,
  limits: ExcelLimits,
  locale: TextLocale,
  give: (rows: SheetRow[]) => Promise<void>,
): Promise<WorkbookSummary> {
  const size = await assertCsv(file, limits)
  const encoding = await detectEncoding(file, size)
  const portions = new RowPortions(give)
  let scanner: CsvScanner | undefined
  let delimiter: Delimiter = ';'
  let start = ''
  const begin = () => {
    const { named, length } = namedDelimiter(start)
    delimiter = named ?? detectDelimiter(start, locale)
    scanner = new CsvScanner(delimiter, limits, (row) => portions.add(row))
    scanner.feed(start.slice(length))
    return scanner
  }
  for await (const piece of decodeText(file, size, encoding)) {
    if (scanner) scanner.feed(piece)
    else {
      start += piece
      if (start.length >= START_CHARACTERS) begin()
    }
    const waiting = portions.giveFull()
    if (waiting) await waiting
  }
  const rows = (scanner ?? begin()).end()
  await portions.giveRest()
  return {
    rows,
    sheets: [{ name: '', rows }],
    hiddenSheets: [],
    date1904: false,
    csv: { encoding, delimiter },
  }
}

/** Excel writes and obeys a first line such as `sep=;`, which is no row. */
function namedDelimiter(start: string): { named: Delimiter | undefined; length: number } {
  const found = /^sep=([;,\t|])(?:\r\n|\n|\r)/i.exec(start)
  return { named: delimiters.find((one) => one === found?.[1]), length: found?.[0].length ?? 0 }
}

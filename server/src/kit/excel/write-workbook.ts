import { Readable } from 'node:stream'
import { format } from './limits.ts'
import {
  columnLetters,
  contentTypes,
  coreProperties,
  main,
  relations,
  sheetName,
  styles,
  widths,
  workbookPart,
  xml,
  type Properties,
  type WrittenSheet,
} from './workbook-xml.ts'
import { cellWriter, style, textCell, ZoneOffsets, type ColumnKind } from './write-cell.ts'
import { zip, type ZipSource } from './zip-writer.ts'

export type { ColumnKind } from './write-cell.ts'

export interface Column {
  header: string
  kind: ColumnKind
  /** In characters. */
  width?: number
}

export type Row = readonly (string | number | null)[]

export interface Sheet {
  name: string
  columns: readonly Column[]
  /** Rows, or batches of rows as they come. */
  rows: Iterable<Row> | AsyncIterable<readonly Row[]>
}

export interface WorkbookContent {
  sheets: readonly Sheet[]
  /** IANA name; needed where there is a column of instants. */
  timeZone?: string
  properties?: Properties
  /** Lines of one sheet, the header included; what is more goes on in a further sheet. */
  rowsPerSheet?: number
}

/**
 * An .xlsx file that is made while it is read: a batch of rows is asked for when its bytes are wanted. Destroying the stream tells
 * the iterator of the rows to return; rows that fail destroy the stream with their error.
 */
export function writeWorkbook(content: WorkbookContent): Readable {
  const stopped = new AbortController()
  const bytes = zip(parts(content), stopped.signal)
  return new Readable({
    highWaterMark: 65_536,
    read() {
      bytes.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      // A row that is still awaited may never come; stopping must not wait for it.
      stopped.abort()
      bytes.return(undefined).then(
        () => done(error),
        () => done(error),
      )
    },
  })
}

async function* parts(content: WorkbookContent): AsyncGenerator<ZipSource> {
  const { sheets, properties = {}, rowsPerSheet = format.rows } = content
  const zone = content.timeZone === undefined ? undefined : new ZoneOffsets(content.timeZone)
  const written: WrittenSheet[] = []

  // First, because programs that tell files by their start look for it.
  yield {
    name: '_rels/.rels',
    bytes: [
      relations([
        ['officeDocument', 'xl/workbook.xml'],
        ['core-properties', 'docProps/core.xml'],
      ]),
    ],
  }
  yield { name: 'docProps/core.xml', bytes: [coreProperties(properties)] }
  yield { name: 'xl/styles.xml', bytes: [styles] }
  for (const sheet of sheets) {
    const source = new RowSource(sheet.rows)
    try {
      do {
        const place: WrittenSheet = { name: sheetName(sheet.name, written), range: '' }
        written.push(place)
        yield {
          name: `xl/worksheets/sheet${written.length}.xml`,
          bytes: worksheet(sheet, source, place, rowsPerSheet, zone),
        }
      } while (await source.hasMore())
    } finally {
      source.close()
    }
  }
  yield { name: 'xl/workbook.xml', bytes: [workbookPart(written)] }
  const targets = written.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`])
  yield { name: 'xl/_rels/workbook.xml.rels', bytes: [relations([...targets, ['styles', 'styles.xml']])] }
  yield { name: '[Content_Types].xml', bytes: [contentTypes(written.length)] }
}

const PIECE = 32_768
/** A part may have four gigabytes; far before that the rows go on in a further sheet. */
const SHEET_CHARACTERS = 1_000_000_000

async function* worksheet(
  sheet: Sheet,
  source: RowSource,
  place: WrittenSheet,
  rowsPerSheet: number,
  zone: ZoneOffsets | undefined,
): AsyncGenerator<string> {
  const { columns } = sheet
  const letters = columns.map((_, i) => columnLetters(i))
  const cells = columns.map((column) => cellWriter(column.kind, zone))
  const last = letters.at(-1) ?? 'A'

  let piece =
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${widths(columns)}<sheetData>`
  piece += `<row r="1">${columns.map((column, i) => textCell(`${letters[i]}1`, style.header, column.header)).join('')}</row>`

  let row = 1
  let characters = 0
  while (row < rowsPerSheet && characters < SHEET_CHARACTERS) {
    const next = source.next()
    const values = next instanceof Promise ? await next : next
    if (values === undefined) break
    row++
    piece += `<row r="${row}">`
    for (let i = 0; i < letters.length; i++) {
      const value = values[i]
      if (value === null || value === undefined || value === '') continue
      try {
        piece += cells[i]!(`${letters[i]}${row}`, value)
      } catch (error) {
        throw new TypeError(
          `Sheet ${sheet.name}, row ${row}, column ${columns[i]!.header}: ${(error as Error).message}`,
          { cause: error },
        )
      }
    }
    piece += '</row>'
    if (piece.length < PIECE) continue
    characters += piece.length
    yield piece
    piece = ''
  }
  place.range = `$A$1:$${last}$${row}`
  yield `${piece}</sheetData><autoFilter ref="${place.range.replaceAll('$', '')}"/></worksheet>`
}

/** Rows one by one, from whatever gives them, across as many sheets as they fill. */
class RowSource {
  readonly #batches: Iterator<readonly Row[]> | AsyncIterator<readonly Row[]>
  #rows: Iterator<Row> = [].values()
  #ahead: Row | undefined
  #ended = false

  constructor(rows: Iterable<Row> | AsyncIterable<readonly Row[]>) {
    if (Symbol.asyncIterator in rows) this.#batches = rows[Symbol.asyncIterator]()
    else {
      this.#batches = [].values()
      this.#rows = rows[Symbol.iterator]()
    }
  }

  /** The next row, at once where it is there already: a promise for each would cost as much as the row. */
  next(): Row | undefined | Promise<Row | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    if (ahead || this.#ended) return ahead
    const { value, done } = this.#rows.next()
    return done ? this.#nextBatch() : value
  }

  async #nextBatch(): Promise<Row | undefined> {
    for (;;) {
      const { value, done } = await this.#batches.next()
      if (done) {
        this.#ended = true
        return undefined
      }
      this.#rows = value.values()
      const first = this.#rows.next()
      if (!first.done) return first.value
    }
  }

  async hasMore(): Promise<boolean> {
    this.#ahead = await this.next()
    return this.#ahead !== undefined
  }

  close(): void {
    if (this.#ended) return
    this.#ended = true
    // Whoever made the rows is told that no more are wanted; by now nobody is left to hear a complaint.
    void (async () => {
      this.#rows.return?.()
      await this.#batches.return?.()
    })().catch(() => {})
  }
}

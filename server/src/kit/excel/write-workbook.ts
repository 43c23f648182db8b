import { Readable } from 'node:stream'
import { format } from './limits.ts'
import { zip, type ZipSource } from './zip-writer.ts'

/**
 * text: a string, never taken for a formula or a number · number: a decimal, as text to keep every digit · integer ·
 * date: yyyy-mm-dd · instant: an ISO instant or milliseconds since 1970, shown in the workbook's time zone.
 */
export type ColumnKind = 'text' | 'number' | 'integer' | 'date' | 'instant'

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
  rows: AsyncIterable<Row> | Iterable<Row>
}

export interface WorkbookContent {
  sheets: readonly Sheet[]
  /** IANA name; needed where there is a column of instants. */
  timeZone?: string
  properties?: { title?: string; author?: string; created?: Date }
  /** Lines of one sheet, the header included; what is more goes on in a further sheet. */
  rowsPerSheet?: number
}

/**
 * An .xlsx file that is made while it is read: a row is asked for when its bytes are wanted. Destroying the stream tells
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

interface WrittenSheet {
  name: string
  range: string
}

async function* parts(content: WorkbookContent): AsyncGenerator<ZipSource> {
  const { sheets, properties = {}, rowsPerSheet = format.rows } = content
  const zone = content.timeZone === undefined ? undefined : new ZoneOffsets(content.timeZone)
  const written: WrittenSheet[] = []

  // First, because programs that tell files by their start look for it.
  yield { name: '_rels/.rels', bytes: [relations([['officeDocument', 'xl/workbook.xml'], ['core-properties', 'docProps/core.xml']])] }
  yield { name: 'docProps/core.xml', bytes: [coreProperties(properties)] }
  yield { name: 'xl/styles.xml', bytes: [styles] }
  for (const sheet of sheets) {
    const source = new RowSource(sheet.rows)
    try {
      do {
        const place: WrittenSheet = { name: sheetName(sheet.name, written), range: '' }
        written.push(place)
        yield { name: `xl/worksheets/sheet${written.length}.xml`, bytes: worksheet(sheet, source, place, rowsPerSheet, zone) }
      } while (await source.hasMore())
    } finally {
      source.close()
    }
  }
  yield { name: 'xl/workbook.xml', bytes: [workbook(written)] }
  const targets = written.map((_, i): [string, string] => ['worksheet', `worksheets/sheet${i + 1}.xml`])
  yield { name: 'xl/_rels/workbook.xml.rels', bytes: [relations([...targets, ['styles', 'styles.xml']])] }
  yield { name: '[Content_Types].xml', bytes: [contentTypes(written.length)] }
}

const PIECE = 32_768
/** A part may have four gigabytes; far before that the rows go on in a further sheet. */
const SHEET_CHARACTERS = 1_000_000_000

async function* worksheet(sheet: Sheet, source: RowSource, place: WrittenSheet, rowsPerSheet: number, zone: ZoneOffsets | undefined): AsyncGenerator<string> {
  const { columns } = sheet
  const letters = columns.map((_, i) => columnLetters(i))
  const cells = columns.map((column) => cellWriter(column.kind, zone))
  const last = letters.at(-1) ?? 'A'

  let piece =
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>` +
    `<selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${widths(columns)}<sheetData>`
  piece += `<row r="1">${columns.map((column, i) => textCell(`${letters[i]}1`, style.header, column.header)).join('')}</row>`

  let row = 1
  let characters = 0
  while (row < rowsPerSheet && characters < SHEET_CHARACTERS) {
    const values = await source.next()
    if (values === undefined) break
    row++
    piece += `<row r="${row}">`
    for (let i = 0; i < letters.length; i++) {
      const value = values[i]
      if (value === null || value === undefined || value === '') continue
      try {
        piece += cells[i]!(`${letters[i]}${row}`, value)
      } catch (error) {
        throw new TypeError(`Sheet ${sheet.name}, row ${row}, column ${columns[i]!.header}: ${(error as Error).message}`, { cause: error })
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
  readonly #iterator: Iterator<Row> | AsyncIterator<Row>
  #ahead: Row | undefined
  #ended = false

  constructor(rows: AsyncIterable<Row> | Iterable<Row>) {
    this.#iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  async next(): Promise<Row | undefined> {
    const ahead = this.#ahead
    this.#ahead = undefined
    if (ahead || this.#ended) return ahead
    const { value, done } = await this.#iterator.next()
    if (done) this.#ended = true
    return done ? undefined : value
  }

  async hasMore(): Promise<boolean> {
    this.#ahead = await this.next()
    return this.#ahead !== undefined
  }

  close(): void {
    if (this.#ended) return
    this.#ended = true
    // Whoever made the rows is told that no more are wanted; by now nobody is left to hear a complaint.
    void (async () => this.#iterator.return?.())().catch(() => {})
  }
}

// ---- cells

/** Places in the list of cell formats of styles.xml. */
const style = { plain: 0, header: 1, text: 2, number: 3, integer: 4, date: 5, instant: 6 }

type CellWriter = (reference: string, value: string | number) => string

function cellWriter(kind: ColumnKind, zone: ZoneOffsets | undefined): CellWriter {
  switch (kind) {
    case 'text':
      return (reference, value) => textCell(reference, style.text, String(value))
    case 'number':
      return (reference, value) => numberCell(reference, style.number, decimal(value))
    case 'integer':
      return (reference, value) => numberCell(reference, style.integer, decimal(value))
    case 'date':
      return (reference, value) => dateCell(reference, style.date, dayOf(value), String(value))
    case 'instant': {
      if (!zone) throw new TypeError('A column of instants needs a time zone')
      return (reference, value) => dateCell(reference, style.instant, zone.toLocal(instantOf(value)), String(value))
    }
  }
}

function textCell(reference: string, styleAt: number, value: string): string {
  const text = legalText(value)
  // Without the mark, space at the ends and line breaks may be dropped.
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${reference}" s="${styleAt}" t="inlineStr"><is><t${space}>${text}</t></is></c>`
}

function numberCell(reference: string, styleAt: number, value: string): string {
  return `<c r="${reference}" s="${styleAt}"><v>${value}</v></c>`
}

/** The sheet counts days from 1900 and believes in 29 February of that year; what lies before March 1900 stays text. */
function dateCell(reference: string, styleAt: number, local: number, text: string): string {
  const serial = local / DAY + 25_569
  return serial < 61 ? textCell(reference, style.text, text) : numberCell(reference, styleAt, String(Number(serial.toFixed(9))))
}

const DAY = 86_400_000

function decimal(value: string | number): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) throw new TypeError(`${text} is no number`)
  return text
}

function dayOf(value: string | number): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(day)) throw new TypeError(`${value} is no day`)
  return day
}

function instantOf(value: string | number): number {
  const instant = typeof value === 'number' ? value : /(Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instant)) throw new TypeError(`${value} is no instant`)
  return instant
}

/** Asking for the offset of a zone is slow and it changes only on the quarter of an hour, so each quarter is asked for once. */
class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat
  readonly #known = new Map<number, number>()

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  }

  toLocal(instant: number): number {
    const quarter = Math.floor(instant / 900_000)
    let offset = this.#known.get(quarter)
    if (offset === undefined) {
      if (this.#known.size > 20_000) this.#known.clear()
      offset = this.#offset(quarter * 900_000)
      this.#known.set(quarter, offset)
    }
    return instant + offset
  }

  #offset(instant: number): number {
    const name = this.#format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    return (sign === '-' ? -1_000 : 1_000) * (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds))
  }
}

/** A text as the sheet may hold it: no longer than a cell, well-formed, and characters XML cannot carry in their escaped form. */
function legalText(value: string): string {
  let text = value
  if (text.length > format.cellCharacters) {
    const cut = format.cellCharacters - 1
    const splits = /[\uD800-\uDBFF]/.test(text.charAt(cut - 1))
    text = `${text.slice(0, splits ? cut - 1 : cut)}…`
  }
  if (!/[^ -%'-;=?-^`-~À-\u017F]/.test(text)) return text
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, (character) => escapes[character]!)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function attributeText(value: string): string {
  return legalText(value).replaceAll('"', '&quot;')
}

// ---- the parts around the rows

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const open = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The order of the cell formats is that of `style`. Formats 14 and 22 follow the country of whoever opens the file. */
const styles =
  `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00####"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>' +
  `${[49, 164, 3, 14, 22].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`

const usualWidth: Record<ColumnKind, number> = { text: 20, number: 14, integer: 12, date: 12, instant: 17 }

function widths(columns: readonly Column[]): string {
  if (columns.length === 0) return ''
  const widths = columns.map(({ header, kind, width = Math.min(60, Math.max(usualWidth[kind], header.length + 4)) }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
  return `<cols>${widths.join('')}</cols>`
}

function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}

/** Names of sheets are short, without certain signs, and no two alike. */
function sheetName(wanted: string, written: readonly WrittenSheet[]): string {
  const base = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^'+|'+$/g, '').trim() || 'Sheet'
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = base.slice(0, 31 - suffix.length).trim().toWellFormed() + suffix
    if (!written.some((sheet) => sheet.name.toLowerCase() === name.toLowerCase())) return name
  }
}

function workbook(written: readonly WrittenSheet[]): string {
  const sheets = written.map(({ name }, i) => `<sheet name="${attributeText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  // LibreOffice shows the filter only where this name points at it.
  const filters = written.map(({ name, range }, i) => {
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${legalText(name.replaceAll("'", "''"))}'!${range}</definedName>`
  })
  return `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
}

function relations(targets: [type: string, target: string][]): string {
  const entries = targets.map(([type, target], i) => {
    const family = type === 'core-properties' ? `${open}/relationships/metadata` : office
    return `<Relationship Id="rId${i + 1}" Type="${family}/${type}" Target="${target}"/>`
  })
  return `${xml}<Relationships xmlns="${open}/relationships">${entries.join('')}</Relationships>`
}

function coreProperties({ title, author, created }: NonNullable<WorkbookContent['properties']>): string {
  const entries = [
    title === undefined ? '' : `<dc:title>${legalText(title)}</dc:title>`,
    author === undefined ? '' : `<dc:creator>${legalText(author)}</dc:creator>`,
    created === undefined ? '' : `<dcterms:created xsi:type="dcterms:W3CDTF">${created.toISOString()}</dcterms:created>`,
  ]
  return (
    `${xml}<cp:coreProperties xmlns:cp="${open}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${entries.join('')}</cp:coreProperties>`
  )
}

function contentTypes(sheets: number): string {
  const overrides = [
    ['/xl/workbook.xml', `${sheetType}.sheet.main+xml`],
    ['/xl/styles.xml', `${sheetType}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...Array.from({ length: sheets }, (_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, `${sheetType}.worksheet+xml`]),
  ]
  return (
    `${xml}<Types xmlns="${open}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('')}</Types>`
  )
}

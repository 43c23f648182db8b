import type { CellNote } from './comment-parts.ts'
import { format } from './limits.ts'
import type { Row, RowSource } from './row-source.ts'
import {
  attributeText,
  columnLetters,
  main,
  notesDrawingId,
  office,
  widths,
  xml,
  type WrittenSheet,
} from './workbook-xml.ts'
import { cellWriter, legalText, style, textCell, type ColumnKind, type ZoneOffsets } from './write-cell.ts'

export interface Column {
  header: string
  kind: ColumnKind
  /** In characters. */
  width?: number
  /** Marks the header of a column that must be filled. */
  required?: boolean
  entry?: EntryRule
}

/** What helps whoever fills the column: a text shown beside the selected cell, and a list to choose from. */
export interface EntryRule {
  /** At most 32 characters are shown. */
  title: string
  /** At most 255 characters are shown. */
  prompt: string
  /** A formula: the choices in quotes, separated by commas, or the cells that hold them. */
  list?: string
}

export interface Sheet {
  name: string
  columns: readonly Column[]
  /** Rows, or batches of rows as they come. */
  rows: Iterable<Row> | AsyncIterable<readonly Row[]>
  /** Lines of text over the header. */
  lead?: readonly string[]
  /** Further lines of the header, below the first. */
  subheaders?: readonly (readonly string[])[]
  /** Rows are added by hand: empty cells have the format of their column already, and its entry rule. */
  filledIn?: boolean
  /** Without frozen header and filter. */
  plain?: boolean
  /** Not shown, only referred to. */
  hidden?: boolean
  /** Comments on cells of the first part of the sheet, each cell at most once; those in columns of text are marked in red. */
  notes?: readonly CellNote[]
}

const PIECE = 32_768
/** A part may have four gigabytes; far before that the rows go on in a further sheet. */
const SHEET_CHARACTERS = 1_000_000_000

/** The XML of one sheet, piece by piece, until its rows or its place for them end; sets the range of `place`. */
export async function* worksheet(
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
  const head = headOf(sheet, letters)
  const marks = place.commented ? marksOf(sheet) : undefined
  let piece = head.xml

  let row = head.rows
  let characters = 0
  while (row < rowsPerSheet && characters < SHEET_CHARACTERS) {
    const next = source.next()
    const values = next instanceof Promise ? await next : next
    if (values === undefined) break
    row++
    piece += `<row r="${row}">`
    const marked = marks?.get(row)
    for (let i = 0; i < letters.length; i++) {
      const value = values[i]
      if (marked?.has(i)) {
        piece += textCell(`${letters[i]}${row}`, style.marked, String(value ?? ''))
        continue
      }
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
  yield `${piece}</sheetData>`
  if (!sheet.plain) {
    place.range = `$A$${head.rows}:$${last}$${row}`
    yield `<autoFilter ref="${place.range.replaceAll('$', '')}"/>`
  }
  const drawing = place.commented ? `<legacyDrawing xmlns:r="${office}" r:id="${notesDrawingId}"/>` : ''
  yield `${entryRules(columns, letters, head.rows + 1)}${drawing}</worksheet>`
}

/** By row, the columns of text with a comment. */
function marksOf({ notes = [], columns }: Sheet): Map<number, Set<number>> {
  const marks = new Map<number, Set<number>>()
  for (const { row, column } of notes) {
    if (columns[column]?.kind !== 'text') continue
    const marked = marks.get(row)
    if (marked) marked.add(column)
    else marks.set(row, new Set([column]))
  }
  return marks
}

/** All that comes before the first row, the header included. The elements stand in the order that the schema demands. */
function headOf(sheet: Sheet, letters: readonly string[]): { xml: string; rows: number } {
  const { columns, lead = [], subheaders = [], plain = false, filledIn = false } = sheet
  const rows: string[] = []
  const add = (cells: string) => rows.push(`<row r="${rows.length + 1}">${cells}</row>`)
  for (const line of lead) add(textCell(`A${rows.length + 1}`, style.text, line))
  const header = rows.length + 1
  const headerStyle = ({ required = false }: Column) => (required ? style.required : style.header)
  add(
    columns
      .map((column, i) => textCell(`${letters[i]}${header}`, headerStyle(column), column.header))
      .join(''),
  )
  for (const line of subheaders)
    add(
      letters
        .map((letter, i) => textCell(`${letter}${rows.length + 1}`, style.subheader, line[i] ?? ''))
        .join(''),
    )

  const first = `A${rows.length + 1}`
  const view = plain
    ? '<sheetView workbookViewId="0"/>'
    : `<sheetView workbookViewId="0"><pane ySplit="${rows.length}" topLeftCell="${first}" activePane="bottomLeft" state="frozen"/>` +
      `<selection pane="bottomLeft" activeCell="${first}" sqref="${first}"/></sheetView>`
  return {
    xml:
      `${xml}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
      `${widths(columns, filledIn)}<sheetData>${rows.join('')}`,
    rows: rows.length,
  }
}

function entryRules(columns: readonly Column[], letters: readonly string[], firstRow: number): string {
  const rules = columns.flatMap(({ entry }, i) => {
    if (!entry) return []
    const { title, prompt, list } = entry
    const said = `showInputMessage="1" promptTitle="${short(title, 32)}" prompt="${short(prompt, 255)}"`
    const cells = `sqref="${letters[i]}${firstRow}:${letters[i]}${format.rows}"`
    return list === undefined
      ? `<dataValidation allowBlank="1" ${said} ${cells}/>`
      : `<dataValidation type="list" allowBlank="1" showErrorMessage="1" ${said} ${cells}><formula1>${legalText(list)}</formula1></dataValidation>`
  })
  return rules.length === 0
    ? ''
    : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

function short(text: string, length: number): string {
  const fits = text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
  return attributeText(fits).replaceAll('\n', '&#10;')
}

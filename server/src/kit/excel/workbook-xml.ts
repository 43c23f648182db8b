import { legalText, style, type ColumnKind } from './write-cell.ts'

export interface Properties {
  title?: string
  author?: string
  created?: Date
}

/** A sheet as it stands in the file; the range under its filter is known once its rows are written, empty where it has none. */
export interface WrittenSheet {
  name: string
  range: string
  hidden: boolean
  /** Whether it has parts for comments, under the number of the sheet. */
  commented: boolean
}

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const strictOffice = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
const open = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const fonts = ['<sz val="11"/>', '<b/><sz val="11"/>', '<i/><sz val="10"/><color rgb="FF666666"/>']
const fills = [
  '<patternFill patternType="none"/>',
  '<patternFill patternType="gray125"/>',
  solid('FFFFF2CC'),
  solid('FFFFC7CE'),
]

/** The formats of cells, in the order of `style`. Formats 14 and 22 follow the country of whoever opens the file, 49 is text. */
const cellFormats: { number: number; font?: number; fill?: number; wrap?: true }[] = [
  { number: 0 },
  { number: 49, font: 1 },
  { number: 49 },
  { number: 164 },
  { number: 3 },
  { number: 14 },
  { number: 22 },
  { number: 49, wrap: true },
  { number: 49, font: 1, fill: 2 },
  { number: 49, font: 2 },
  { number: 49, fill: 3 },
]

export const styles =
  `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00####"/></numFmts>` +
  `<fonts count="${fonts.length}">${fonts.map((font) => `<font>${font}<name val="Calibri"/></font>`).join('')}</fonts>` +
  `<fills count="${fills.length}">${fills.map((fill) => `<fill>${fill}</fill>`).join('')}</fills>` +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${cellFormats.length}">${cellFormats.map(cellFormat).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

function solid(color: string): string {
  return `<patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill>`
}

function cellFormat({ number, font = 0, fill = 0, wrap }: (typeof cellFormats)[number]): string {
  const applied =
    (number ? ' applyNumberFormat="1"' : '') + (font ? ' applyFont="1"' : '') + (fill ? ' applyFill="1"' : '')
  const xf = `<xf numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"${applied}`
  return wrap ? `${xf} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` : `${xf}/>`
}

const usualWidth: Record<ColumnKind, number> = {
  text: 20,
  longText: 40,
  number: 14,
  integer: 12,
  date: 12,
  instant: 17,
}

/** Widths of the columns and, where rows are added by hand, the format of their empty cells. */
export function widths(
  columns: readonly { header: string; kind: ColumnKind; width?: number }[],
  formatted: boolean,
): string {
  if (columns.length === 0) return ''
  const entries = columns.map(({ header, kind, width }, i) => {
    const format = formatted ? ` style="${style[kind]}"` : ''
    return `<col min="${i + 1}" max="${i + 1}" width="${width ?? Math.min(60, Math.max(usualWidth[kind], header.length + 4))}"${format} customWidth="1"/>`
  })
  return `<cols>${entries.join('')}</cols>`
}

export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}

/** Names of sheets are short, without certain signs, and no two alike. */
export function sheetName(wanted: string, written: readonly { name: string }[]): string {
  // The straight apostrophe has to be doubled in formulas, which not every program gets right.
  const base =
    wanted
      .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replaceAll("'", '’')
      .trim() || 'Sheet'
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name =
      base
        .slice(0, 31 - suffix.length)
        .trim()
        .toWellFormed() + suffix
    if (!written.some((sheet) => sheet.name.toLowerCase() === name.toLowerCase())) return name
  }
}

export function workbookPart(written: readonly WrittenSheet[]): string {
  const sheets = written.map(({ name, hidden }, i) => {
    const state = hidden ? ' state="hidden"' : ''
    return `<sheet name="${attributeText(name)}" sheetId="${i + 1}"${state} r:id="rId${i + 1}"/>`
  })
  // LibreOffice shows the filter only where this name points at it.
  const filters = written.flatMap(({ name, range }, i) => {
    if (range === '') return []
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${legalText(name)}'!${range}</definedName>`
  })
  const names = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`
  return `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets>${names}</workbook>`
}

export function relations(targets: [type: string, target: string][]): string {
  const entries = targets.map(([type, target], i) => {
    const family = type === 'core-properties' ? `${open}/relationships/metadata` : office
    return `<Relationship Id="rId${i + 1}" Type="${family}/${type}" Target="${target}"/>`
  })
  return `${xml}<Relationships xmlns="${open}/relationships">${entries.join('')}</Relationships>`
}

export function coreProperties({ title, author, created }: Properties): string {
  const entries = [
    title === undefined ? '' : `<dc:title>${legalText(title)}</dc:title>`,
    author === undefined ? '' : `<dc:creator>${legalText(author)}</dc:creator>`,
    created === undefined
      ? ''
      : `<dcterms:created xsi:type="dcterms:W3CDTF">${created.toISOString().slice(0, 19)}Z</dcterms:created>`,
  ]
  return (
    `${xml}<cp:coreProperties xmlns:cp="${open}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${entries.join('')}</cp:coreProperties>`
  )
}

/** The identifier by which a sheet refers to the boxes of its comments. */
export const notesDrawingId = 'rId1'

export function contentTypes(written: readonly WrittenSheet[]): string {
  const commented = written.flatMap((sheet, i) => (sheet.commented ? [i + 1] : []))
  const overrides = [
    ['/xl/workbook.xml', `${sheetType}.sheet.main+xml`],
    ['/xl/styles.xml', `${sheetType}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...written.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, `${sheetType}.worksheet+xml`]),
    ...commented.map((number) => [`/xl/comments${number}.xml`, commentsType]),
  ]
  const drawings = commented.length === 0 ? '' : drawingsDefault
  return (
    `${xml}<Types xmlns="${open}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${drawings}${overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('')}</Types>`
  )
}

export const commentsType = `${sheetType}.comments+xml`
export const drawingsDefault =
  '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>'

export function attributeText(value: string): string {
  return legalText(value).replaceAll('"', '&quot;')
}

import { legalText, type ColumnKind } from './write-cell.ts'

export interface Properties {
  title?: string
  author?: string
  created?: Date
}

/** A sheet as it stands in the file; its range is known once its rows are written. */
export interface WrittenSheet {
  name: string
  range: string
}

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const open = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The order of the cell formats is that of `style`. Formats 14 and 22 follow the country of whoever opens the file. */
export const styles =
  `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00####"/></numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>' +
  `${[49, 164, 3, 14, 22].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

const usualWidth: Record<ColumnKind, number> = { text: 20, number: 14, integer: 12, date: 12, instant: 17 }

export function widths(columns: readonly { header: string; kind: ColumnKind; width?: number }[]): string {
  if (columns.length === 0) return ''
  const entries = columns.map(({ header, kind, width }, i) => {
    return `<col min="${i + 1}" max="${i + 1}" width="${width ?? Math.min(60, Math.max(usualWidth[kind], header.length + 4))}" customWidth="1"/>`
  })
  return `<cols>${entries.join('')}</cols>`
}

export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}

/** Names of sheets are short, without certain signs, and no two alike. */
export function sheetName(wanted: string, written: readonly WrittenSheet[]): string {
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
  const sheets = written.map(
    ({ name }, i) => `<sheet name="${attributeText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  // LibreOffice shows the filter only where this name points at it.
  const filters = written.map(({ name, range }, i) => {
    return `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${legalText(name)}'!${range}</definedName>`
  })
  return `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`
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

export function contentTypes(sheets: number): string {
  const overrides = [
    ['/xl/workbook.xml', `${sheetType}.sheet.main+xml`],
    ['/xl/styles.xml', `${sheetType}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ...Array.from({ length: sheets }, (_, i) => [
      `/xl/worksheets/sheet${i + 1}.xml`,
      `${sheetType}.worksheet+xml`,
    ]),
  ]
  return (
    `${xml}<Types xmlns="${open}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('')}</Types>`
  )
}

function attributeText(value: string): string {
  return legalText(value).replaceAll('"', '&quot;')
}

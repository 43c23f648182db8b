import { createWriteStream } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archive, main, workbook, type Entry } from '../../../test/workbooks/archive.ts'
import { BUSY, measure } from '../../../test/workbooks/measure.ts'
import { elementOrder, partOf } from '../../../test/workbooks/parts.ts'
import { commentWorkbook, type CommentOptions, type SheetComment } from './comment-workbook.ts'
import { defaultLimits, millionRowLimits } from './limits.ts'
import { readSheet } from './read-sheet.ts'
import { WorkbookRefused, type SheetRow } from './read-workbook.ts'
import { writeTemplate } from './write-template.ts'
import { writeWorkbook } from './write-workbook.ts'
import { readDirectory } from './zip-reader.ts'

const fixtures = new URL('../../../test/workbooks/', import.meta.url).pathname
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comments-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newPath = () => join(folder, `${crypto.randomUUID()}.xlsx`)
async function file(content: Buffer | string): Promise<string> {
  const path = newPath()
  await writeFile(path, content)
  return path
}

async function commented(source: string, comments: readonly SheetComment[], options?: CommentOptions) {
  const path = newPath()
  await commentWorkbook(source, comments, createWriteStream(path), options)
  return path
}

async function rowsOf(path: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await readSheet(path, { onRows: (some) => void rows.push(...some) })
  return rows
}

/** By sheet and cell, as another reader finds them. */
async function commentsOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name, cells } of (await readXlsx(await readFile(path))).sheets)
    for (const [cell, { comment }] of cells ?? []) if (comment) found[`${name} ${cell}`] = comment.text
  return found
}

/** The parts of a workbook as they are packed. */
async function packedParts(path: string): Promise<Map<string, string>> {
  const bytes = await readFile(path)
  await using handle = await open(path)
  const parts = await readDirectory(handle, bytes.length, defaultLimits)
  return new Map(
    parts.map(({ name, start, packed }) => [name, bytes.toString('latin1', start, start + packed)]),
  )
}

const onOrders = (row: number, column: number, text: string): SheetComment => ({
  sheet: 'Orders',
  row,
  column,
  text,
})

test.each([
  ['libreoffice-turkish.xlsx', 'Siparişler'],
  ['libreoffice-german-1904.xlsx', 'Bestellungen'],
  ['openpyxl-inline.xlsx', 'Orders'],
  ['xlsxwriter-inline-1904.xlsx', 'Orders'],
  ['gnumeric.xlsx', 'orders.csv'],
])('%s keeps all its cells and has comments, one for each cell', async (name, sheet) => {
  const source = fixtures + name
  const path = await commented(source, [
    { sheet, row: 400, column: 0, text: 'row without cells' },
    { sheet, row: 4, column: 30, text: 'past the last cell' },
    { sheet, row: 4, column: 1, text: 'Yanlış' },
    { sheet, row: 4, column: 1, text: 'Eksik' },
  ])
  expect(await rowsOf(path)).toEqual(await rowsOf(source))
  expect(await commentsOf(path)).toEqual({
    [`${sheet} 3,1`]: 'Yanlış\nEksik',
    [`${sheet} 3,30`]: 'past the last cell',
    [`${sheet} 399,0`]: 'row without cells',
  })
  const before = await packedParts(source)
  const after = await packedParts(path)
  const changed = [...before].filter(([part, bytes]) => after.get(part) !== bytes).map(([part]) => part)
  const mayChange = /^(xl\/styles|\[Content_Types\]|xl\/worksheets\/(_rels\/)?sheet1)\.xml(\.rels)?$/
  expect(changed.filter((part) => !mayChange.test(part))).toEqual([])
  for (const [part] of after)
    if (/sheet\d+\.xml$/.test(part)) expect(elementOrder(await partOf(path, part))).toBe('in order')
})

test('a failing cell turns red and keeps number format, font and border; formulas stay', async () => {
  const styles =
    `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="170" formatCode="0000"/></numFmts><fonts count="1"><font/></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="170" fillId="1" applyFill="1" borderId="0"/>' +
    '<xf numFmtId="14" fontId="0"><alignment wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0"/></cellStyles></styleSheet>'
  const rows =
    '<row r="1" spans="1:2"><c r="A1" s="1"><v>7</v></c><c r="B1" s="2"><v>46356</v></c></row>' +
    '<row r="2"><c r="A2"><f>A1*2</f><v>14</v></c></row><row r="3"><c r="A3" s="1"><v>8</v></c></row>'
  const path = await commented(
    await file(archive(workbook(rows, [{ name: 'xl/styles.xml', content: styles }]))),
    [onOrders(1, 0, 'a'), onOrders(1, 1, 'b'), onOrders(1, 3, 'c'), onOrders(2, 0, 'd'), onOrders(3, 0, 'e')],
  )
  expect(await partOf(path, 'xl/worksheets/sheet1.xml')).toContain(
    '<row r="1"><c s="3" r="A1"><v>7</v></c><c s="4" r="B1"><v>46356</v></c><c r="D1" s="5"/></row>' +
      '<row r="2"><c s="5" r="A2"><f>A1*2</f><v>14</v></c></row><row r="3"><c s="3" r="A3"><v>8</v></c></row>',
  )
  const after = await partOf(path, 'xl/styles.xml')
  expect(after).toContain('<fills count="3">')
  expect(after).toContain('<fgColor rgb="FFFFC7CE"/>')
  expect(after).toContain(
    '<cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="170" fillId="1" applyFill="1" borderId="0"/><xf numFmtId="14" fontId="0"><alignment wrapText="1"/></xf>' +
      '<xf numFmtId="170" borderId="0" fillId="2" applyFill="1"/><xf numFmtId="14" fontId="0" fillId="2" applyFill="1"><alignment wrapText="1"/></xf>' +
      '<xf numFmtId="0" fillId="2" applyFill="1"/></cellXfs>',
  )
})

test('a cell that is added for a missing value has the format of its column', async () => {
  const source = newPath()
  await pipeline(
    writeTemplate({
      sheet: 'Data',
      language: 'en',
      instructions: [],
      columns: [
        { key: 'name', kind: 'text', titles: { en: 'Name', tr: 'Ad', de: 'Bezeichnung' } },
        { key: 'code', kind: 'text', titles: { en: 'Code', tr: 'Kod', de: 'Nummer' } },
      ],
      rows: [['Şişli', null]],
    }),
    createWriteStream(source),
  )
  const path = await commented(source, [{ sheet: 'Data', row: 4, column: 1, text: 'missing' }])
  const [, style] = /<c r="B4" s="(\d+)"\/>/.exec(await partOf(path, 'xl/worksheets/sheet1.xml')) ?? []
  const formats = (await partOf(path, 'xl/styles.xml')).split('<cellXfs')[1]?.match(/<xf [^>]*>/g)
  expect(formats?.[Number(style)]).toMatch(/numFmtId="49".*fillId="4" applyFill="1"/)
  expect(await commentsOf(path)).toEqual({ 'Data 3,1': 'missing' })
})

test.each([
  ['signs of XML', 'a < b & "c" > \'d\' ]]>', 'a < b & "c" > \'d\' ]]>'],
  ['what looks like a formula', '=1+1', '=1+1'],
  ['lines', 'one\ntwo', 'one\ntwo'],
  ['letters', 'ıİşŞğĞ 🧿', 'ıİşŞğĞ 🧿'],
  ['a tag', '</t></text></comment>', '</t></text></comment>'],
])('%s in a comment are its text', async (_, text, expected) => {
  const path = await commented(await file(archive(workbook('<row r="1"><c r="A1"><v>1</v></c></row>'))), [
    onOrders(1, 0, text),
  ])
  expect(await commentsOf(path)).toEqual({ 'Orders 0,0': expected })
})

test('characters XML cannot carry are escaped as Excel does, and a text too long is cut', async () => {
  const source = await file(archive(workbook('<row r="1"><c r="A1"><v>1</v></c></row>')))
  const path = await commented(source, [onOrders(1, 0, `a\u0001b\uD800${'x'.repeat(40_000)}`)])
  const xml = await partOf(path, 'xl/comments1.xml')
  expect(xml).toContain('a_x0001_b\uFFFDxxx')
  expect(xml.length).toBeLessThan(34_000)
})

const legacy = (comments: string, authors = '<author>Ayşe</author>') =>
  `<comments ${main}><authors>${authors}</authors><commentList>${comments}</commentList></comments>`
const shape = (id: number, row: number, column: number) =>
  `<v:shape id="_x0000_s${id}" type="#_x0000_t202"><x:ClientData ObjectType="Note"><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
const withComments = (comments: string, drawing: string): Entry[] =>
  workbook('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>', [
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row></sheetData><pageMargins left="1"/><legacyDrawing xmlns:r="r" r:id="rId7"/><extLst/></worksheet>`,
    },
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="x/vmlDrawing" Target="../drawings/vmlDrawing3.vml"/>' +
        '<Relationship Id="rId1" Type="x/comments" Target="../comments9.xml"/></Relationships>',
    },
    { name: 'xl/comments9.xml', content: comments },
    {
      name: 'xl/drawings/vmlDrawing3.vml',
      content: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${drawing}</xml>`,
    },
  ])

test('comments of the sheet stay, ours stand behind them, and those of an earlier import go', async () => {
  const own = '<comment ref="A1" authorId="0"><text><t>ölçü</t></text></comment>'
  const source = await file(archive(withComments(legacy(own), shape(1025, 0, 0))))
  const first = await commented(source, [onOrders(1, 0, 'wrong'), onOrders(1, 1, 'also wrong')])
  expect(await commentsOf(first)).toEqual({
    'Orders 0,0': 'ölçü\n\nKervan: wrong',
    'Orders 0,1': 'also wrong',
  })
  const drawing = await partOf(first, 'xl/drawings/vmlDrawing3.vml')
  expect(drawing).toContain('id="_x0000_s1026"')
  expect(drawing.match(/<v:shape /g)).toHaveLength(2)
  expect([...(await packedParts(first)).keys()].filter((name) => /comments|vml/.test(name))).toEqual([
    'xl/comments9.xml',
    'xl/drawings/vmlDrawing3.vml',
  ])

  const again = await commented(first, [onOrders(2, 0, 'another')])
  expect(await commentsOf(again)).toEqual({
    'Orders 0,0': 'ölçü',
    'Orders 1,0': 'another',
  })
  const cells = (await partOf(again, 'xl/drawings/vmlDrawing3.vml')).match(
    /<x:Row>\d+<\/x:Row><x:Column>\d+/g,
  )
  expect(cells).toEqual(['<x:Row>0</x:Row><x:Column>0', '<x:Row>1</x:Row><x:Column>0'])
  expect(await partOf(again, 'xl/comments9.xml')).toContain(
    '<author>Ayşe</author><author>Kervan</author></authors>',
  )
})

test('a sheet whose elements have a prefix is understood', async () => {
  const rows = '<x:row r="1"><x:c r="A1" t="str"><x:v>a</x:v></x:c></x:row>'
  const source = await file(
    archive(
      workbook('', [
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>${rows}</x:sheetData><x:tableParts/></x:worksheet>`,
        },
      ]),
    ),
  )
  const path = await commented(source, [onOrders(1, 0, 'a'), onOrders(1, 1, 'b')])
  const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
  expect(xml).toContain('<x:c r="B1" s="0"/></x:row>')
  expect(xml).toMatch(/<\/x:sheetData><x:legacyDrawing [^>]*r:id="rId1"\/><x:tableParts\/>/)
  expect(await commentsOf(path)).toEqual({ 'Orders 0,0': 'a', 'Orders 0,1': 'b' })
})

test('of more than 10,000 comments the first are written, and the first cell says so', async () => {
  const source = await file(archive(workbook('<row r="1"><c r="A1"><v>1</v></c></row>')))
  const many = Array.from({ length: 10_050 }, (_, i) => onOrders(i + 2, 0, `error ${i}`))
  const found = await commentsOf(await commented(source, many, { language: 'de' }))
  expect(Object.keys(found)).toHaveLength(10_001)
  expect(found['Orders 0,0']).toContain('Nur die ersten 10.000 von 10.050 Fehlern')
  expect(found['Orders 10000,0']).toBe('error 9999')
})

test('a CSV file becomes a workbook with its cells where they were, and comments', async () => {
  const source = await file('Kod;Ad\n\n007;"Şişli\nMerkez";=1+1\n8\n')
  const path = await commented(source, [
    { sheet: '', row: 3, column: 1, text: 'bilinmiyor' },
    { sheet: '', row: 4, column: 1, text: 'eksik' },
    { sheet: '', row: 1, column: 0, text: 'başlık' },
  ])
  const before = (await rowsOf(source)).map(({ row, cells }) => ({ row, cells }))
  expect((await rowsOf(path)).map(({ row, cells }) => ({ row, cells }))).toEqual(before)
  expect(await commentsOf(path)).toEqual({ 'CSV 0,0': 'başlık', 'CSV 2,1': 'bilinmiyor', 'CSV 3,1': 'eksik' })
  const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
  expect(elementOrder(xml)).toBe('in order')
  expect(xml).toContain('<c r="B3" s="10"')
  expect(xml).toContain('<c r="B4" s="10"')
})

test('what is no readable file is refused, a sheet that is not there is a fault, and a sink that fails ends it', async () => {
  await expect(commented(`${fixtures}old-format.xls`, [onOrders(1, 0, 'a')])).rejects.toThrow(WorkbookRefused)
  const source = await file(archive(workbook('<row r="1"><c r="A1"><v>1</v></c></row>')))
  await expect(commented(source, [{ ...onOrders(1, 0, 'a'), sheet: 'Other' }])).rejects.toThrow(
    'no sheet Other',
  )
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left')) })
  await expect(commentWorkbook(source, [onOrders(1, 0, 'a')], full)).rejects.toThrow('no space left')
})

test('200,000 rows with 10,000 comments hold up nobody', async () => {
  const rows = function* () {
    for (let i = 0; i < 200_000; i++) yield [`P${i}`, 'Ürün ığş', String(i), '2026-11-30', 'Road']
  }
  const columns = ['a', 'b', 'c', 'd', 'e'].map((header) => ({ header, kind: 'text' as const }))
  const source = await file(
    await buffer(writeWorkbook({ sheets: [{ name: 'Orders', columns, rows: rows() }] })),
  )
  const comments = Array.from({ length: 10_000 }, (_, i) => onOrders(i * 20 + 2, i % 5, `error ${i}`))
  const path = newPath()
  const { milliseconds, lag, megabytes } = await measure(() =>
    commentWorkbook(source, comments, createWriteStream(path)),
  )
  let cells = 0
  await readSheet(path, {
    limits: millionRowLimits,
    onRows: (some) => void (cells += some.reduce((sum, row) => sum + row.cells.length, 0)),
  })
  expect(cells).toBe(200_001 * 5)
  expect(milliseconds).toBeLessThan(5_000 * BUSY)
  expect(lag).toBeLessThan(50 * BUSY)
  expect(megabytes).toBeLessThan(250)
})

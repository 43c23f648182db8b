import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archive, main, workbook, type Entry } from '../../../test/workbooks/archive.ts'
import { BUSY, measure } from '../../../test/workbooks/measure.ts'
import {
  readWorkbook,
  WorkbookRefused,
  type CellValue,
  type ReadOptions,
  type SheetRow,
} from './read-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

const fixtures = new URL('../../../test/workbooks/', import.meta.url).pathname
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'excel-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: Buffer | string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await writeFile(path, content)
  return path
}

async function rowsOf(path: string, options: Omit<ReadOptions, 'onRows'> = {}): Promise<SheetRow[]> {
  const all: SheetRow[] = []
  await readWorkbook(path, { ...options, onRows: (rows) => void all.push(...rows) })
  return all
}

/** `number 1234.5 (1.234,50)`: the kind, the value, and how the user sees it where that differs. */
function show(cell: CellValue): string | null {
  if (cell === null) return null
  return cell.text === cell.value ? `${cell.kind} ${cell.value}` : `${cell.kind} ${cell.value} (${cell.text})`
}

async function shown(name: string, locale: 'tr' | 'de' | 'en') {
  const rows = await rowsOf(fixtures + name, { locale })
  return rows.map(({ sheet, row, cells }) => [[sheet, row], cells.map(show)].flat())
}

test('LibreOffice, Turkish: merged title, gaps, formulas with their results, hidden sheet, every kind of cell', async () => {
  expect(await shown('libreoffice-turkish.xlsx', 'tr')).toEqual([
    ['Siparişler', 1, 'text Kasım Siparişleri — İstanbul & Iğdır'],
    [
      'Siparişler',
      3,
      'text Ürün Kodu',
      'text Miktar',
      'text Teslimat Noktası',
      'text Teslim Tarihi',
      'text Sevkiyat Tipi',
      'text Dış Sipariş No',
      'text Not',
    ],
    [
      'Siparişler',
      4,
      'text 8690000000011',
      'number 1234.5 (1.234,50)',
      'text GÖZTEPE ŞUBESİ',
      'date 2026-11-30 (30.11.2026)',
      'text Road',
      'text PO-2026/001',
      'text Sabah teslim',
    ],
    [
      'Siparişler',
      7,
      'text 00042',
      'text 1.234,50',
      'text ÇANKAYA',
      'text 30.11.2026',
      'text Sea',
      'text PO-2026/002',
      'text satır 1\nsatır 2',
    ],
    [
      'Siparişler',
      8,
      'number 42 (00042)',
      'number 2469',
      'text KADIKÖY',
      'date 2026-12-01 (12/01/26)',
      null,
      'number 0.3 (0,3)',
      'error #DIV/0!',
    ],
    [
      'Siparişler',
      9,
      'boolean true (TRUE)',
      'error #N/A',
      null,
      'date 2026-11-30T14:30:00 (30.11.2026 14:30)',
      'number 0.5 (12:00)',
      'number 1.5 (36:00)',
    ],
    ['İkinci', 5, null, 'text B5'],
  ])
})

test('LibreOffice, German, days counted from 1904', async () => {
  expect(await shown('libreoffice-german-1904.xlsx', 'de')).toEqual([
    [
      'Bestellungen',
      1,
      'text Artikelnummer',
      'text Menge',
      'text Lieferort',
      'text Liefertermin',
      'text Versandart',
      'text Externe Bestellnummer',
      'text Bemerkung',
    ],
    [
      'Bestellungen',
      2,
      'text 4006381333931',
      'number 0.1 (0,1)',
      'text Köln-Süd',
      'date 2026-11-30 (30.11.2026)',
      'text Rail',
      'text B-77',
      'text größere Menge',
    ],
    [
      'Bestellungen',
      3,
      'text 4006381333948',
      'text 12,5',
      'text Düsseldorf',
      'date 1904-01-02 (02.01.1904)',
      'text Air',
      'text B-78',
    ],
  ])
})

test('openpyxl, English: inline strings, and formulas nobody has calculated', async () => {
  expect(await shown('openpyxl-inline.xlsx', 'en')).toEqual([
    [
      'Orders',
      1,
      'text Product Code',
      'text Quantity',
      'text Delivery Location',
      'text Delivery Date',
      'text Shipping Type',
      'text External PO Code',
      'text Note',
    ],
    [
      'Orders',
      2,
      'text A-100',
      'number 12',
      'text Warehouse <North> & Co',
      'date 2026-11-30',
      'text Road',
      'text PO 1',
      'text  kept spaces ',
    ],
    [
      'Orders',
      3,
      'text A-101',
      'number 0.3',
      'text Harbour',
      'date 2026-12-01T08:30:00 (2026-12-01 8:30:00)',
      'text Sea',
      null,
      'boolean true (TRUE)',
    ],
    [
      'Orders',
      5,
      'text A-102',
      'error NotCalculated (=B2*2)',
      'text Station',
      'date 1900-02-28',
      'text Rail',
      'error #N/A',
      'text A',
    ],
  ])
})

test('XlsxWriter, constant memory: inline rich text, days counted from 1904, numbers with exponents', async () => {
  const [, first, second] = await shown('xlsxwriter-inline-1904.xlsx', 'en')
  expect(first).toEqual([
    'Orders',
    2,
    'text B-1',
    'number 1000000000000000000000',
    'text plain and bold',
    'date 2026-11-30 (30/11/2026)',
    'text Air',
    'text PO-7',
    'boolean false (FALSE)',
  ])
  expect(second).toEqual(['Orders', 3, 'text B-2', 'number 0.0000001'])
})

test('Gnumeric: indented XML, codes that became numbers, a leap day', async () => {
  const [header, first, second] = await shown('gnumeric.xlsx', 'de')
  expect(header).toHaveLength(9)
  expect(first).toEqual([
    'orders.csv',
    2,
    'number 4006381333931',
    'number 12.75 (12,75)',
    'text Zürich',
    'date 2026-11-30',
    'text Rail',
    'text B-1',
  ])
  expect(second).toEqual([
    'orders.csv',
    4,
    'text X-9',
    'number 51 (51,00)',
    'text Genève',
    'date 2024-02-29',
    'text Sea',
    'text B-2',
    'error #DIV/0!',
  ])
})

test('the summary counts the rows of each sheet and names those that were hidden', async () => {
  const summary = await readWorkbook(`${fixtures}libreoffice-turkish.xlsx`, { onRows() {} })
  expect(summary).toEqual({
    rows: 7,
    sheets: [
      { name: 'Siparişler', rows: 6 },
      { name: 'İkinci', rows: 1 },
    ],
    hiddenSheets: ['Eski Liste'],
    date1904: false,
  })
})

test.each([
  ['locked.xlsx', 'ExcelEncrypted', {}],
  ['old-format.xls', 'ExcelOldFormat', { found: 'xls' }],
  ['open-document.ods', 'ExcelNotAWorkbook', { found: 'ods' }],
  ['make.py', 'ExcelNotAWorkbook', { found: 'csv' }],
])('%s is refused for what it is', async (name, code, facts) => {
  await expect(rowsOf(fixtures + name)).rejects.toMatchObject({ code, facts })
})

test.each<[string, Buffer | string]>([
  ['empty', ''],
  ['csv', 'code;quantity\nA;1\n'],
  ['csv', '\uFEFFÜrün;Miktar\n'],
  ['html', '<html><table>'],
  ['xml', '<?xml version="1.0"?><Workbook/>'],
  ['pdf', '%PDF-1.7'],
  ['json', '{"a":1}'],
  ['image', Buffer.from('89504e470d0a1a0a00', 'hex')],
  ['unknown', Buffer.from([7, 0, 1, 2, 255])],
  ['zip', archive([{ name: 'readme.txt', content: 'hello' }])],
  ['docx', archive([{ name: 'word/document.xml', content: '<w/>' }])],
  ['xlsb', archive([{ name: 'xl/workbook.bin', content: 'x' }])],
])('%s under the name of a workbook is told by its content', async (found, content) => {
  await expect(rowsOf(await file(content))).rejects.toMatchObject({
    code: 'ExcelNotAWorkbook',
    facts: { found },
  })
})

// What other programs may legally write, in small.

async function one(rows: string, others?: Entry[]) {
  const read = await rowsOf(await file(archive(workbook(rows, others))))
  return read.map(({ row, cells }) => [row, cells.map(show)].flat())
}

test.each([
  [
    'cells and rows without references',
    '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
    [
      [1, 'number 1', 'number 2'],
      [2, 'number 3'],
    ],
  ],
  [
    'a prefix before every name',
    '<x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c></x:row>',
    [[2, null, 'text shared']],
  ],
  [
    'single quotes, spaces, and > in attributes',
    "<row  r = '3' spans='a>b'><c r = 'A3' t='str' ><v>x</v></c></row>",
    [[3, 'text x']],
  ],
  [
    'comments, CDATA and entities',
    '<row r="1"><!-- > --><c r="A1" t="str"><v><![CDATA[<a> & b]]> &lt;&#304;&#x131;&gt;</v></c></row>',
    [[1, 'text <a> & b <İı>']],
  ],
  [
    'escaped characters',
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a_x000D_b_x005F_x0041_</t></is></c></row>',
    [[1, 'text a\rb_x0041_']],
  ],
  [
    'empty and styled cells',
    '<row r="1"><c r="A1" s="1"/><c r="C1" t="inlineStr"><is><t/></is></c></row><row r="9"><c r="A9" s="1"><v>46356</v></c></row>',
    [[9, 'date 2026-11-30 (11/30/2026)']],
  ],
  [
    'a shared formula with its result',
    '<row r="1"><c r="A1"><f t="shared" si="0"/><v>7</v></c></row>',
    [[1, 'number 7']],
  ],
])('reads %s', async (_, rows, expected) => expect(await one(rows)).toEqual(expected))

test('reads rich shared strings without their phonetic guide', async () => {
  const texts = `<sst ${main}><si><r><t>Ür</t></r><r><rPr><b/></rPr><t xml:space="preserve">ün </t></r><rPh sb="0" eb="1"><t>guide</t></rPh></si></sst>`
  expect(
    await one('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', [
      { name: 'xl/sharedStrings.xml', content: texts },
    ]),
  ).toEqual([[1, 'text Ürün ']])
})

test('finds its parts in the strict dialect, with absolute targets, in other capitals, behind backslashes and stored', async () => {
  const rels =
    '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/Sheets/One.xml"/></Relationships>'
  const parts = workbook('', [
    { name: 'xl/_rels/workbook.xml.rels', content: rels },
    {
      name: 'xl\\sheets\\ONE.xml',
      content: '<worksheet><sheetData><row><c t="d"><v>2026-11-30</v></c></row></sheetData></worksheet>',
      stored: true,
    },
  ])
  expect(await rowsOf(await file(archive(parts)))).toEqual([
    { sheet: 'Orders', row: 1, cells: [{ kind: 'date', text: '2026-11-30', value: '2026-11-30' }] },
  ])
})

test('text beyond the basic plane survives being cut between two pieces of the file', async () => {
  const text = '🧿ş'.repeat(10_000)
  const rows = await one(
    Array.from(
      { length: 30 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}" t="str"><v>${text}</v></c></row>`,
    ).join(''),
  )
  expect(rows).toHaveLength(30)
  expect(rows.every(([, cell]) => cell === `text ${text}`)).toBe(true)
})

// How the reading goes on.

const numbered = (rows: number) =>
  Array.from({ length: rows }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('')

test('gives 500 rows at a time and waits for the receiver', async () => {
  const path = await file(archive(workbook(numbered(1_750))))
  const sizes: number[] = []
  let busy = false
  await readWorkbook(path, {
    async onRows(rows) {
      expect(busy).toBe(false)
      busy = true
      sizes.push(rows.length)
      await new Promise((resolve) => setImmediate(resolve))
      busy = false
    },
  })
  expect(sizes).toEqual([500, 500, 500, 250])
})

test('long texts make smaller portions', async () => {
  const text = 'x'.repeat(30_000)
  const sharedStrings = {
    name: 'xl/sharedStrings.xml',
    content: `<sst ${main}><si><t>${text}</t></si></sst>`,
  }
  const path = await file(
    archive(
      workbook(Array.from({ length: 200 }, () => '<row><c t="s"><v>0</v></c></row>').join(''), [
        sharedStrings,
      ]),
    ),
  )
  const sizes: number[] = []
  await readWorkbook(path, { onRows: (rows) => void sizes.push(rows.length) })
  expect(Math.max(...sizes)).toBeLessThan(40)
})

test('what the receiver throws ends the reading, and so does the signal', async () => {
  const path = await file(archive(workbook(numbered(5_000))))
  let seen = 0
  const fault = new Error('no room')
  await expect(
    readWorkbook(path, {
      onRows: () => {
        seen++
        throw fault
      },
    }),
  ).rejects.toBe(fault)
  expect(seen).toBe(1)

  const stop = new AbortController()
  await expect(
    readWorkbook(path, {
      signal: stop.signal,
      onRows: () => {
        seen++
        stop.abort(fault)
      },
    }),
  ).rejects.toBe(fault)
  expect(seen).toBe(2)
  await expect(readWorkbook(path, { signal: AbortSignal.abort(fault), onRows() {} })).rejects.toBe(fault)
})

test('a file that is not there is a fault, not a refusal', async () => {
  await expect(rowsOf(join(folder, 'none.xlsx'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each([
  ['rows', { rows: 10 }, 'ExcelTooManyRows', { sheet: 'Orders', row: 11, allowed: 10 }],
  ['columns', { columns: 1 }, 'ExcelTooManyColumns', { sheet: 'Orders', row: 1, column: 2, allowed: 1 }],
  ['bytes of the file', { fileBytes: 100 }, 'ExcelTooLarge', { limit: 'file' }],
  ['bytes inflated', { unpackedBytes: 100 }, 'ExcelTooLarge', { limit: 'unpacked' }],
  ['parts', { parts: 3 }, 'ExcelTooLarge', { limit: 'parts' }],
  ['sheets', { sheets: 0 }, 'ExcelTooManySheets', { sheets: 1, allowed: 0 }],
  ['characters', { textCharacters: 5 }, 'ExcelTooLarge', { limit: 'text' }],
  ['time', { milliseconds: 0 }, 'ExcelTimedOut', { milliseconds: 0 }],
] as const)('more %s than allowed is refused with the figures', async (_, limits, code, facts) => {
  const rows = Array.from({ length: 20 }, () => '<row><c><v>1</v></c><c><v>2</v></c></row>').join('')
  const refused = await rowsOf(await file(archive(workbook(rows))), { limits }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(WorkbookRefused)
  expect(refused).toMatchObject({ code, facts })
})

test('the time a receiver takes does not count against the parser', async () => {
  const path = await file(archive(workbook(numbered(1_200))))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const anHour = () => void vi.advanceTimersByTime(3_600_000)
    expect(await readWorkbook(path, { onRows: anHour })).toMatchObject({ rows: 1_200 })
  } finally {
    vi.useRealTimers()
  }
})

test('50,000 rows of ten columns hold up nobody', async () => {
  const path = join(folder, 'large.xlsx')
  const kinds = [
    'text',
    'text',
    'text',
    'number',
    'integer',
    'date',
    'instant',
    'text',
    'text',
    'number',
  ] as const
  const rows = function* () {
    for (let i = 0; i < 50_000; i++) {
      yield [
        `ORD-${i}`,
        'GÖZTEPE ŞUBESİ',
        `PO ${i % 977}`,
        `${i}.25`,
        i % 500,
        `2026-11-${String((i % 30) + 1).padStart(2, '0')}`,
        1.79e12 + i * 1_000,
        ['Road', 'Sea'][i % 2]!,
        'Sabah teslim',
        `${i % 7}`,
      ]
    }
  }
  const columns = kinds.map((kind, i) => ({ header: `Column ${i}`, kind }))
  await pipeline(
    writeWorkbook({ timeZone: 'Europe/Istanbul', sheets: [{ name: 'Orders', columns, rows: rows() }] }),
    createWriteStream(path),
  )

  let seen = 0
  const cost = await measure(() => readWorkbook(path, { onRows: (chunk) => void (seen += chunk.length) }))
  expect(seen).toBe(50_001)
  expect(cost.lag).toBeLessThan(50 * BUSY)
  expect(cost.megabytes).toBeLessThan(250)
  expect(cost.milliseconds).toBeLessThan(5_000 * BUSY)
})

test('[ORD-004] hidden rows say so, and characters that show nothing are taken out', async () => {
  const cell = (reference: string, text: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
  const path = await file(
    archive(
      workbook(
        `<row r="1">${cell('A1', 'SE\u200b1\u00ad')}</row><row r="2" hidden="1">${cell('A2', '\ufeff')}${cell('B2', 'b')}</row>` +
          `<row r="3" hidden="0">${cell('A3', 'c')}</row>`,
      ),
    ),
  )
  expect((await rowsOf(path)).map(({ row, cells, hidden }) => [row, cells.map(show), hidden])).toEqual([
    [1, ['text SE1'], undefined],
    [2, [null, 'text b'], true],
    [3, ['text c'], undefined],
  ])
})

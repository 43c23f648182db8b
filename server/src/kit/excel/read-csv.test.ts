import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUSY, measure } from '../../../test/workbooks/measure.ts'
import { millionRowLimits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { WorkbookRefused, type ReadOptions, type SheetRow } from './read-workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: Buffer | string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  await writeFile(path, content)
  return path
}

async function read(content: Buffer | string, options: Omit<ReadOptions, 'onRows'> = {}) {
  const rows: SheetRow[] = []
  const summary = await readCsv(await file(content), {
    ...options,
    onRows: (some) => void rows.push(...some),
  })
  return { summary, rows: rows.map(({ row, cells }) => [row, ...cells.map((cell) => cell?.value ?? null)]) }
}

async function refusal(reading: Promise<unknown>) {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WorkbookRefused)
  const { code, facts } = error as WorkbookRefused
  return { code, facts }
}

const letters = 'Şişli;İĞNE ığdır\r\nçöğüş;€'
const windows1254: Record<string, number> = {
  Ş: 0xde,
  ş: 0xfe,
  İ: 0xdd,
  ı: 0xfd,
  Ğ: 0xd0,
  ğ: 0xf0,
  ç: 0xe7,
  ö: 0xf6,
  ü: 0xfc,
  '€': 0x80,
}
const utf16 = Buffer.from(`\uFEFF${letters}`, 'utf16le')

test.each([
  ['UTF-8', 'utf-8', Buffer.from(letters)],
  ['UTF-8 with a mark', 'utf-8', Buffer.from(`\uFEFF${letters}`)],
  ['UTF-16, little end first', 'utf-16le', utf16],
  ['UTF-16, big end first', 'utf-16be', Buffer.from(utf16).swap16()],
  [
    'Windows-1254',
    'windows-1254',
    Buffer.from(Array.from(letters, (letter) => windows1254[letter] ?? letter.charCodeAt(0))),
  ],
])('%s is told and read', async (_, encoding, content) => {
  const { summary, rows } = await read(content)
  expect(rows).toEqual([
    [1, 'Şişli', 'İĞNE ığdır'],
    [2, 'çöğüş', '€'],
  ])
  expect(summary).toEqual({
    rows: 2,
    sheets: [{ name: '', rows: 2 }],
    hiddenSheets: [],
    date1904: false,
    csv: { encoding, delimiter: ';' },
  })
})

test('the encoding is that of the whole file, however late its first letter past ASCII comes', async () => {
  const ascii = 'code;1234567890\n'.repeat(10_000)
  const { rows } = await read(Buffer.concat([Buffer.from(ascii), Buffer.from([0x4b, 0xfd, 0xfe])]))
  expect(rows.at(-1)).toEqual([10_001, 'Kış'])
})

test('every cell is a text, and only rows with a filled cell are given', async () => {
  const rows: SheetRow[] = []
  await readCsv(await file('00042;1,5;=1+1;;TRUE;;\n;;;\n\n ;2026-11-30\n'), {
    onRows: (some) => void rows.push(...some),
  })
  const cell = (value: string) => ({ kind: 'text', text: value, value })
  expect(rows).toEqual([
    { sheet: '', row: 1, cells: [cell('00042'), cell('1,5'), cell('=1+1'), null, cell('TRUE')] },
    { sheet: '', row: 4, cells: [cell(' '), cell('2026-11-30')] },
  ])
})

test.each<[string, string, unknown[][]]>([
  [
    'CR and LF',
    'a;b\r\nc;d\r\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'CR alone',
    'a;b\rc;d',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'all of them',
    'a;1\nb;2\rc;3\r\n\nd;4',
    [
      [1, 'a', '1'],
      [2, 'b', '2'],
      [3, 'c', '3'],
      [5, 'd', '4'],
    ],
  ],
  [
    'line ends inside quotes, which begin no row',
    '"a\r\nb";c\r\nd;"e\n"',
    [
      [1, 'a\r\nb', 'c'],
      [2, 'd', 'e\n'],
    ],
  ],
  ['doubled quotation marks', '"say ""yes""";"""";""', [[1, 'say "yes"', '"']]],
  ['delimiters inside quotes', '"a;b";c;"d;"', [[1, 'a;b', 'c', 'd;']]],
  ['quotation marks inside a text without quotes', 'Pipe 1/2";5" wheel', [[1, 'Pipe 1/2"', '5" wheel']]],
  ['the line that names the delimiter', 'sep=|\r\na|b;c\r\n', [[1, 'a', 'b;c']]],
  ['nothing but a mark', '\uFEFF', []],
])('%s', async (_, content, expected) => {
  expect((await read(content)).rows).toEqual(expected)
})

test.each<[string, string | Buffer, object]>([
  ['a quotation mark nobody closes', 'a;b\nc;"d\ne;f\n', { code: 'CsvQuotes', facts: { row: 2 } }],
  [
    'a quotation mark that ends a text in its middle',
    'a;b\n"c"d;e',
    { code: 'CsvQuotes', facts: { row: 2 } },
  ],
  [
    'a quotation mark nobody closes in a long file',
    `a;b\n"c;d\n${'e;f\n'.repeat(50_000)}`,
    { code: 'CsvQuotes', facts: { row: 2 } },
  ],
  [
    'a text longer than a cell holds',
    `a;b\nc;${'x'.repeat(32_768)}\n`,
    { code: 'CsvLongText', facts: { row: 2, allowed: 32_767 } },
  ],
  [
    'a quoted text longer than a cell holds',
    `a;b\nc;"${'x'.repeat(32_768)}"\n`,
    { code: 'CsvLongText', facts: { row: 2, allowed: 32_767 } },
  ],
  [
    '300 columns',
    `a\n${Array.from({ length: 300 }, (_value, i) => i).join(';')}\n`,
    { code: 'ExcelTooManyColumns', facts: { sheet: '', row: 2, column: 201, allowed: 200 } },
  ],
  [
    'UTF-8 cut in the middle of a letter',
    Buffer.from('Şişli;İğ').subarray(0, -1),
    { code: 'ExcelDamaged', facts: { reason: 'Cut' } },
  ],
  [
    'UTF-16 cut in the middle of a letter',
    utf16.subarray(0, -1),
    { code: 'ExcelDamaged', facts: { reason: 'Encoding' } },
  ],
  [
    'a mark of UTF-8 before another encoding',
    Buffer.concat([Buffer.from('\uFEFFa;'), Buffer.from([0xfd, 0x41])]),
    { code: 'ExcelDamaged', facts: { reason: 'Encoding' } },
  ],
  [
    'a zero character far into the file',
    `${'a;b\n'.repeat(5_000)}a\0;b`,
    { code: 'ExcelNotAWorkbook', facts: { found: 'unknown' } },
  ],
  ['nothing at all', '', { code: 'ExcelNotAWorkbook', facts: { found: 'empty' } }],
])('%s is refused', async (_, content, expected) => {
  expect(await refusal(read(content))).toEqual(expected)
})

test('cells without text past the last column cost and say nothing', async () => {
  expect((await read(`a;b\nc${';'.repeat(1_000_000)}\n`)).rows).toEqual([
    [1, 'a', 'b'],
    [2, 'c'],
  ])
})

test('rows, characters, bytes and time are limited by the caller', async () => {
  const content = 'a;b\n'.repeat(100)
  expect(await refusal(read(content, { limits: { rows: 99 } }))).toEqual({
    code: 'ExcelTooManyRows',
    facts: { sheet: '', row: 100, allowed: 99 },
  })
  expect(await refusal(read(content, { limits: { textCharacters: 199 } }))).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'text' },
  })
  expect(await refusal(read(content, { limits: { fileBytes: 399 } }))).toMatchObject({
    code: 'ExcelTooLarge',
    facts: { limit: 'file' },
  })
  expect(
    await refusal(read('a;b\n'.repeat(500_000), { limits: { ...millionRowLimits, milliseconds: 50 } })),
  ).toMatchObject({
    code: 'ExcelTimedOut',
  })
})

test('what the receiver throws ends the reading, and so does the signal', async () => {
  const path = await file('a;b\n'.repeat(100_000))
  const onRows = () => Promise.reject(new Error('the database is gone'))
  await expect(readCsv(path, { onRows })).rejects.toThrow('the database is gone')
  const stop = new AbortController()
  const reading = readCsv(path, { onRows: () => stop.abort(new Error('cancelled')), signal: stop.signal })
  await expect(reading).rejects.toThrow('cancelled')
})

test('the parser is never more than two portions ahead of the receiver', async () => {
  const path = await file('a;b\n'.repeat(50_000))
  let taking = 0
  let rows = 0
  await readCsv(path, {
    onRows: async (some) => {
      expect(++taking).toBe(1)
      expect(some.length).toBeLessThanOrEqual(500)
      await new Promise(setImmediate)
      rows += some.length
      taking--
    },
  })
  expect(rows).toBe(50_000)
})

test('300,000 rows of ten cells hold up nobody', async () => {
  const path = join(folder, 'large.csv')
  const line = (i: number) =>
    `P${i};"Ürün ""${i}"" ığş";İstanbul;${i / 100};2026-11-30;${i};Road;note ${i};8690000${i};true\r\n`
  await pipeline(
    Readable.from(
      (function* () {
        for (let i = 0; i < 300_000; i += 1_000)
          yield Array.from({ length: 1_000 }, (_, n) => line(i + n)).join('')
      })(),
    ),
    createWriteStream(path),
  )
  let rows = 0
  const { milliseconds, lag, megabytes } = await measure(() =>
    readCsv(path, { limits: millionRowLimits, onRows: (some) => void (rows += some.length) }),
  )
  expect(rows).toBe(300_000)
  expect(milliseconds).toBeLessThan(4_000 * BUSY)
  expect(lag).toBeLessThan(50)
  expect(megabytes).toBeLessThan(250)
})

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUSY, measure } from '../../../test/workbooks/measure.ts'
import { partOf } from '../../../test/workbooks/parts.ts'
import { readWorkbook, type CellValue, type SheetRow } from './read-workbook.ts'
import { writeWorkbook, type ColumnKind, type Row, type WorkbookContent } from './write-workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'excel-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function written(content: WorkbookContent): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await pipeline(writeWorkbook(content), createWriteStream(path))
  return path
}

async function readBack(content: WorkbookContent) {
  const rows: SheetRow[] = []
  const summary = await readWorkbook(await written(content), { onRows: (chunk) => void rows.push(...chunk) })
  return { rows, summary }
}

const sheet = (kind: ColumnKind, values: (string | number | null)[]) => ({
  name: 'Orders',
  columns: [{ header: 'Value', kind }],
  rows: values.map((value): Row => [value]),
})
const filled = (cells: CellValue[]) => cells.map((cell) => cell && `${cell.kind} ${cell.value}`)

test('each kind of column is read back as what it was', async () => {
  const { rows } = await readBack({
    timeZone: 'Europe/Istanbul',
    sheets: [
      {
        name: 'Siparişler',
        columns: (['text', 'number', 'integer', 'date', 'instant'] as const).map((kind) => ({
          header: kind,
          kind,
        })),
        rows: [
          ['00042', '1234.50', 7, '2026-11-30', '2026-11-30T21:30:00Z'],
          [null, '-0.1', null, '1900-03-01', Date.UTC(2026, 10, 30, 9)],
          ['=1+1', '123456789012345', '0', '9999-12-31', '2015-07-01T00:00:00+00:00'],
          ['', null, null, '1899-12-31', null],
        ],
      },
    ],
  })
  expect(rows.map(({ cells }) => filled(cells))).toEqual([
    ['text text', 'text number', 'text integer', 'text date', 'text instant'],
    ['text 00042', 'number 1234.5', 'number 7', 'date 2026-11-30', 'date 2026-12-01T00:30:00'],
    [null, 'number -0.1', null, 'date 1900-03-01', 'date 2026-11-30T12:00:00'],
    // Turkey kept winter time until 2016, when it stayed on summer time for good.
    ['text =1+1', 'number 123456789012345', 'number 0', 'date 9999-12-31', 'date 2015-07-01T03:00:00'],
    [null, null, null, 'text 1899-12-31'],
  ])
})

test.each([
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00'],
  ['UTC', '2026-01-01T12:34:56Z', '2026-01-01T12:34:56'],
])('an instant is shown by the clock of %s', async (timeZone, instant, local) => {
  const { rows } = await readBack({ timeZone, sheets: [sheet('instant', [instant])] })
  expect(rows[1]?.cells[0]?.value).toBe(local)
})

test('a decimal stands in the file digit for digit', async () => {
  const xml = await sheetXml({ sheets: [sheet('number', ['12345678901234567890.123456789', '0.10'])] })
  expect(xml).toContain('<v>12345678901234567890.123456789</v>')
  expect(xml).toContain('<v>0.10</v>')
})

test('every text is read back, whatever is in it', async () => {
  const piece = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '_x0041_',
        '_',
        '\0',
        '\x1F',
        '\t',
        '\n',
        '\r',
        '\uFFFE',
        '&',
        '<',
        '"',
        "'",
        ' ',
        'ş',
        'İ',
        '🧿',
        ']]>',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 200, maxLength: 400 }), async (texts) => {
      const { rows } = await readBack({ sheets: [sheet('text', texts)] })
      const back = new Map(rows.map(({ row, cells }) => [row, cells[0]?.value]))
      for (const [i, text] of texts.entries()) expect(back.get(i + 2)).toBe(text === '' ? undefined : text)
    }),
    { numRuns: 5 },
  )
})

test('half a surrogate pair is replaced, a text too long is cut with an ellipsis and never through a character', async () => {
  const { rows } = await readBack({
    sheets: [sheet('text', ['a\uD800b', 'x'.repeat(40_000), `${'x'.repeat(32_765)}🧿yz`])],
  })
  const [, half, long, pair] = rows.map(({ cells }) => cells[0]?.value)
  expect(half).toBe('a\uFFFDb')
  expect(long).toBe(`${'x'.repeat(32_766)}…`)
  expect(pair).toBe(`${'x'.repeat(32_765)}…`)
})

test('the header is bold and frozen, under a filter, and columns are as wide as asked', async () => {
  const content = {
    sheets: [
      {
        name: "Ocak'26 [1/2]",
        columns: [
          { header: 'Code', kind: 'text' as const, width: 33 },
          { header: 'Quantity', kind: 'integer' as const },
        ],
        rows: [['A', 1]],
      },
    ],
  }
  const xml = await sheetXml(content)
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2"')
  expect(xml).toContain('<col min="1" max="1" width="33" customWidth="1"/>')
  expect(xml).toContain('<c r="A1" s="1" t="inlineStr">')
  expect(xml).toContain('<autoFilter ref="A1:B2"/>')
  const book = await partOf(await written(content), 'xl/workbook.xml')
  expect(book).toContain('<sheet name="Ocak’26  1 2"')
  expect(book).toContain("'Ocak’26  1 2'!$A$1:$B$2")
})

test('rows past the end of a sheet go on in a further one, under the same header', async () => {
  const { rows, summary } = await readBack({
    rowsPerSheet: 4,
    sheets: [
      sheet('integer', [1, 2, 3, 4, 5, 6]),
      sheet('integer', []),
      { ...sheet('integer', [7]), name: 'ORDERS (2)' },
    ],
  })
  expect(summary.sheets).toEqual([
    { name: 'Orders', rows: 4 },
    { name: 'Orders (2)', rows: 4 },
    { name: 'Orders (3)', rows: 1 },
    { name: 'ORDERS (2) (2)', rows: 2 },
  ])
  expect(rows.filter(({ sheet }) => sheet === 'Orders (2)').map(({ cells }) => cells[0]?.value)).toEqual([
    'Value',
    '4',
    '5',
    '6',
  ])
})

test('the same content gives the same bytes', async () => {
  const content = () =>
    writeWorkbook({
      sheets: [sheet('text', ['a', 'b'])],
      properties: { title: 'Orders & more', author: 'Ayşe', created: new Date(0) },
    })
  expect((await buffer(content())).equals(await buffer(content()))).toBe(true)
})

test.each([
  ['number', '1,5'],
  ['number', 'NaN'],
  ['integer', 'abc'],
  ['date', '30.11.2026'],
  ['date', '2026-13-01'],
  ['instant', '2026-11-30T10:00:00'],
] as const)('%s cannot be %j, and the message says where', async (kind, value) => {
  const stream = writeWorkbook({
    timeZone: 'UTC',
    sheets: [
      sheet(
        kind,
        ['1', '2'].map((_, i) => (i ? value : null)),
      ),
    ],
  })
  await expect(buffer(stream)).rejects.toThrow('Sheet Orders, row 3, column Value')
})

// ---- how it streams

/** Rows without end that say how many were asked for and whether they were told to stop. */
function endless() {
  const state = { given: 0, returned: false }
  const rows = (async function* () {
    try {
      for (;;) yield [[`row ${state.given++} ${Math.random()}`]]
    } finally {
      state.returned = true
    }
  })()
  return {
    state,
    rows,
    content: { sheets: [{ name: 'Orders', columns: [{ header: 'Value', kind: 'text' as const }], rows }] },
  }
}

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}
const until = async (met: () => boolean) => {
  while (!met()) await turns(1)
}

test('rows are asked for only as fast as the bytes are taken', async () => {
  const { state, content } = endless()
  const stream = writeWorkbook(content)
  await turns(1_000)
  expect(state.given).toBe(0)
  stream.read(1)
  await until(() => stream.readableLength >= stream.readableHighWaterMark)
  await turns(5_000)
  expect(state.given).toBeLessThan(50_000)
  stream.destroy()
})

test('destroying the stream stops the rows', async () => {
  const { state, content } = endless()
  const stream = writeWorkbook(content)
  let taken = 0
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      taken += chunk.length
      done(taken > 500_000 ? new Error('the browser is gone') : null)
    },
  })
  await expect(pipeline(stream, sink)).rejects.toThrow('the browser is gone')
  await until(() => state.returned)
  const given = state.given
  await turns(1_000)
  expect(state.given).toBe(given)
})

test('destroying the stream does not wait for a row that never comes', async () => {
  let asked = false
  let returned = false
  const rows: AsyncIterable<Row[]> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        asked = true
        return new Promise(() => {})
      },
      return: () => {
        returned = true
        return Promise.resolve({ done: true as const, value: undefined })
      },
    }),
  }
  const stream = writeWorkbook({
    sheets: [{ name: 'Orders', columns: [{ header: 'Value', kind: 'text' }], rows }],
  })
  stream.resume()
  await until(() => asked)
  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.destroy()
  await closed
  expect(returned).toBe(true)
})

test('rows that fail take the stream with them', async () => {
  const rows = (async function* (): AsyncGenerator<Row[]> {
    yield [['first']]
    throw new Error('database restarted')
  })()
  await expect(
    buffer(
      writeWorkbook({ sheets: [{ name: 'Orders', columns: [{ header: 'Value', kind: 'text' }], rows }] }),
    ),
  ).rejects.toThrow('database restarted')
})

test('100,000 rows of twelve columns hold up nobody', async () => {
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
    'text',
    'number',
    'text',
  ] as const
  const rows = function* () {
    for (let i = 0; i < 100_000; i++) {
      yield [
        `ORD-${i}`,
        `869${i}`,
        'GÖZTEPE & KADIKÖY',
        `${i}.25`,
        i % 500,
        `2026-11-${String((i % 30) + 1).padStart(2, '0')}`,
        1.79e12 + i * 61_000,
        ['Road', 'Sea'][i % 2]!,
        `PO ${i % 977}`,
        null,
        `${i % 7}`,
        'Onaylandı',
      ]
    }
  }
  let bytes = 0
  const sink = new Writable({ write: (chunk: Buffer, _, done) => ((bytes += chunk.length), done()) })
  const columns = kinds.map((kind, i) => ({ header: `Column ${i}`, kind }))
  const cost = await measure(() =>
    pipeline(
      writeWorkbook({ timeZone: 'Europe/Istanbul', sheets: [{ name: 'Orders', columns, rows: rows() }] }),
      sink,
    ),
  )
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(cost.lag).toBeLessThan(16 * BUSY)
  expect(cost.megabytes).toBeLessThan(100)
  expect(cost.milliseconds).toBeLessThan(2_000 * BUSY)
})

// ---- looking into the file

async function sheetXml(content: WorkbookContent): Promise<string> {
  return partOf(await written(content), 'xl/worksheets/sheet1.xml')
}

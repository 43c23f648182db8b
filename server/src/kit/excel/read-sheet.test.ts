import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSheet, readSheet } from './read-sheet.ts'
import { WorkbookRefused } from './read-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'

const fixtures = new URL('../../../test/workbooks/', import.meta.url).pathname
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: Buffer | string): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  await writeFile(path, content)
  return path
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

test('a sheet is read for what it is: a workbook, a CSV file, or neither', async () => {
  const workbook = join(folder, 'workbook.csv')
  const columns = [{ header: 'Code', kind: 'text' as const }]
  await pipeline(
    writeWorkbook({ sheets: [{ name: 'Data', columns, rows: [['A']] }] }),
    createWriteStream(workbook),
  )
  const values = async (path: string) => {
    const found: unknown[] = []
    await readSheet(path, {
      onRows: (rows) =>
        void found.push(...rows.map(({ sheet, cells }) => [sheet, ...cells.map((cell) => cell?.value)])),
    })
    return found
  }
  expect(await values(workbook)).toEqual([
    ['Data', 'Code'],
    ['Data', 'A'],
  ])
  expect(await values(await file('Code\nA'))).toEqual([
    ['', 'Code'],
    ['', 'A'],
  ])
  expect(await values(await file('BM;x\nA;1'))).toEqual([
    ['', 'BM', 'x'],
    ['', 'A', '1'],
  ])
  const others: [string, object][] = [
    [`${fixtures}old-format.xls`, { code: 'ExcelOldFormat' }],
    [`${fixtures}locked.xlsx`, { code: 'ExcelEncrypted' }],
    [`${fixtures}open-document.ods`, { code: 'ExcelNotAWorkbook', facts: { found: 'ods' } }],
    [await file('%PDF-1.7\n'), { code: 'ExcelNotAWorkbook', facts: { found: 'pdf' } }],
    [await file('<html><table>'), { code: 'ExcelNotAWorkbook', facts: { found: 'html' } }],
    [await file(Buffer.from([1, 2, 3, 4])), { code: 'ExcelNotAWorkbook', facts: { found: 'unknown' } }],
    [await file(''), { code: 'ExcelNotAWorkbook', facts: { found: 'empty' } }],
  ]
  for (const [path, expected] of others) {
    expect(await refusal(checkSheet(path))).toMatchObject(expected)
    expect(await refusal(values(path))).toMatchObject(expected)
  }
})

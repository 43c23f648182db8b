import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { elementOrder, partOf } from '../../../test/workbooks/parts.ts'
import { parseFlag } from './parse-flag.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetRow } from './read-workbook.ts'
import { isInstructionSheet, writeTemplate, type Template, type TemplateColumn } from './write-template.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'template-'))
})
afterAll(() => rm(folder, { recursive: true }))

const columns: TemplateColumn[] = [
  {
    key: 'code',
    kind: 'text',
    required: true,
    hint: 'Nummer & <Kürzel> "eindeutig"',
    titles: { en: 'Code', tr: 'Kod', de: 'Nummer' },
  },
  {
    key: 'state',
    kind: 'text',
    choices: ['Aktiv', 'Geschlossen'],
    titles: { en: 'State', tr: 'Durum', de: 'Status' },
  },
  {
    key: 'city',
    kind: 'text',
    choices: Array.from({ length: 81 }, (_, i) => `Provinz ${i}`),
    titles: { en: 'City', tr: 'Şehir', de: 'Stadt' },
  },
  { key: 'size', kind: 'text', choices: ['1,5', '2,5'], titles: { en: 'Size', tr: 'Beden', de: 'Größe' } },
  { key: 'count', kind: 'integer', titles: { en: 'Count', tr: 'Adet', de: 'Anzahl' } },
  { key: 'price', kind: 'decimal', titles: { en: 'Price', tr: 'Fiyat', de: 'Preis' } },
  { key: 'from', kind: 'date', titles: { en: 'From', tr: 'Başlangıç', de: 'Ab' } },
  { key: 'read', kind: 'timestamp', titles: { en: 'Read', tr: 'Okundu', de: 'Gelesen' } },
  { key: 'open', kind: 'flag', titles: { en: 'Open', tr: 'Açık', de: 'Offen' } },
]
const template: Template = {
  sheet: 'Standorte',
  language: 'de',
  timeZone: 'Europe/Istanbul',
  instructions: ['Eine Zeile je Standort.', '=1+1 bleibt Text.'],
  columns,
}
const title = (language: 'en' | 'tr' | 'de') => columns.map(({ titles }) => titles[language])

async function written(content: Template): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.xlsx`)
  await pipeline(writeTemplate(content), createWriteStream(path))
  return path
}

async function rowsOf(path: string) {
  const rows: SheetRow[] = []
  const summary = await readSheet(path, { onRows: (some) => void rows.push(...some) })
  const of = (sheet: string) =>
    rows
      .filter((row) => row.sheet === sheet)
      .map(({ row, cells }) => [row, ...cells.map((cell) => cell && `${cell.kind} ${cell.value}`)])
  return { summary, of }
}

const texts = (row: number, values: readonly string[]) => [row, ...values.map((value) => `text ${value}`)]

test('an empty template has the titles in three languages, the reader’s first, and no row of data', async () => {
  const { of, summary } = await rowsOf(await written(template))
  expect(of('Standorte')).toEqual([texts(1, title('de')), texts(2, title('en')), texts(3, title('tr'))])
  expect(summary.sheets.map(({ name }) => name)).toEqual(['Standorte', 'Anleitung'])
  expect(summary.hiddenSheets).toEqual(['Choices'])
})

test('records are filled in as they are, so that they are changed rather than typed', async () => {
  const record = [
    '007',
    'Aktiv',
    'Provinz 3',
    '1,5',
    12,
    '1.50',
    '2026-11-30',
    '2026-11-30T12:00:00Z',
    'true',
  ]
  const expected = [
    4,
    'text 007',
    'text Aktiv',
    'text Provinz 3',
    'text 1,5',
    'number 12',
    'number 1.5',
    'date 2026-11-30',
    'date 2026-11-30T15:00:00',
    'text Ja',
  ]
  const { of } = await rowsOf(await written({ ...template, rows: [record] }))
  expect(of('Standorte')[3]).toEqual(expected)
  const batches = (async function* () {
    yield [record]
    yield [['008', null, null, null, null, null, null, null, 'false']]
  })()
  const streamed = await rowsOf(await written({ ...template, rows: batches }))
  expect(streamed.of('Standorte')[3]).toEqual(expected)
  expect(streamed.of('Standorte')[4]?.at(-1)).toBe('text Nein')
})

test('the instructions say of each column what it is, whether it must be filled, and with what', async () => {
  const { of } = await rowsOf(await written(template))
  const sheet = of('Anleitung')
  expect(sheet.slice(0, 4)).toEqual([
    texts(1, ['Eine Zeile je Standort.']),
    texts(2, ['=1+1 bleibt Text.']),
    texts(4, [
      'Spalte auf Deutsch',
      'Spalte auf Englisch',
      'Spalte auf Türkisch',
      'Bedeutung',
      'Pflicht',
      'Format',
      'Zulässige Werte',
      'Beispiel',
    ]),
    texts(5, [
      'Nummer',
      'Code',
      'Kod',
      'Nummer & <Kürzel> "eindeutig"',
      'Ja',
      'Text. Führende Nullen bleiben erhalten.',
    ]),
  ])
  expect(sheet.at(-1)?.at(-1)).toBe('text Ja\nNein')
  expect(sheet[5]?.at(-1)).toContain('Provinz 29\n…')
  expect(isInstructionSheet('Anleitung')).toBe(true)
  expect(isInstructionSheet('Standorte')).toBe(false)
})

test('choices are lists in the cells; what is long or has commas is on a hidden sheet', async () => {
  const path = await written(template)
  const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
  expect(xml).toContain('sqref="B4:B1048576"><formula1>"Aktiv,Geschlossen"</formula1>')
  expect(xml).toContain(`sqref="C4:C1048576"><formula1>'Choices'!$A$2:$A$82</formula1>`)
  expect(xml).toContain(`sqref="D4:D1048576"><formula1>'Choices'!$B$2:$B$3</formula1>`)
  expect(xml).toContain('sqref="I4:I1048576"><formula1>"Ja,Nein"</formula1>')
  const choices = await partOf(path, 'xl/worksheets/sheet3.xml')
  expect(choices).toContain('<c r="A82" s="2" t="inlineStr"><is><t>Provinz 80</t></is></c>')
  expect(await partOf(path, 'xl/workbook.xml')).toContain('<sheet name="Choices" sheetId="3" state="hidden"')
})

test('another reader finds the sheets and the lists', async () => {
  const { sheets } = await readXlsx(await readFile(await written(template)))
  expect(sheets.map(({ name }) => name)).toEqual(['Standorte', 'Anleitung', 'Choices'])
  const [state] = sheets[0]?.dataValidations ?? []
  expect(state).toMatchObject({ type: 'list', range: 'B4:B1048576', values: ['Aktiv', 'Geschlossen'] })
})

test('a text beside the selected cell says what belongs into it', async () => {
  const xml = await partOf(await written(template), 'xl/worksheets/sheet1.xml')
  expect(xml).toContain(
    'promptTitle="Nummer" prompt="Muss ausgefüllt werden.&#10;Nummer &amp; &lt;Kürzel&gt; &quot;eindeutig&quot;&#10;Text. Führende Nullen bleiben erhalten." sqref="A4:A1048576"/>',
  )
})

test('empty cells have their format already: texts keep leading zeros, days are days', async () => {
  const path = await written(template)
  const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
  const formats = [...(await partOf(path, 'xl/styles.xml')).matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => id,
  )
  const ofColumns = [...xml.matchAll(/<col [^>]*style="(\d+)"/g)].map(
    ([, style]) => formats[Number(style) + 1],
  )
  expect(ofColumns).toEqual(['49', '49', '49', '49', '3', '164', '14', '22', '49'])
  expect(xml).toContain('<pane ySplit="3" topLeftCell="A4"')
  expect(xml).toContain('<autoFilter ref="A3:I3"/>')
})

test('the elements of each sheet stand in the order of the schema', async () => {
  const path = await written({ ...template, rows: [['007']] })
  for (const sheet of [1, 2, 3])
    expect(elementOrder(await partOf(path, `xl/worksheets/sheet${sheet}.xml`))).toBe('in order')
})

test('what is too long for the text beside a cell is cut with an ellipsis', async () => {
  const long: TemplateColumn = {
    ...columns[0]!,
    hint: 'x'.repeat(400),
    titles: { en: 'y', tr: 'y', de: 'z'.repeat(40) },
  }
  const xml = await partOf(await written({ ...template, columns: [long] }), 'xl/worksheets/sheet1.xml')
  expect(/promptTitle="([^"]*)"/.exec(xml)?.[1]).toBe(`${'z'.repeat(31)}…`)
  expect(/prompt="([^"]*)"/.exec(xml)?.[1]?.replaceAll('&#10;', '\n')).toHaveLength(255)
})

test.each([
  ['Ja', true],
  ['EVET', true],
  ['yes', true],
  ['true', true],
  ['1', true],
  ['hayir', false],
  ['HAYIR', false],
  [' nein ', false],
  ['No', false],
  ['0', false],
  ['', undefined],
  ['maybe', undefined],
])('%j is read as %s', (text, expected) => {
  expect(parseFlag(text)).toBe(expected)
})

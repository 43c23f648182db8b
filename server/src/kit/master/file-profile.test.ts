import { expect, it } from 'vitest'
import { mostColumns, mostSheets, mostValues } from '@kervan/contract/kit/file-columns'
import type { SheetRow } from '../excel/read-workbook.ts'
import { columnIds, FileProfile } from './file-profile.ts'

const row = (number: number, cells: (string | null)[], sheet = 'A'): SheetRow => ({
  sheet,
  row: number,
  cells: cells.map((text) => (text === null ? null : { kind: 'text', value: text, text })),
})
/** Headings are those that begin with an h. */
const score = (ids: readonly (string | null)[]) => ids.filter((id) => id?.startsWith('h')).length

function profileOf(rows: SheetRow[]) {
  const profile = new FileProfile(score)
  for (const one of rows) profile.add(one)
  return profile.sheets()
}

it('finds the headings below title rows, and what stands in the columns', () => {
  expect(
    profileOf([
      row(1, ['Our list']),
      row(2, ['of', 'today']),
      row(4, ['H One', null, 'h.two:', 'other']),
      row(5, ['a', 'x', ' b ', null]),
      row(6, ['a', 'x', '', 'c']),
    ]),
  ).toEqual([
    {
      sheet: 'A',
      row: 4,
      columns: [
        { at: 0, id: 'h one', title: 'H One', values: ['a'], more: false },
        { at: 2, id: 'htwo', title: 'h.two:', values: ['b'], more: false },
        { at: 3, id: 'other', title: 'other', values: ['c'], more: false },
      ],
    },
  ])
})

it('takes the first row of texts where no heading means anything, and no headings of a template twice', () => {
  expect(profileOf([row(1, ['one']), row(2, ['a', 'b']), row(3, ['1', '2'])])).toMatchObject([{ row: 2 }])
  const [sheet] = profileOf([row(1, ['h1', 'h2']), row(2, ['hx', 'hy']), row(3, ['1', '2'])])
  expect(sheet?.columns.map(({ values }) => values)).toEqual([['1'], ['2']])
})

it('has nothing to say of empty sheets, of headings without rows and of instructions', () => {
  expect(profileOf([])).toEqual([])
  expect(profileOf([row(1, ['h1', 'h2'])])).toEqual([])
  expect(profileOf([row(1, ['h1', 'h2'], 'Instructions'), row(2, ['1', '2'], 'Instructions')])).toEqual([])
})

it('keeps no more than is looked at', () => {
  const many = Array.from({ length: mostValues + 5 }, (_, at) => row(at + 2, [`v${at}`]))
  const [sheet] = profileOf([row(1, ['h']), ...many])
  expect(sheet?.columns[0]).toMatchObject({ more: true })
  expect(sheet?.columns[0]?.values).toHaveLength(mostValues)
  const wide = Array.from({ length: mostColumns + 50 }, (_, at) => `h${at}`)
  const filled = wide.map((_, at) => String(at))
  expect(profileOf([row(1, wide), row(2, filled)])[0]?.columns).toHaveLength(mostColumns)
  const sheets = Array.from({ length: mostSheets + 5 }, (_, at) => [
    row(1, ['h1'], `S${at}`),
    row(2, ['1'], `S${at}`),
  ])
  expect(profileOf(sheets.flat())).toHaveLength(mostSheets)
})

it('tells headings of one name apart', () => {
  expect(columnIds(row(1, ['Kod', 'KOD', null, ' kod: ', 'Ad']).cells)).toEqual([
    'kod',
    'kod #2',
    null,
    'kod #3',
    'ad',
  ])
})

import { describe, expect, it } from 'vitest'
import { codeFor, faultOf, rowsOf, sheetOf, textOf, type Variant } from './matrixSheet.ts'

const variant = (
  id: string,
  color: string | null,
  size: string | null,
  over: Partial<Variant> = {},
): Variant => ({
  id,
  version: 3,
  code: `C-${id}`,
  color,
  size,
  gtin: null,
  listPrice: '12.5',
  status: 'Active',
  onHand: 4,
  ...over,
})
const some = [variant('1', 'Red', 'M'), variant('2', 'Red', 'S'), variant('3', 'Blue', 'M')]

describe('[PRD-002] the matrix of a product’s variants', () => {
  it('has colours below one another and sizes in the order of the trade, with gaps', () => {
    const sheet = sheetOf(some)
    expect(sheet.columns.map(({ label }) => label)).toEqual(['S', 'M'])
    expect(
      sheet.rows.map(({ label, cells }) => [label, ...cells.map((cell) => cell.variant?.id ?? null)]),
    ).toEqual([
      ['Red', '2', '1'],
      ['Blue', null, '3'],
    ])
  })

  it('grows by a colour and a size, and begins with them where there is nothing', () => {
    const grown = sheetOf(some, ['Green'], ['XL'])
    expect([grown.rows.length, grown.columns.length]).toEqual([3, 3])
    expect(sheetOf([]).rows).toEqual([])
    expect(sheetOf([], ['Green']).rows[0]?.cells).toMatchObject([
      { color: 'Green', size: null, variant: null },
    ])
  })

  it('lists variants that share a place', () => {
    const sheet = sheetOf([variant('1', null, null), variant('2', null, null)])
    expect(sheet.rows.map(({ label }) => label)).toEqual(['C-1', 'C-2'])
  })

  it.each([
    ['gtin', '4006381333931', null],
    ['gtin', '4006381333932', 'gtinWrong'],
    ['gtin', '12', 'gtinWrong'],
    ['gtin', '', null],
    ['listPrice', '1.234,50', null],
    ['listPrice', 'cheap', 'priceWrong'],
    ['listPrice', '1,23456', 'priceWrong'],
    ['code', ' ', 'codeMissing'],
  ] as const)('%s %j is judged %j', (layer, text, fault) => expect(faultOf(layer, text, 'de')).toBe(fault))

  it('sends what differs only, new variants with their place, and each version', () => {
    const sheet = sheetOf(some)
    const gap = sheet.rows[1]?.cells[0]
    const edits = {
      '1': { gtin: '4006381333931', listPrice: '12,50' },
      '2': { listPrice: '12,5' },
      '3': { status: 'Passive' },
      [gap?.key ?? '']: { code: codeFor('P 1', { color: 'Blue', size: 'S' }), status: 'Active' },
    }
    expect(textOf(sheet.rows[0]!.cells[1]!, 'listPrice', {}, 'de')).toBe('12,5')
    expect(rowsOf(sheet, edits, 'de').map(({ row }) => row)).toEqual([
      { id: '1', version: 3, gtin: '4006381333931', listPrice: '12.50' },
      { id: null, version: null, code: 'P-1-Blue-S', color: 'Blue', size: 'S', status: 'Active' },
      { id: '3', version: 3, status: 'Passive' },
    ])
  })
})

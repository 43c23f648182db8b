import { describe, expect, it } from 'vitest'
import { codesOf, judgePasted } from './judge-pasted.ts'
import type { ImportLookups } from './check-import-row.ts'

const variant = {
  id: 'v1',
  productId: 'p1',
  code: 'A-1',
  name: 'Shirt',
  flowType: 'Standard',
  packUnit: 6,
  minimumQuantity: 12,
  maximumQuantity: 60,
}
const location = { id: 'l1', code: 'L1', name: 'Shop', pointOfSale: true, customerId: 'c1' }
const lookups: ImportLookups = {
  variant: (code) => (['A-1', '8690000000012'].includes(code) ? variant : null),
  severalVariants: () => [],
  suggestion: (code) => (code === 'A-l' ? { code: 'A-1', name: 'Shirt' } : null),
  location: () => location,
  severalLocations: () => [],
  blocked: () => false,
  onlyLocation: location,
  proposedPointOfSale: () => 'l1',
  rounding: 'Up',
  today: '2026-11-23',
  proposedDay: '2026-11-24',
  orderDate: null,
}
const judge = (...rows: [string, string][]) =>
  judgePasted(
    rows.map(([code, quantity]) => ({ code, quantity })),
    lookups,
    { locationId: 'l1', shipmentMethod: 'Road', deliveryDate: '2026-11-24', pointOfSaleId: 'l1' },
  ).map(({ rows: of, checked }) => ({
    of,
    result: checked.result,
    quantity: checked.quantity,
    codes: checked.issues.map((issue) => issue.code),
  }))

describe('[ORD-002] [ORD-004] pasted rows', () => {
  it('adds up the rows of one variant before packs and bounds are looked at', () => {
    expect(judge(['A-1', '6'], ['8690000000012', '6'])).toEqual([
      { of: [1, 2], result: 'Good', quantity: 12, codes: [] },
    ])
    expect(judge(['A-1', '40'], ['A-1', '40'])).toMatchObject([{ of: [1, 2], codes: ['OutOfBounds'] }])
    expect(judge(['A-1', '10'], ['A-1', '10'])).toMatchObject([{ result: 'Rounded', quantity: 24 }])
  })
  it.each([
    ['A-1', '1.200', 'Confirm', ['ThousandsUnclear']],
    ['A-1', '12,0', 'Good', []],
    ['A-1', '1,5', 'Refused', ['NotWhole']],
    ['A-1', '', 'Refused', ['Required']],
    ['A-1', 'x', 'Refused', ['NotANumber']],
    ['A-l', '12', 'Refused', ['ProductSuggested']],
    ['B-9', '12', 'Refused', ['ProductUnknown']],
  ])('%s with %s is %s', (code, quantity, result, codes) => {
    const bounded = codes.includes('ThousandsUnclear') ? [...codes, 'OutOfBounds'] : codes
    const [line] = judge([code, quantity])
    expect(line?.codes).toEqual(bounded)
    expect(line?.result).toBe(bounded.includes('OutOfBounds') ? 'Refused' : result)
  })
  it('leaves a quantity that is to be confirmed out of the sum', () => {
    expect(judge(['A-1', '12'], ['A-1', '1.200']).map(({ of }) => of)).toEqual([[1], [2]])
  })
})

it('[ORD-001] finds a GTIN without the zeros that a spreadsheet has taken away', () => {
  expect(codesOf('012345678905')).toContain('12345678905'.padStart(13, '0'))
  expect(codesOf('8690000000012')).toEqual(['8690000000012', '08690000000012'])
  expect(codesOf('A-1')).toEqual(['A-1'])
})

import { describe, expect, it } from 'vitest'
import { checkImportRow, type ImportCells, type ImportLookups } from './check-import-row.ts'
import { clearHeader, readHeader } from './import-columns.ts'

const gloves = {
  id: 'v',
  productId: 'p',
  code: 'GL-M',
  name: 'Gloves',
  flowType: 'Standard',
  packUnit: 12,
  minimumQuantity: 12,
  maximumQuantity: 600,
}
const shop = { id: 's', code: 'ANK-1', name: 'Ankara', pointOfSale: true, customerId: 'c' }
const depot = { id: 'd', code: 'DEP', name: 'Depot', pointOfSale: false, customerId: 'c' }
const lookups: ImportLookups = {
  variant: (code) => (code === 'GL-M' ? gloves : null),
  severalVariants: (code) => (code === '869' ? ['GL-M', 'GL-L'] : []),
  suggestion: (code) => (code === 'GL-N' ? { code: 'GL-M', name: 'Gloves, M' } : null),
  location: (code) =>
    [shop, depot].find((location) => location.code.toLowerCase() === code.toLowerCase()) ?? null,
  severalLocations: (code) => (code === '868' ? ['ANK-1', 'DEP'] : []),
  blocked: (_, location) => location === 'd',
  onlyLocation: null,
  proposedPointOfSale: () => 's',
  rounding: 'Up',
  today: '2026-11-20',
  proposedDay: '2026-11-24',
  orderDate: null,
}
const text = (value: string) => ({ kind: 'text', value, text: value }) as const
const good: ImportCells = {
  productCode: text('GL-M'),
  quantity: text('24'),
  location: text('ANK-1'),
  deliveryDate: text('26.11.2026'),
  shipmentMethod: text('Karayolu'),
}
const check = (over: ImportCells, settings: Partial<ImportLookups> = {}) =>
  checkImportRow({ ...good, ...over }, { ...lookups, ...settings })
const codes = (over: ImportCells, settings?: Partial<ImportLookups>) =>
  check(over, settings).issues.map((issue) => issue.code)

describe('[ORD-004] a row of an order workbook', () => {
  it('that is good orders what it says', () => {
    expect(check({})).toMatchObject({
      result: 'Good',
      variantId: 'v',
      locationId: 's',
      shipmentMethod: 'Road',
      deliveryDate: '2026-11-26',
      quantity: 24,
      issues: [],
    })
  })

  it.each([
    ['nothing in a required cell', { quantity: text(' ') }, ['Required']],
    ['an unknown code', { productCode: text('XX') }, ['ProductUnknown']],
    ['a mistyped code', { productCode: text('GL-N') }, ['ProductSuggested']],
    ['a GTIN of two products', { productCode: text('869') }, ['ProductUnclear']],
    ['a GLN of two places', { location: text('868') }, ['LocationUnclear']],
    ['a GLN of two points of sale', { pointOfSale: text('868') }, ['LocationUnclear']],
    ['words for a number', { quantity: text('a dozen') }, ['NotANumber']],
    ['half a piece', { quantity: text('24,5') }, ['NotWhole']],
    ['a negative quantity', { quantity: text('-12') }, ['NotPositive']],
    ['more than the company sells', { quantity: text('720') }, ['OutOfBounds']],
    ['a place of somebody else', { location: text('IST-9') }, ['LocationUnknown']],
    ['a location it cannot be shipped to', { location: text('DEP') }, ['CannotShip']],
    ['a day that does not exist', { deliveryDate: text('31.11.2026') }, ['DateDoesNotExist']],
    ['a year of two digits', { deliveryDate: text('26.11.26') }, ['DateTwoDigitYear']],
    ['a day gone by', { deliveryDate: text('2026-11-19') }, ['DatePassed']],
    ['a shipping type nobody knows', { shipmentMethod: text('Teleport') }, ['ShipmentUnknown']],
    ['an error of Excel', { quantity: { kind: 'error', value: '#N/A', text: '#N/A' } }, ['CellError']],
    ['a point of sale that is none', { pointOfSale: text('DEP') }, ['PointOfSaleUnknown']],
  ] as [string, ImportCells, string[]][])('is refused for %s', (_, over, expected) => {
    const checked = check(over)
    expect(checked.issues.map((issue) => issue.code)).toEqual(expected)
    expect(checked.result).toBe('Refused')
  })

  it('without delivery date and shipping type takes what the screen proposes, and says so', () => {
    const { deliveryDate: _, ...rest } = good
    expect(checkImportRow({ ...rest, shipmentMethod: text(' ') }, lookups)).toMatchObject({
      result: 'Good',
      deliveryDate: '2026-11-24',
      shipmentMethod: 'Road',
      proposed: ['deliveryDate', 'shipmentMethod'],
    })
    expect(check({}).proposed).toEqual([])
    expect(codes({ deliveryDate: { kind: 'error', value: '#N/A', text: '#N/A' } })).toEqual(['CellError'])
  })

  it('tells every fault at once', () => {
    expect(codes({ productCode: text('XX'), quantity: text('?'), deliveryDate: text('soon') })).toEqual([
      'ProductUnknown',
      'NotANumber',
      'NotADate',
    ])
  })

  it('that is no full pack is rounded and says so', () => {
    expect(check({ quantity: text('130') })).toMatchObject({
      result: 'Rounded',
      quantity: 132,
      issues: [{ code: 'Rounded', value: '130', facts: { pack: 12, set: 132, below: 120, above: 132 } }],
    })
  })

  it('with an unclear thousands sign asks, and a real number does not', () => {
    expect(
      check({ quantity: text('1.200') }, { variant: () => ({ ...gloves, maximumQuantity: 5_000 }) }),
    ).toMatchObject({
      result: 'Confirm',
      quantity: 1200,
      issues: [{ code: 'ThousandsUnclear', remedy: '1200' }],
    })
    expect(check({ quantity: { kind: 'number', value: '24', text: '24,00' } }).result).toBe('Good')
  })

  it('takes real dates, and words for shipping in three languages', () => {
    expect(
      check({ deliveryDate: { kind: 'date', value: '2026-11-26T00:00:00', text: '26-Nov' } }).deliveryDate,
    ).toBe('2026-11-26')
    expect(
      ['Road', 'DENİZYOLU', 'Straße', 'luft', 'demiryolu'].map(
        (word) => check({ shipmentMethod: text(word) }).shipmentMethod,
      ),
    ).toEqual(['Road', 'Sea', 'Road', 'Air', 'Rail'])
  })

  it('[ORD-008] carries the day of the customer’s own order, one in a file', () => {
    expect(check({ externalOrderDate: text('18.11.2026') }).externalOrderDate).toBe('2026-11-18')
    expect(codes({ externalOrderDate: text('18.11.2026') }, { orderDate: '2026-11-18' })).toEqual([])
    expect(codes({ externalOrderDate: text('19.11.2026') }, { orderDate: '2026-11-18' })).toEqual([
      'OtherOrderDate',
    ])
    expect(codes({ externalOrderDate: text('31.11.2026') })).toEqual(['DateDoesNotExist'])
  })

  it('[D42] shows what the file holds and not what Excel rounded it to', () => {
    const issue = (over: ImportCells) => check(over).issues[0]
    expect(issue({ quantity: { kind: 'number', value: '1.5', text: '2' } })).toMatchObject({
      code: 'NotWhole',
      value: '1.5',
    })
    expect(
      issue({ deliveryDate: { kind: 'date', value: '2009-07-06T00:00:00', text: '7/6/2009' } }),
    ).toMatchObject({
      code: 'DatePassed',
      value: '2009-07-06',
    })
  })

  it('[ORD-003] is for a point of sale: the one it names or the one that follows from its location', () => {
    expect(check({}).pointOfSaleId).toBe('s')
    expect(codes({}, { proposedPointOfSale: () => null })).toEqual(['Required'])
    expect(check({ pointOfSale: text('ank-1') }, { proposedPointOfSale: () => null }).pointOfSaleId).toBe('s')
    expect(codes({ pointOfSale: text('DEP') })).toEqual(['PointOfSaleUnknown'])
    expect(check({ pointOfSale: text('DEP') }, { proposedPointOfSale: () => 'd' }).pointOfSaleId).toBe('d')
  })

  it('goes to the only location there is when it names none', () => {
    const { location: _, ...rest } = good
    expect(checkImportRow(rest, { ...lookups, onlyLocation: shop }).locationId).toBe('s')
    expect(checkImportRow(rest, lookups).issues.map((issue) => issue.code)).toEqual(['Required'])
  })
})

describe('[ORD-004] the header', () => {
  const row = (...cells: string[]) => ({
    sheet: 'S',
    row: 1,
    cells: cells.map((cell) => (cell === '' ? null : text(cell))),
  })
  it.each([
    [['Product code', 'Quantity'], { productCode: 0, quantity: 1 }],
    [['', 'ÜRÜN KODU', 'Miktar', 'Teslim Tarihi'], { productCode: 1, quantity: 2, deliveryDate: 3 }],
    [['Menge', 'Artikelnummer', 'Lieferort:'], { quantity: 0, productCode: 1, location: 2 }],
  ] as [string[], Record<string, number>][])('%s', (cells, columns) => {
    expect(Object.fromEntries(readHeader(row(...cells))?.columns ?? [])).toEqual(columns)
  })

  it.each([
    [['Amount', 'SKU', 'Quantity'], { productCode: 1, quantity: 2 }],
    [['Item', 'Qty', 'SKU'], { quantity: 1, productCode: 2 }],
    [['Artikel', 'Artikelnummer', 'Menge'], { productCode: 1, quantity: 2 }],
    [['Barkod', 'Ürün kodu', 'Adet'], { productCode: 1, quantity: 2 }],
    [['SKU', 'Qty', 'Date', 'Delivery date'], { productCode: 0, quantity: 1, deliveryDate: 3 }],
    [['SKU', 'Amount'], { productCode: 0, quantity: 1 }],
  ] as [string[], Record<string, number>][])('takes the most exact title: %s', (cells, columns) => {
    const header = readHeader(row(...cells))
    expect(Object.fromEntries(header?.columns ?? [])).toEqual(columns)
    expect(header?.twice).toBeNull()
  })

  it('with two titles of one meaning is refused with both', () => {
    expect(() => clearHeader(row('SKU', 'Menge', 'Anzahl'), 'de')).toThrow(
      expect.objectContaining({
        code: 'OrderColumnTwice',
        facts: { sheet: 'S', column: 'Menge', titles: '“Menge”, “Anzahl”' },
      }),
    )
  })

  it('is not a title or a row without quantity', () => {
    expect(readHeader(row('Order of November'))).toBeNull()
    expect(readHeader(row('Product code', 'Name'))).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { isBlock, matrixOf, moveFrom, locationBlock, readBlock, rightOf, type Variant } from './matrix.ts'

const variant = (
  color: string | null,
  size: string | null,
  code = `${color ?? ''}-${size ?? ''}`,
): Variant => ({
  variantId: code,
  color,
  size,
  variantCode: code,
  gtin: null,
  unitPrice: null,
  available: 10,
})
const shirt = {
  colors: [
    { name: 'Navy', hex: '#1f3a63' },
    { name: 'White', hex: '#ffffff' },
  ],
  sizes: ['S', 'M', 'L'],
  variants: [
    variant('Navy', 'S'),
    variant('Navy', 'M'),
    variant('Navy', 'L'),
    variant('White', 'S'),
    variant('White', 'L'),
  ],
}

describe('[ORD-002] the matrix of a product', () => {
  test('a row a colour, a column a size, and a gap where nothing is made', () => {
    const matrix = matrixOf(shirt)
    expect(matrix.rows.map(({ label }) => label)).toEqual(['Navy', 'White'])
    expect(matrix.cells[1]?.map((cell) => cell?.variantCode ?? null)).toEqual(['White-S', null, 'White-L'])
  })

  test('without colours a row for each size, without sizes one column, with neither one field', () => {
    expect(
      matrixOf({
        colors: [],
        sizes: ['S', 'M'],
        variants: [variant(null, 'S'), variant(null, 'M')],
      }).cells.map((row) => row.length),
    ).toEqual([1, 1])
    expect(
      matrixOf({
        colors: shirt.colors,
        sizes: [],
        variants: [variant('Navy', null), variant('White', null)],
      }).cells.map((row) => row.length),
    ).toEqual([1, 1])
    expect(matrixOf({ colors: [], sizes: [], variants: [variant(null, null)] }).cells).toHaveLength(1)
  })

  test('variants that share colour and size each get a row, so that none is lost', () => {
    const matrix = matrixOf({
      colors: [],
      sizes: [],
      variants: [variant(null, null, 'A'), variant(null, null, 'B')],
    })
    expect(matrix.rows.map(({ label }) => label)).toEqual(['A', 'B'])
  })

  test('keys jump over what is not made and stay at the edge', () => {
    const matrix = matrixOf(shirt)
    expect(moveFrom(matrix, { row: 1, column: 0 }, { rows: 0, columns: 1 })).toEqual({ row: 1, column: 2 })
    expect(moveFrom(matrix, { row: 0, column: 1 }, { rows: 1, columns: 0 })).toEqual({ row: 0, column: 1 })
    expect(moveFrom(matrix, { row: 0, column: 2 }, { rows: 0, columns: 1 })).toEqual({ row: 0, column: 2 })
    expect(rightOf(matrix, { row: 1, column: 0 }).map(({ variantCode }) => variantCode)).toEqual(['White-L'])
  })
})

describe('[ORD-002] a block from a spreadsheet', () => {
  test.each([
    [
      '12\t24\r\n36\t\r\n',
      [
        ['12', '24'],
        ['36', ''],
      ],
    ],
    ['12\n24', [['12'], ['24']]],
    ['"1\n2"\t3', [['1\n2', '3']]],
    ['"a ""b"""\t1', [['a "b"', '1']]],
    ['12', [['12']]],
  ])('%j', (text, block) => {
    expect(readBlock(text)).toEqual(block)
  })

  test('one value is no block, even with the line end a spreadsheet adds', () => {
    expect([isBlock('12\r\n'), isBlock('12\t24'), isBlock('12\n24')]).toEqual([false, true, true])
  })

  test('goes where it is put; what meets no variant is counted, empty cells are not', () => {
    const { values, lost } = locationBlock(matrixOf(shirt), { row: 0, column: 1 }, [
      ['1', '2', '3'],
      ['4', '5'],
      ['', '6'],
    ])
    expect([...values]).toEqual([
      ['Navy-M', '1'],
      ['Navy-L', '2'],
      ['White-L', '5'],
    ])
    expect(lost).toBe(3)
  })
})

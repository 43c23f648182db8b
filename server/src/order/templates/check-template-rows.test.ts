import { describe, expect, it } from 'vitest'
import type { ImportCell, ImportVariant } from '../new/check-import-row.ts'
import { checkTemplateRows } from './check-template-rows.ts'

const variant = (code: string): ImportVariant => ({
  id: `id ${code}`,
  productId: 'p',
  code,
  name: code,
  flowType: 'Standard',
  packUnit: 10,
  minimumQuantity: 1,
  maximumQuantity: 1_000,
})
const known = new Map(['A', 'B'].map((code) => [code, variant(code)]))
const cell = (value: string | null, kind: ImportCell['kind'] = 'text'): ImportCell | undefined =>
  value === null ? undefined : { kind, value, text: value }

function check(...rows: [string | null, string | null, ImportCell['kind']?][]) {
  return checkTemplateRows(
    rows.map(([product, quantity, kind], index) => ({
      row: index + 2,
      product: cell(product),
      quantity: cell(quantity, kind),
    })),
    {
      variant: (code) => known.get(code) ?? null,
      severalVariants: (code) => (code === '869' ? ['A', 'B'] : []),
      suggestion: (code) => (code === 'AA' ? { code: 'A', name: 'A' } : null),
    },
  )
}

describe('[ORD-016] rows of a workbook that becomes a template', () => {
  it('are a product and a quantity, as they are typed: packs are a matter of the day', () => {
    expect(check(['A', '7', 'number'], ['B', '1 200'])).toEqual({
      lines: [
        { variantId: 'id A', quantity: 7 },
        { variantId: 'id B', quantity: 1_200 },
      ],
      issues: [],
    })
  })

  it.each([
    [['X', '1'], 2, 'productCode', 'ProductUnknown', {}],
    [['AA', '1'], 2, 'productCode', 'ProductSuggested', { closest: 'A', name: 'A' }],
    [['869', '1'], 2, 'productCode', 'ProductUnclear', { codes: 'A, B' }],
    [[null, '1'], 2, 'productCode', 'Required', {}],
    [['A', null], 2, 'quantity', 'Required', {}],
    [['A', 'many'], 2, 'quantity', 'NotANumber', {}],
    [['A', '0', 'number'], 2, 'quantity', 'NotPositive', {}],
    [['A', '1.5', 'number'], 2, 'quantity', 'NotWhole', {}],
    [['A', '1.200'], 2, 'quantity', 'ThousandsUnclear', { read: 1_200 }],
  ] as const)('%j is told as row %i, %s: %s', (row, at, column, code, facts) => {
    expect(check([...row] as never).issues).toMatchObject([{ row: at, column, code, facts }])
  })

  it('name each product once, whatever else is wrong', () => {
    expect(check(['A', '1'], ['B', '2'], ['A', 'x']).issues).toMatchObject([
      { row: 4, column: 'quantity', code: 'NotANumber' },
      { row: 4, column: 'productCode', code: 'ProductTwice', facts: { row: 2 } },
    ])
  })
})

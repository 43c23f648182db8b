import { expect, test } from 'vitest'
import type { ImportVariant } from './check-import-row.ts'
import { meantBy, sole, type Hit } from './meant-variants.ts'

const variant = (code: string): ImportVariant => ({
  id: code,
  productId: 'p',
  code,
  name: code,
  flowType: 'Standard',
  packUnit: 1,
  minimumQuantity: 1,
  maximumQuantity: 9,
})
const hit = (by: Hit['by'], code: string): Hit => ({ by, variant: variant(code) })
const codes = (...hits: Hit[]) => meantBy(hits).map(({ code }) => code)

test('[ORD-004] a code means what it is surest of, and of two equally sure ones both', () => {
  expect(codes()).toEqual([])
  expect(codes(hit('gtin', 'B'), hit('code', 'A'))).toEqual(['A'])
  expect(codes(hit('gtin', 'B'), hit('product', 'A'))).toEqual(['A'])
  expect(codes(hit('gtin', 'A'), hit('gtin', 'A'))).toEqual(['A'])
  expect(codes(hit('gtin', 'A'), hit('gtin', 'B'))).toEqual(['A', 'B'])
  expect([sole(['A']), sole(['A', 'B']), sole(undefined)]).toEqual(['A', null, null])
})

import { expect, test } from 'vitest'
import { exactPrices } from './exact-prices.mjs'
import { tree } from './tree.ts'

const found = (text: string, path = 'server/src/lma/a.ts') => exactPrices(tree({ [path]: text }))

test.each([
  ['a product', 'const total = price * rate'],
  ['a quotient', 'const share = (price) / total'],
  ['a number that is read', 'const value = Number(price)'],
  ['a float', "const value = parseFloat('1.5')"],
  ['rounding', 'const value = Math.round(price)'],
  ['a chart value', 'const value = price.toChart()'],
])('[LMA-003] refuses arithmetic on prices: %s', (_, text) => {
  expect(found(text)).toEqual([expect.stringContaining('server/src/lma/a.ts:1  ')])
  expect(found(text, 'contract/src/lma/a.ts')).toHaveLength(1)
})

test.each([
  ['exact numbers', 'const total = price.times(rate).over(share)'],
  ['what is no price', 'const hour = Number(text) // no price'],
  ['SQL', 'sql`select q.high * s.factor / 2 from quote q`'],
  ['a comment', '// price * rate'],
  ['a text', "const words = 'price * rate'"],
])('lets pass %s', (_, text) => expect(found(text)).toEqual([]))

test('looks at the fuel price module alone', () => {
  expect(found('const total = price * rate', 'server/src/order/a.ts')).toEqual([])
  expect(found('const total = price * rate', 'server/src/lma/demo/a.ts')).toEqual([])
})

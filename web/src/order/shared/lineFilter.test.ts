import type { OrderLineView } from '@kervan/contract/order/order-view'
import { expect, test } from 'vitest'
import { allLines, filterLines, isShort, sortLines } from './lineFilter.ts'

const line = (over: Partial<OrderLineView>) =>
  ({
    productName: 'Fitilli pantolon',
    color: 'Kırmızı',
    size: 'M',
    gtin: '08699512040318',
    productUniqueCode: 'NK-1',
    externalProductCode: null,
    manufacturerProductCode: null,
    poQuantity: 6,
    completedQuantity: 0,
    available: 6,
    supplyLocationName: null,
    state: 'Pending',
    ...over,
  }) as OrderLineView

test('[ORD-009, D26] lines are found by name, colour, size and codes, with Turkish letters folded', () => {
  const lines = [line({}), line({ color: 'Lacivert', size: 'XL', externalProductCode: 'MY-7' })]
  const found = (search: string) => filterLines(lines, { ...allLines, search }).length
  expect(
    ['', 'KIRMIZI m', 'kirmizi', 'my-7', '8699512', 'pantolon lacivert', 'pantolon beyaz'].map(found),
  ).toEqual([2, 1, 1, 1, 2, 1, 0])
})

test('[D26] short of stock is an open line that needs more than there is', () => {
  expect(isShort(line({}))).toBe(false)
  expect(isShort(line({ available: 5 }))).toBe(true)
  expect(isShort(line({ available: 2, completedQuantity: 4 }))).toBe(false)
  expect(isShort(line({ available: 0, state: 'Rejected' }))).toBe(false)
})

test('[ORD-009, D26] lines are sorted as people read them, what has no value last, and filtered by state', () => {
  const lines = [
    line({ color: 'Zümrüt', poQuantity: 100, state: 'Pending' }),
    line({ color: null, poQuantity: 20, state: 'Approved' }),
    line({ color: 'Çimen', poQuantity: 3, state: 'Pending' }),
  ]
  const words = ({ state }: OrderLineView) => state
  const colors = (descending: boolean) =>
    sortLines(lines, { column: 'color', descending }, 'tr', words).map(({ color }) => color)
  expect(colors(false)).toEqual(['Çimen', 'Zümrüt', null])
  expect(colors(true)).toEqual(['Zümrüt', 'Çimen', null])
  expect(
    sortLines(lines, { column: 'po', descending: false }, 'tr', words).map(({ poQuantity }) => poQuantity),
  ).toEqual([3, 20, 100])
  expect(sortLines(lines, null, 'tr', words)).toBe(lines)
  expect(filterLines(lines, { ...allLines, state: 'Pending' })).toHaveLength(2)
})

import type { OrderLineView } from '@kervan/contract/order/order-view'
import { expect, test } from 'vitest'
import { allLines, filterLines, isShort } from './lineFilter.ts'

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

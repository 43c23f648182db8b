import type { OrderLineView } from '@kervan/contract/order/order-view'
import type { PageQuery } from '@kervan/contract/kit/page'
import { expect, test } from 'vitest'
import { matchingRows } from '../../kit/grid/memoryRows.ts'
import { stateWidth } from './lineCells.tsx'
import { fileColumns, isShort, lineRows, orderLines } from './lineList.ts'

const line = (over: Partial<OrderLineView>) =>
  ({
    id: crypto.randomUUID(),
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
    quotaState: 'None',
    rejectReason: 'None',
    ...over,
  }) as OrderLineView

const found = (lines: OrderLineView[], asked: Partial<PageQuery>) =>
  matchingRows(
    orderLines,
    lineRows({ lines, currency: 'TRY' }),
    { filters: {}, search: '', sort: [], ...asked },
    'tr',
    (_group, value) => value,
  )

test('[ORD-009, D26] lines are found by name, colour, size and codes, with Turkish letters folded', () => {
  const lines = [line({}), line({ color: 'Lacivert', size: 'XL', externalProductCode: 'MY-7' })]
  expect(
    ['', 'KIRMIZI m', 'kirmizi', 'my-7', '8699512', 'pantolon lacivert', 'pantolon beyaz'].map(
      (search) => found(lines, { search }).length,
    ),
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
  const sorted = (column: string, direction: 'asc' | 'desc') =>
    found(lines, { sort: [{ column, direction }] })
  expect(sorted('color', 'asc').map(({ color }) => color)).toEqual(['Çimen', 'Zümrüt', null])
  expect(sorted('color', 'desc').map(({ color }) => color)).toEqual(['Zümrüt', 'Çimen', null])
  expect(sorted('confirmedQuantity', 'asc').map(({ poQuantity }) => poQuantity)).toEqual([3, 20, 100])
  expect(found(lines, {}).map(({ poQuantity }) => poQuantity)).toEqual([100, 20, 3])
  expect(found(lines, { filters: { state: { in: ['Pending'] } } })).toHaveLength(2)
})

test('[ORD-009] variants of one product stand by colour and size', () => {
  const lines = [line({ size: 'M' }), line({ size: 'L' }), line({ color: 'Beyaz', size: 'S' })]
  const sorted = found(lines, { sort: [{ column: 'productName', direction: 'asc' }] })
  expect(sorted.map(({ color, size }) => [color, size])).toEqual([
    ['Beyaz', 'S'],
    ['Kırmızı', 'L'],
    ['Kırmızı', 'M'],
  ])
})

test('[ORD-009] the column of states is wider where a line waits for somebody outside', () => {
  expect(stateWidth([line({ state: 'Pending' })], true)).toBe(150)
  expect(stateWidth([line({}), line({ state: 'WaitingExternalApproval' })], true)).toBe(168)
  expect(stateWidth([line({ rejectReason: 'OutOfStock' })], false)).toBe(210)
})

test('[ORD-009] the file has a column for what stands below the name beside the list', () => {
  expect(fileColumns(['productName', 'stock', 'state'], true)).toEqual([
    'product',
    'color',
    'size',
    'code',
    'gtin',
    'stock',
    'state',
  ])
  expect(fileColumns(['productName', 'gtin', 'lineTotal'], false)).toEqual([
    'product',
    'code',
    'gtin',
    'total',
  ])
})

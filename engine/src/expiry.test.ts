import { describe, expect, test } from 'vitest'
import { expiringUnits } from './expiry.ts'
import { makeEstate } from './estate.testing.ts'
import { solve } from './solve.ts'
import type { Common, Sku } from './snapshot.ts'

const common = { places: [{ isWarehouse: true }, { isWarehouse: false }] } as unknown as Common
type Lot = [days: number, units: number]
const skuOf = (stock: number, lots: readonly Lot[], at: 0 | 1 = 1): Sku =>
  ({
    place: Int32Array.of(0, 1),
    stock: Int32Array.from([0, 1], (pair) => (pair === at ? stock : 0)),
    reserved: new Int32Array(2),
    coverDays: new Int32Array(2).fill(9),
    lotPair: new Int32Array(lots.length).fill(at),
    lotDays: Int32Array.from(lots, ([days]) => days),
    lotUnits: Int32Array.from(lots, ([, units]) => units),
  }) as unknown as Sku

describe('[ENG-001] stock that expires before it sells', () => {
  // A store that sells one unit a day.
  test.each<[string, number, Lot[], number, number]>([
    ['nothing expires without batches', 20, [], 0, 0],
    ['all of a batch sells in time', 20, [[20, 20]], 0, 0],
    ['what is too much for its days is lost', 20, [[10, 20]], 10, 0],
    [
      'the older one sells first',
      20,
      [
        [10, 10],
        [15, 10],
      ],
      5,
      0,
    ],
    ['what has no batch lasts', 40, [[10, 20]], 10, 0],
    ['what has expired covers nothing and goes nowhere', 20, [[-3, 8]], 8, 8],
    ['what expires on the way goes nowhere', 20, [[9, 12]], 3, 12],
    [
      'batches beyond the stock were sold, the oldest first',
      10,
      [
        [2, 20],
        [40, 10],
      ],
      0,
      0,
    ],
  ])('%s', (_, stock, lots, expiring, unsendable) => {
    const found = expiringUnits(common, skuOf(stock, lots), (__, days) => days)
    expect([found.expiring[1], found.unsendable[1]]).toEqual([expiring, unsendable])
  })

  test('a warehouse loses what it cannot send in time', () => {
    const found = expiringUnits(
      common,
      skuOf(
        30,
        [
          [5, 10],
          [60, 20],
        ],
        0,
      ),
      () => 0,
    )
    expect([found.expiring[0], found.unsendable[0]]).toEqual([10, 10])
  })

  test('is no cover: its store is refilled, and the work order says what expires', () => {
    const estate = makeEstate({ stores: 4, styles: 1, sizes: 1, seed: 3 })
    const sku = estate.shards[0]?.skus[0]
    if (!sku) throw new Error('there is a SKU')
    sku.stock.fill(200)
    sku.stock[0] = 1_000
    const before = solve(estate.common, { skus: [sku] }).proposals
    expect(before.filter(({ to }) => to === 2)).toEqual([])
    const expires = {
      ...sku,
      lotPair: Int32Array.of(2),
      lotDays: Int32Array.of(0),
      lotUnits: Int32Array.of(200),
    }
    const order = solve(estate.common, { skus: [expires] }).proposals.find(({ to }) => to === 2)
    expect(order).toMatchObject({ from: 0, recipient: { stock: 200, expiring: 200 } })
  })
})

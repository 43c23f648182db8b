import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeEstate, type Estate } from './estate.testing.ts'
import { flag, type Answer, type Sku } from './snapshot.ts'
import { settle } from './settle.ts'
import { solve } from './solve.ts'

const all = ({ common, shards }: Estate): Omit<Answer, 'sets'> => {
  const answers = shards.map((shard) => solve(common, shard))
  return {
    proposals: answers.flatMap(({ proposals }) => proposals),
    nothing: answers.flatMap(({ nothing }) => nothing),
  }
}
const skusOf = ({ shards }: Estate): Map<string, Sku> =>
  new Map(shards.flatMap(({ skus }) => skus).map((sku) => [sku.code, sku]))

const estates = fc.record({
  stores: fc.integer({ min: 1, max: 8 }),
  styles: fc.integer({ min: 1, max: 3 }),
  sizes: fc.integer({ min: 1, max: 4 }),
  weeks: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
})

describe('[ENG-001] work orders', () => {
  test('keep stock, retention, roles, network and packs, and no place both sends and receives a SKU', () => {
    fc.assert(
      fc.property(
        estates,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 3 }),
        (size, pack, keeps) => {
          const estate = makeEstate(size)
          for (const sku of skusOf(estate).values()) {
            sku.pack = pack
            sku.retention.fill(keeps)
            // Stock may be counted below zero.
            if (sku.stock.length > 1) sku.stock[1] = -3
          }
          const { common } = estate
          const lanes = new Set(Array.from(common.lanes.from, (from, at) => `${from}>${common.lanes.to[at]}`))
          const { proposals } = all(estate)
          for (const [code, mine] of Map.groupBy(proposals, ({ sku }) => sku)) {
            const sku = skusOf(estate).get(code)
            const sent = new Map<number, number>()
            for (const { from, to, quantity, pack: by, gain } of mine) {
              expect(lanes.has(`${from}>${to}`)).toBe(true)
              expect(quantity).toBeGreaterThan(0)
              expect(quantity % by).toBe(0)
              expect(gain).toHaveLength(quantity / by)
              expect(common.places[to]?.isWarehouse).toBe(false)
              sent.set(from, (sent.get(from) ?? 0) + quantity)
            }
            for (const [from, units] of sent) {
              const stock = Math.max(0, (sku?.stock[from] ?? 0) - (sku?.reserved[from] ?? 0))
              const display = common.places[from]?.isWarehouse ? 0 : (sku?.minimumDisplay[from] ?? 0)
              expect(units).toBeLessThanOrEqual(Math.max(0, stock - Math.max(keeps, display)))
              expect(mine.some(({ to }) => to === from)).toBe(false)
            }
          }
        },
      ),
      { numRuns: 60, seed: 11 },
    )
  })

  test('are the same bytes for the same snapshot, whatever was solved before', () => {
    const size = { stores: 12, styles: 4, seed: 5 }
    const once = JSON.stringify(all(makeEstate(size)))
    all(makeEstate({ stores: 5, styles: 2, seed: 9 }))
    expect(JSON.stringify(all(makeEstate(size)))).toBe(once)
    expect(JSON.parse(once)).toMatchObject({ proposals: expect.arrayContaining([expect.anything()]) })
  })

  test('each place and SKU has a work order or a reason why not', () => {
    const estate = makeEstate({ stores: 10, styles: 3, seed: 2 })
    const { proposals, nothing } = all(estate)
    const seen = new Set([
      ...proposals.flatMap(({ sku, from, to }) => [`${sku} ${from}`, `${sku} ${to}`]),
      ...nothing.map(({ sku, place }) => `${sku} ${place}`),
    ])
    for (const sku of skusOf(estate).values())
      for (const place of sku.place) if (place > 0) expect(seen.has(`${sku.code} ${place}`)).toBe(true)
    for (const one of proposals) {
      expect(one.net).toBeCloseTo(
        one.gain.reduce((sum, value) => sum + value, 0) -
          one.loss.reduce((sum, value) => sum + value, 0) -
          one.laneCost,
        0,
      )
      expect(one.bound.length).toBeGreaterThan(0)
    }
  })

  test('[WRK-003] a muted place gets nothing and gives nothing', () => {
    const estate = makeEstate({ stores: 6, styles: 2, seed: 4 })
    for (const sku of skusOf(estate).values()) sku.flags[3] = flag.muted
    const { proposals, nothing } = all(estate)
    expect(proposals.filter(({ from, to }) => from === 3 || to === 3)).toEqual([])
    expect(new Set(nothing.filter(({ place }) => place === 3).map(({ code }) => code))).toEqual(
      new Set(['Muted']),
    )
  })

  test('stock in transit covers demand like stock that is there', () => {
    const estate = makeEstate({ stores: 6, styles: 2, seed: 4 })
    const before = all(estate).proposals.filter(({ type }) => type === 'DRP').length
    for (const sku of skusOf(estate).values()) sku.inTransit.fill(500)
    const after = all(estate)
    expect(before).toBeGreaterThan(0)
    expect(after.proposals).toEqual([])
    expect(new Set(after.nothing.map(({ code }) => code))).toEqual(new Set(['EnoughStock']))
  })

  test('a lane that is closed for a SKU is not taken by it', () => {
    const estate = makeEstate({ stores: 6, styles: 2, seed: 4 })
    const every = Int32Array.from(estate.common.lanes.from, (_, lane) => lane)
    for (const sku of skusOf(estate).values()) sku.closedLanes = every
    expect(all(estate).proposals).toEqual([])
  })

  test('only types that are asked for are made', () => {
    const estate = makeEstate({ stores: 8, styles: 3, seed: 6 })
    for (const type of ['PRP', 'DRP', 'RRP'] as const) {
      const { proposals } = all({ ...estate, common: { ...estate.common, types: [type] } })
      expect(new Set(proposals.map((one) => one.type))).toEqual(new Set([type]))
    }
  })
})

describe('[ENG-001] what holds over all products', () => {
  const estate = makeEstate({ stores: 8, styles: 4, seed: 8 })
  const { proposals } = all(estate)
  const unitsTo = (place: number, orders: readonly { to: number; quantity: number }[]) =>
    orders.filter(({ to }) => to === place).reduce((sum, { quantity }) => sum + quantity, 0)

  test('no store receives more units than its bound, and the work order names it', () => {
    const bound = {
      rule: 'PR-00002',
      target: 'Recipient',
      measure: 'Units',
      most: 3,
      places: null,
      skus: null,
    } as const
    const { kept, dropped } = settle(estate.common, proposals, {
      bounds: [bound],
      laneCost: 0,
      leastLaneValue: 0,
    })
    for (let place = 1; place <= 8; place++) expect(unitsTo(place, kept)).toBeLessThanOrEqual(3)
    expect(Math.max(...estate.common.places.map((_, place) => unitsTo(place, proposals)))).toBeGreaterThan(3)
    expect(dropped.every(({ code }) => code === 'Constraint')).toBe(true)
    const [whole] = proposals
    if (!whole) throw new Error('there are proposals')
    const doubled = { ...whole, quantity: whole.quantity * 2, gain: [...whole.gain, ...whole.gain] }
    const most = { ...bound, most: whole.quantity }
    expect(
      settle(estate.common, [doubled], { bounds: [most], laneCost: 0, leastLaneValue: 0 }).kept,
    ).toMatchObject([
      { quantity: whole.quantity, rules: ['PR-00002'], bound: expect.arrayContaining(['Constraint']) },
    ])
    expect(dropped.length + kept.length).toBe(proposals.length)
    for (const { quantity, gain, pack } of kept) expect(gain).toHaveLength(quantity / pack)
  })

  test('a lane between stores that does not bring its cost is left out as a whole', () => {
    const laneCost = 60
    const { kept, dropped } = settle(estate.common, proposals, { bounds: [], laneCost, leastLaneValue: 0 })
    for (const [, mine] of Map.groupBy(
      kept.filter(({ from }) => from !== 0),
      ({ from, to }) => `${from}>${to}`,
    ))
      expect(mine.reduce((sum, { net }) => sum + net, 0)).toBeGreaterThanOrEqual(laneCost)
    expect(dropped.every(({ code }) => code === 'LaneCost')).toBe(true)
    expect(dropped.length).toBeGreaterThan(0)
  })
})

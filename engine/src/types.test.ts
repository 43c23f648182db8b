import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeEstate, type Estate } from './estate.testing.ts'
import { settle } from './settle.ts'
import { flag, workTypes, type Common, type Proposal, type Sku, type WorkType } from './snapshot.ts'
import { solve } from './solve.ts'

// Each type of work order by a small case that can be worked out by hand, and by what holds for every estate.

const weeks = 20
const steady = (places: number) => new Float64Array(places).fill(1)

/** A warehouse (0), and stores with this stock of each size; a store sells `sold` units a week, the same each week. */
function shop(
  types: readonly WorkType[],
  sizes: readonly { stock: readonly number[]; sold: readonly number[]; more?: (sku: Sku) => void }[],
  common: Partial<Common> = {},
): Estate {
  const places = sizes[0]?.stock.length ?? 0
  const lanes: [number, number][] = []
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++) if (from !== to) lanes.push([from, to])
  return {
    common: {
      weeks,
      types,
      places: Array.from({ length: places }, (_, at) => ({
        code: at === 0 ? 'W' : `S${at}`,
        isWarehouse: at === 0,
        role: 'Wildcard',
      })),
      lanes: {
        from: Int32Array.from(lanes, ([from]) => from),
        to: Int32Array.from(lanes, ([, to]) => to),
        unitCost: new Float64Array(lanes.length).fill(1),
      },
      seasons: [new Float64Array(weeks).fill(1)],
      placeFactor: steady(places),
      seriesFactor: [steady(places)],
      depth: [new Float64Array(places)],
      horizonWeeks: 4,
      priorWeeks: 0,
      unitHandlingCost: 0,
      brokenSetValue: 0.5,
      holdBack: 0.5,
      clearance: 0.5,
      remnant: 3,
      underPerformance: 0.5,
      benchmarkWeeks: 8,
      ...common,
    },
    shards: [{ skus: sizes.map(({ stock, sold, more }, at) => skuOf(at, stock, sold, more)) }],
  }
}

function skuOf(
  size: number,
  stock: readonly number[],
  sold: readonly number[],
  more?: (sku: Sku) => void,
): Sku {
  const places = stock.length
  const ints = () => new Int32Array(places)
  const history = sold.flatMap((units, pair) =>
    units > 0 ? Array.from({ length: weeks }, (_, week) => [pair, week, units] as const) : [],
  )
  const sku: Sku = {
    code: `P-${size}`,
    style: 0,
    season: 0,
    margin: 50,
    price: 100,
    alike: [],
    isFirst: false,
    likeRate: 0,
    endsIn: null,
    pack: 1,
    storePack: 1,
    place: Int32Array.from(stock, (_, at) => at),
    stock: Int32Array.from(stock),
    inTransit: ints(),
    reserved: ints(),
    flags: new Uint8Array(places),
    closedLanes: new Int32Array(0),
    minimumDisplay: ints(),
    startQuantity: ints(),
    retention: ints(),
    coverDays: new Int32Array(places).fill(9),
    serviceLevel: new Float64Array(places).fill(0.95),
    soldPair: Int32Array.from(history, ([pair]) => pair),
    soldWeek: Int32Array.from(history, ([, week]) => week),
    soldUnits: Int32Array.from(history, ([, , units]) => units),
    shortPair: new Int32Array(0),
    shortWeek: new Int32Array(0),
    shortDays: new Int32Array(0),
    sinceWeek: ints(),
    offerPair: new Int32Array(0),
    offerWeek: new Int32Array(0),
    offerPrice: new Float64Array(0),
    offerShown: new Float64Array(0),
    listPrice: new Float64Array(0),
    offerLift: new Float64Array(0),
    lotPair: new Int32Array(0),
    lotDays: new Int32Array(0),
    lotUnits: new Int32Array(0),
  }
  more?.(sku)
  return sku
}

const proposalsOf = ({ common, shards }: Estate): Proposal[] =>
  shards.flatMap((shard) => solve(common, shard).proposals)
const moves = (estate: Estate) =>
  proposalsOf(estate).map(({ type, sku, from, to, quantity }) => `${type} ${sku} ${from}>${to} ${quantity}`)
const absentAt =
  (...places: number[]) =>
  (sku: Sku) => {
    for (const place of places) {
      sku.flags[place] = flag.absent
      sku.sinceWeek[place] = weeks
    }
  }
const first = (sku: Sku) => {
  absentAt(1, 2, 3)(sku)
  sku.isFirst = true
  sku.likeRate = 1 / 7
}

describe('[ENG-001] FAL, the first allocation of a new product', () => {
  test('gives each chosen store a full set of sizes and holds back what it has to', () => {
    const estate = shop(
      ['FAL'],
      [
        { stock: [4, 0, 0, 0], sold: [0, 0, 0, 0], more: first },
        { stock: [40, 0, 0, 0], sold: [0, 0, 0, 0], more: first },
      ],
    )
    const proposals = proposalsOf(estate)
    // Half of four units of the first size may leave: two stores get a set, the third one none of either size.
    const sets = Map.groupBy(proposals, ({ to }) => to)
    expect([...sets.keys()].toSorted()).toEqual([1, 2])
    for (const [, mine] of sets) expect(new Set(mine.map(({ sku }) => sku))).toEqual(new Set(['P-0', 'P-1']))
    const units = (code: string) =>
      proposals.filter(({ sku }) => sku === code).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(units('P-0')).toBe(2)
    expect(units('P-1')).toBeGreaterThan(2)
    expect(units('P-1')).toBeLessThanOrEqual(20)
    expect(proposals.every(({ type, bound }) => type === 'FAL' && bound.includes('FullSet'))).toBe(true)
  })
})

describe('[ENG-001] PDL, a product that is newly listed', () => {
  test('brings stores to their start quantity, whatever is expected to be sold', () => {
    const listed = (sku: Sku) => {
      first(sku)
      sku.likeRate = 0
      sku.startQuantity.set([0, 2, 3, 0])
      sku.minimumDisplay.set([0, 4, 0, 0])
    }
    expect(moves(shop(['PDL'], [{ stock: [50, 0, 0, 0], sold: [0, 0, 0, 0], more: listed }]))).toEqual([
      'PDL P-0 0>1 4',
      'PDL P-0 0>2 3',
    ])
  })
})

describe('[ENG-001] RBD, a product recommended to a store without it', () => {
  test('is a set for a store that holds none of its sizes, as far as a store may be recommended products', () => {
    const estate = shop(
      ['RBD'],
      [
        { stock: [9, 5, 5, 0], sold: [0, 2, 2, 0], more: absentAt(3) },
        { stock: [9, 5, 5, 0], sold: [0, 2, 2, 0], more: absentAt(3) },
      ],
    )
    expect(moves(estate)).toEqual(['RBD P-0 0>3 1', 'RBD P-1 0>3 1'])
    const bound = {
      rule: 'recommendedProducts',
      target: 'Recipient',
      measure: 'Lines',
      places: null,
      skus: null,
    } as const
    const most = (count: number) =>
      settle(estate.common, proposalsOf(estate), {
        bounds: [{ ...bound, most: count, types: new Set(['RBD']) }],
        laneCost: 0,
        leastLaneValue: 0,
      }).kept
    expect(most(1)).toHaveLength(1)
    expect(most(2)).toHaveLength(2)
  })

  test('is worth less where the store has many styles of the kind', () => {
    const sizes = [{ stock: [9, 5, 0], sold: [0, 2, 0], more: absentAt(2) }]
    const [alone] = proposalsOf(shop(['RBD'], sizes))
    const [crowded] = proposalsOf(shop(['RBD'], sizes, { depth: [Float64Array.from([0, 0, 5])] }))
    expect(crowded?.net).toBeLessThan(alone?.net ?? 0)
  })
})

describe('[ENG-001] DSC, remnants', () => {
  test('of a store below a sellable set leave together, for the store with the set', () => {
    expect(
      moves(
        shop(
          ['DSC'],
          [
            { stock: [0, 1, 4], sold: [0, 0, 3] },
            { stock: [0, 0, 4], sold: [0, 0, 3] },
          ],
        ),
      ),
    ).toEqual(['DSC P-0 1>2 1'])
  })

  test('of a warehouse go to the stores that still sell an ending product, and stay where they would not be sold', () => {
    const ending = (sku: Sku) => {
      sku.endsIn = 14
    }
    const proposals = proposalsOf(shop(['DSC'], [{ stock: [40, 1, 1], sold: [0, 5, 0], more: ending }]))
    expect(proposals).toMatchObject([{ type: 'DSC', from: 0, to: 1 }])
    // Ten are expected to be sold in two weeks; hardly anybody wants a thirtieth.
    expect(proposals[0]?.quantity).toBeGreaterThan(6)
    expect(proposals[0]?.quantity).toBeLessThan(30)
  })
})

describe('[ENG-001] ELC, the end of a product', () => {
  const ending = (sku: Sku) => {
    sku.endsIn = 21
    sku.retention.fill(2)
    sku.minimumDisplay.fill(1)
  }
  test('empties the store that sells nothing for the one that sells it, and opens no further store', () => {
    const estate = shop(['ELC'], [{ stock: [0, 4, 2, 0], sold: [0, 0, 4, 4], more: ending }])
    expect(moves(estate)).toEqual(['ELC P-0 1>2 4'])
  })

  test('does not touch a product that goes on', () => {
    expect(moves(shop(['ELC'], [{ stock: [0, 4, 2, 0], sold: [0, 0, 4, 4] }]))).toEqual([])
  })
})

describe('[ENG-001] PBC, a product that sells worse at one store', () => {
  const stock = [0, 12, 4, 4, 4, 4, 4]
  test('is proposed to where it sells well, with the price at which the store would sell it', () => {
    const proposals = proposalsOf(shop(['PBC'], [{ stock, sold: [0, 0, 3, 3, 3, 3, 3] }]))
    expect(proposals.length).toBeGreaterThan(0)
    for (const { type, from, revisedPrice, bound } of proposals)
      expect({ type, from, revisedPrice, bound }).toEqual({
        type: 'PBC',
        from: 1,
        // Half of 100: further down no price goes.
        revisedPrice: 50,
        bound: ['UnderPerformance'],
      })
    expect(proposals.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(12)
  })

  test('is not proposed where all sell alike', () => {
    expect(moves(shop(['PBC'], [{ stock: [0, 4, 4, 4, 4, 4, 4], sold: [0, 3, 3, 3, 3, 3, 3] }]))).toEqual([])
  })
})

describe('[ENG-001] all types together', () => {
  test('no place both sends and receives a SKU, nobody gives more than is there, and all types are asked for', () => {
    fc.assert(
      fc.property(
        fc.record({
          stores: fc.integer({ min: 2, max: 9 }),
          styles: fc.integer({ min: 1, max: 4 }),
          sizes: fc.integer({ min: 1, max: 4 }),
          weeks: fc.integer({ min: 1, max: 60 }),
          seed: fc.integer({ min: 1, max: 1_000_000 }),
        }),
        fc.integer({ min: 1, max: 3 }),
        fc.subarray([...workTypes], { minLength: 1 }),
        (size, pack, types) => {
          const { common, shards } = makeEstate(size)
          for (const [at, sku] of shards.flatMap(({ skus }) => skus).entries()) {
            sku.pack = pack
            sku.storePack = 1 + (at % 2)
            if (sku.style % 4 === 0) sku.endsIn = 10
            if (sku.style % 4 === 1) {
              sku.isFirst = true
              sku.likeRate = 0.3
              sku.startQuantity.fill(2)
              sku.startQuantity[0] = 0
              for (let pair = 1; pair < sku.place.length; pair++) {
                sku.stock[pair] = 0
                sku.flags[pair] = flag.absent
              }
              for (const name of [
                'soldPair',
                'soldWeek',
                'soldUnits',
                'shortPair',
                'shortWeek',
                'shortDays',
              ] as const)
                sku[name] = new Int32Array(0)
            }
          }
          const estate = { common: { ...common, types }, shards }
          const lanes = new Set(Array.from(common.lanes.from, (from, at) => `${from}>${common.lanes.to[at]}`))
          const proposals = proposalsOf(estate)
          for (const sku of shards.flatMap(({ skus }) => skus)) {
            const mine = proposals.filter((one) => one.sku === sku.code)
            const sent = new Map<number, number>()
            for (const one of mine) {
              expect(types).toContain(one.type)
              expect(lanes.has(`${one.from}>${one.to}`)).toBe(true)
              expect(one.quantity % one.pack).toBe(0)
              expect(one.bound.length).toBeGreaterThan(0)
              expect(one.revisedPrice !== null).toBe(one.type === 'PBC')
              expect(mine.some(({ to }) => to === one.from)).toBe(false)
              sent.set(one.from, (sent.get(one.from) ?? 0) + one.quantity)
            }
            for (const [from, units] of sent)
              expect(units).toBeLessThanOrEqual(Math.max(0, sku.stock[from] ?? 0))
          }
          expect(proposalsOf(estate)).toEqual(proposals)
        },
      ),
      { numRuns: 60, seed: 12 },
    )
  })
})

describe('[ENG-003] substitution', () => {
  const alike = (code: string) => (sku: Sku) => {
    sku.alike = [{ code, share: 0.6, declared: false }]
    sku.style = Number(sku.code.slice(-1))
  }
  const sizes = [
    { stock: [0, 0, 0], sold: [0, 3, 1], more: alike('P-1') },
    { stock: [20, 2, 2], sold: [0, 1, 1], more: alike('P-0') },
  ]

  test('proposes what stands in for a SKU that no sender has, and takes its stock', () => {
    const proposals = proposalsOf(shop(['DRP'], sizes))
    const instead = proposals.find(({ substitute }) => substitute !== null)
    expect(instead).toMatchObject({ type: 'DRP', sku: 'P-0', substitute: 'P-1', from: 0, to: 1 })
    expect(instead?.bound).toContain('Substitute')
    const taken = proposals
      .filter(({ sku, substitute, from }) => from === 0 && (substitute ?? sku) === 'P-1')
      .reduce((sum, { quantity }) => sum + quantity, 0)
    expect(taken).toBeLessThanOrEqual(20)
  })

  test('proposes nothing instead where the SKU is there', () => {
    const there = [{ ...sizes[0], stock: [20, 0, 0] }, sizes[1]] as typeof sizes
    expect(proposalsOf(shop(['DRP'], there)).every(({ substitute }) => substitute === null)).toBe(true)
  })

  test('leaves a store alone that still has the SKU', () => {
    const there = [{ ...sizes[0], stock: [0, 1, 1] }, sizes[1]] as typeof sizes
    expect(proposalsOf(shop(['DRP'], there)).every(({ substitute }) => substitute === null)).toBe(true)
  })
})

describe('[ENG-001] odd networks and sizes', () => {
  /** Only these ways are there, by place. */
  const ways = (...pairs: [number, number][]): Common['lanes'] => ({
    from: Int32Array.from(pairs, ([from]) => from),
    to: Int32Array.from(pairs, ([, to]) => to),
    unitCost: new Float64Array(pairs.length).fill(1),
  })

  test('goods do not go around in a circle of ways', () => {
    const circle = ways([1, 2], [2, 3], [3, 1])
    const proposals = proposalsOf(
      shop(['DRP'], [{ stock: [0, 30, 0, 0], sold: [0, 1, 2, 2] }], { lanes: circle }),
    )
    // The third store has no way from the first one but through the second, which keeps what it gets.
    expect(proposals.map(({ from, to }) => [from, to])).toEqual([[1, 2]])
    expect(proposals[0]?.quantity).toBeLessThanOrEqual(30)
    const nobody = proposalsOf(
      shop(['DRP'], [{ stock: [0, 5, 5, 5], sold: [0, 2, 2, 2] }], { lanes: circle }),
    )
    expect(nobody).toEqual([])
  })

  test('a size that is the only one of its style has no set: nothing is repaired, and nobody is asked', () => {
    const alone = [{ stock: [0, 9, 0], sold: [0, 1, 2] }]
    let asked = 0
    const answer = (types: readonly WorkType[]) => {
      const { common, shards } = shop(types, alone)
      return shards.map((shard) =>
        solve(common, shard, () => {
          asked += 1
          return 'Fault'
        }),
      )
    }
    expect(answer(['RRP']).flatMap(({ proposals }) => proposals)).toEqual([])
    expect(answer(['RRP']).flatMap(({ nothing }) => nothing).length).toBeGreaterThan(0)
    const both = answer(['DRP', 'RRP']).flatMap(({ proposals }) => proposals)
    expect(both.map(({ type, sets }) => [type, sets])).toEqual([['DRP', null]])
    expect(asked).toBe(0)
  })
})

import fc from 'fast-check'
import { loadHighs, type Highs } from './highs.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasFlows, knownFlows, readFlow, readSites, withoutFlows, type Sites } from './flow.testing.ts'
import { minCostFlow, type Network } from './min-cost-flow.ts'
import { solveMip, type Mip } from './mip.ts'

let highs: Highs
beforeAll(async () => {
  highs = await loadHighs()
})
const limits = { seconds: 100, nodes: 100_000 }

type Row = { lower: number; upper: number; terms: readonly (readonly [column: number, value: number])[] }
const program = (columns: { cost: number; upper: number; whole?: boolean }[], rows: Row[]): Mip => ({
  isMaximised: false,
  cost: Float64Array.from(columns, ({ cost }) => cost),
  lower: new Float64Array(columns.length),
  upper: Float64Array.from(columns, ({ upper }) => upper),
  whole: Int32Array.from(columns, ({ whole }) => Number(whole ?? false)),
  rowLower: Float64Array.from(rows, ({ lower }) => lower),
  rowUpper: Float64Array.from(rows, ({ upper }) => upper),
  rowStarts: Int32Array.from([0, ...rows], (_, at) =>
    rows.slice(0, at).reduce((sum, { terms }) => sum + terms.length, 0),
  ),
  columns: Int32Array.from(rows.flatMap(({ terms }) => terms.map(([column]) => column))),
  values: Float64Array.from(rows.flatMap(({ terms }) => terms.map(([, value]) => value))),
})

/** What leaves a node less what enters it is what it gives; `mayStay`: demand may stay open. */
function flowProgram({ nodes, supply, from, to, capacity, cost }: Network, mayStay: boolean): Mip {
  const rows = Array.from({ length: nodes }, (_, node): Row & { terms: [number, number][] } => {
    const gives = supply[node] ?? 0
    return { lower: gives, upper: mayStay && gives < 0 ? 0 : gives, terms: [] }
  })
  for (let arc = 0; arc < from.length; arc++) {
    rows[from[arc] ?? 0]?.terms.push([arc, 1])
    rows[to[arc] ?? 0]?.terms.push([arc, -1])
  }
  return program(
    cost.map((one, arc) => ({ cost: one, upper: capacity[arc] ?? 0 })),
    rows,
  )
}

/** Each customer is served from open sites; columns of parts by site × customers + customer, then of sites. */
function sitesProgram({ sites, customers }: Sites, hasCapacity: boolean): Mip {
  const parts = sites.length * customers.length
  return program(
    [
      ...sites.flatMap((_, site) => customers.map(({ cost }) => ({ cost: cost[site] ?? 0, upper: 1 }))),
      ...sites.map(({ fixed }) => ({ cost: fixed, upper: 1, whole: true })),
    ],
    [
      ...customers.map((_, customer): Row => ({
        lower: 1,
        upper: 1,
        terms: sites.map((__, site) => [site * customers.length + customer, 1] as const),
      })),
      ...sites.flatMap((_, site) =>
        customers.map((__, customer): Row => ({
          lower: -Infinity,
          upper: 0,
          terms: [
            [site * customers.length + customer, 1],
            [parts + site, -1],
          ],
        })),
      ),
      ...(hasCapacity ? sites : []).map(({ capacity }, site): Row => ({
        lower: -Infinity,
        upper: 0,
        terms: [
          ...customers.map(({ demand }, customer) => [site * customers.length + customer, demand] as const),
          [parts + site, -capacity],
        ],
      })),
    ],
  )
}

describe('[ENG-001] programs with whole numbers', () => {
  test.skipIf(!hasFlows)(`cap41 costs what is published${withoutFlows}`, () => {
    const { capacitated, uncapacitated } = knownFlows['orlib-cap41.txt'] ?? {}
    const sites = readSites('orlib-cap41.txt')
    for (const [hasCapacity, published] of [
      [true, capacitated],
      [false, uncapacitated],
    ] as const) {
      const answer = solveMip(highs, sitesProgram(sites, hasCapacity), limits)
      expect(answer.state).toBe('Optimal')
      expect(answer.state === 'Optimal' && answer.objective).toBeCloseTo(published ?? 0, 2)
    }
  })

  test.skipIf(!hasFlows).each(Object.entries(knownFlows).filter(([name]) => name.endsWith('.min')))(
    `the flow of %s costs what an independent solver found${withoutFlows}`,
    (name, { feasible, minimum }) => {
      const answer = solveMip(highs, flowProgram(readFlow(name), name.startsWith('short')), limits)
      expect(answer.state).toBe(feasible ? 'Optimal' : 'Infeasible')
      if (answer.state === 'Optimal') expect(answer.objective).toBeCloseTo(minimum ?? 0, 4)
    },
  )

  const nodes = 6
  const arcs = fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: nodes - 1 }),
      to: fc.integer({ min: 0, max: nodes - 1 }),
      capacity: fc.integer({ min: 0, max: 9 }),
      cost: fc.integer({ min: 0, max: 20 }),
    }),
    { maxLength: 20 },
  )
  test('agree with our own flow on 1,000 random networks', () => {
    let feasible = 0
    fc.assert(
      fc.property(arcs, fc.integer({ min: 1, max: 5 }), (all, units) => {
        // From the first node to the last; no way leads back to where it begins, and no two are the same.
        const ways = [...new Map(all.map((arc) => [`${arc.from} ${arc.to}`, arc])).values()].filter(
          ({ from, to }) => from !== to,
        )
        fc.pre(ways.length > 0)
        const network: Network = {
          nodes,
          supply: Array.from({ length: nodes }, (_, node) =>
            node === 0 ? units : node === nodes - 1 ? -units : 0,
          ),
          from: ways.map(({ from }) => from),
          to: ways.map(({ to }) => to),
          capacity: ways.map(({ capacity }) => capacity),
          cost: ways.map(({ cost }) => cost),
        }
        const own = minCostFlow(network)
        const answer = solveMip(highs, flowProgram(network, false), limits)
        expect(answer.state === 'Optimal').toBe(own.feasible)
        if (answer.state !== 'Optimal') return
        feasible += 1
        expect(answer.objective).toBeCloseTo(own.cost, 6)
      }),
      { numRuns: 1_000, seed: 3 },
    )
    expect(feasible).toBeGreaterThan(100)
  })
})

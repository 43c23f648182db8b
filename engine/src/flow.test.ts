import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasFlows, knownFlows, readFlow, withoutFlows } from './flow.testing.ts'
import { minCostFlow } from './min-cost-flow.ts'
import { transfer, type TransferProblem } from './transfer.ts'

describe('[ENG-001] the cheapest flow', () => {
  const files = Object.entries(knownFlows).filter(([name]) => name.endsWith('.min'))
  test.skipIf(!hasFlows).each(files)(
    `of %s is what an independent solver found${withoutFlows}`,
    (name, { feasible, minimum }) => {
      const found = minCostFlow(readFlow(name), { mayStay: name.startsWith('short') })
      expect(found.feasible).toBe(feasible)
      if (feasible) expect(found.cost).toBe(minimum)
    },
  )

  test('keeps capacities and balances', () => {
    const network = {
      nodes: 3,
      supply: [4, 0, -4],
      from: [0, 1, 0],
      to: [1, 2, 2],
      capacity: [3, 3, 2],
      cost: [1, 1, 9],
    }
    expect(minCostFlow(network)).toEqual({ feasible: true, cost: 15, flow: [3, 3, 1] })
    expect(minCostFlow({ ...network, supply: [6, 0, -6] }).feasible).toBe(false)
  })
})

const falling = (most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 100 }), { maxLength: most })
    .map((values) => Float64Array.from(values.toSorted((a, b) => b - a)))
const problems = fc
  .tuple(
    fc.array(falling(5), { minLength: 1, maxLength: 5 }),
    fc.array(falling(5), { minLength: 1, maxLength: 5 }),
  )
  .chain(([loss, value]) =>
    fc
      .array(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Infinity)), {
        minLength: loss.length * value.length,
        maxLength: loss.length * value.length,
      })
      .map((cost): TransferProblem => ({
        loss: loss.map((one) => one.toReversed()),
        value,
        cost: Float64Array.from(cost),
      })),
  )

/** The best there is, as a flow: a unit that is not worth its way stays where it is. */
function optimum({ loss, value, cost }: TransferProblem): number {
  const top = 200
  const arcs: [number, number, number, number][] = []
  const [source, sink] = [loss.length + value.length, loss.length + value.length + 1]
  let units = 0
  for (const [sender, losses] of loss.entries())
    for (const one of losses) {
      arcs.push([source, sender, 1, one])
      units++
    }
  for (const [receiver, values] of value.entries())
    for (const one of values) arcs.push([loss.length + receiver, sink, 1, top - one])
  for (let sender = 0; sender < loss.length; sender++)
    for (let receiver = 0; receiver < value.length; receiver++) {
      const way = cost[sender * value.length + receiver] ?? Infinity
      if (way < Infinity) arcs.push([sender, loss.length + receiver, units, way])
    }
  arcs.push([source, sink, units, top])
  const column = (at: 0 | 1 | 2 | 3) => arcs.map((arc) => arc[at])
  const supply = Array<number>(sink + 1).fill(0)
  supply[source] = units
  supply[sink] = -units
  const { cost: paid } = minCostFlow({
    nodes: sink + 1,
    supply,
    from: column(0),
    to: column(1),
    capacity: column(2),
    cost: column(3),
  })
  return units * top - paid
}

describe('[ENG-001] transfers of a SKU', () => {
  test('are the best there is over 1,000 random problems, and keep what each may send', () => {
    let [made, best] = [0, 0]
    fc.assert(
      fc.property(problems, (problem) => {
        const { units, objective } = transfer(problem)
        const most = optimum(problem)
        expect(objective).toBeLessThanOrEqual(most + 1e-6)
        made += objective
        best += most
        for (const [sender, losses] of problem.loss.entries()) {
          let sent = 0
          for (let receiver = 0; receiver < problem.value.length; receiver++)
            sent += units[sender * problem.value.length + receiver] ?? 0
          expect(sent).toBeLessThanOrEqual(losses.length)
        }
        for (const [at, count] of units.entries()) if (problem.cost[at] === Infinity) expect(count).toBe(0)
      }),
      { numRuns: 1_000, seed: 7 },
    )
    expect(best).toBeGreaterThan(0)
    expect(made / best).toBeGreaterThanOrEqual(0.999999)
  })
})

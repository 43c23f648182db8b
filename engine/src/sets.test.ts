import { loadHighs, type Highs } from './highs.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeEstate } from './estate.testing.ts'
import { quickSets, solveSets, worthOf, type SetAnswer, type SetProblem } from './sets.ts'
import { solve } from './solve.ts'

let highs: Highs
beforeAll(async () => {
  highs = await loadHighs()
})
const limits = { seconds: 100 }

/** Questions of an estate whose warehouse has nothing left, so that stores help each other. */
function questions(size: Parameters<typeof makeEstate>[0]) {
  const { common, shards } = makeEstate(size)
  const asked: SetProblem[] = []
  const answer = (ask: (problem: SetProblem) => SetAnswer) =>
    shards.map(({ skus }) => {
      for (const sku of skus) sku.stock[0] = 0
      return solve({ ...common, types: ['DRP', 'RRP'] }, { skus }, (problem) => {
        asked.push(problem)
        return ask(problem)
      })
    })
  return { answer, asked }
}

describe('[ENG-001] size sets', () => {
  test('are answered together, never worse than each SKU by itself, and within what each may send', () => {
    const { answer, asked } = questions({ stores: 16, styles: 12, sizes: 4, seed: 3 })
    let [made, best] = [0, 0]
    answer((problem) => {
      const solved = solveSets(highs, problem, limits)
      if (typeof solved === 'string') throw new Error(solved)
      const [worth, before] = [worthOf(problem, solved.units), worthOf(problem, quickSets(problem).units)]
      // Proven to a thousandth.
      expect(worth).toBeGreaterThanOrEqual(before * 0.999)
      made += before
      best += worth
      for (const [sku, { loss, value, cost }] of problem.skus.entries())
        for (const [sender, losses] of loss.entries()) {
          const row = (solved.units[sku] ?? new Int32Array(0)).subarray(
            sender * value.length,
            (sender + 1) * value.length,
          )
          expect(row.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(losses.length)
          for (const [receiver, units] of row.entries())
            if (cost[sender * value.length + receiver] === Infinity) expect(units).toBe(0)
        }
      return solved
    })
    expect(asked.length).toBeGreaterThan(5)
    expect(best).toBeGreaterThan(made)
  })

  test('are the same bytes each time, and work orders say how they were decided', () => {
    const once = () => {
      const { answer } = questions({ stores: 10, styles: 4, sizes: 3, seed: 8 })
      return answer((problem) => solveSets(highs, problem, limits))
    }
    const [first] = once()
    expect(JSON.stringify(once())).toBe(JSON.stringify(once()))
    expect(first?.sets.Solved).toBeGreaterThan(0)
    const between = first?.proposals.filter(({ from }) => from > 0) ?? []
    expect(between.some(({ sets }) => sets === 'Solved')).toBe(true)
    for (const { gain, loss, laneCost, net } of between)
      expect(net).toBeCloseTo(
        gain.reduce((sum, one) => sum + one, 0) - loss.reduce((sum, one) => sum + one, 0) - laneCost,
        0,
      )
  })

  test.each(['TooLarge', 'Time', 'Memory', 'Fault'] as const)(
    'are found by the quick method without an answer (%s), which is told',
    (failure) => {
      const { answer } = questions({ stores: 10, styles: 4, sizes: 3, seed: 8 })
      const [first] = answer(() => failure)
      expect(first?.sets).toMatchObject({ Solved: 0, [failure]: expect.any(Number) })
      expect(first?.sets[failure]).toBeGreaterThan(0)
      expect(new Set(first?.proposals.flatMap(({ sets }) => sets ?? []))).toEqual(new Set([failure]))
      expect(first?.proposals.length).toBeGreaterThan(0)
    },
  )

  test('are not asked for where the quick method is proven to be as good', () => {
    const { answer, asked } = questions({ stores: 16, styles: 12, sizes: 4, seed: 3 })
    const answers = answer((problem) => {
      expect(quickSets(problem).isBest).toBe(false)
      return 'Fault'
    })
    const sets = answers.map((one) => one.sets)
    expect(sets.reduce((sum, { Solved }) => sum + Solved, 0)).toBeGreaterThan(0)
    expect(sets.reduce((sum, { Fault }) => sum + Fault, 0)).toBe(asked.length)
  })

  test('that are too large for any machine are left to the quick method', () => {
    const { answer, asked } = questions({ stores: 40, styles: 4, sizes: 5, seed: 4 })
    answer(() => 'Fault')
    expect(asked.length).toBeGreaterThan(0)
    for (const problem of asked)
      expect(solveSets(highs, problem, { ...limits, columns: 500 })).toBe('TooLarge')
  })
})

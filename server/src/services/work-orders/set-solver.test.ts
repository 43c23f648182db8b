import type { SetProblem } from '@kervan/engine/sets'
import { describe, expect, it } from 'vitest'
import { openSetSolver } from './set-solver.ts'

// Two sizes: the receiver has neither, the sender two of each. One unit of each is worth less than its way, both together
// make a set.
const sku = { loss: [Float64Array.of(1, 5)], value: [Float64Array.of(2)], cost: Float64Array.of(4) }
const problem: SetProblem = {
  skus: [sku, sku],
  sets: [
    {
      bonus: 10,
      gets: [
        { sku: 0, side: 0, pack: 0 },
        { sku: 1, side: 0, pack: 0 },
      ],
      keeps: [],
    },
  ],
}
const solved = { units: [Int32Array.of(1), Int32Array.of(1)], isWhole: Uint8Array.of(1) }
// Enough for a machine that is taken by others.
const limits = { seconds: 100, megabytes: 512 }
const script = (source: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort as port } from 'node:worker_threads'; ${source}`)}`,
  )

/** A question that HiGHS has to search for: 20 stores, 6 sizes, and bonuses that stand against each other. */
function hard(stores = 20, sizes = 6): SetProblem {
  let state = 7
  const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const skus = Array.from({ length: sizes }, () => ({
    loss: Array.from({ length: stores }, () =>
      Float64Array.from({ length: 2 }, () => 20 * chance()).toSorted(),
    ),
    value: Array.from({ length: stores }, () => Float64Array.of(12 * chance())),
    cost: Float64Array.from({ length: stores * stores }, () => 2 + 15 * chance()),
  }))
  return {
    skus,
    sets: Array.from({ length: stores }, (_, side) => ({
      bonus: 30 + 60 * chance(),
      gets: skus.map((__, at) => ({ sku: at, side, pack: 0 })),
      keeps: [],
    })),
  }
}

describe('[ENG-001] a question about size sets', () => {
  it('is answered with the best amounts, the same each time', async () => {
    const ask = openSetSolver(limits)
    expect(await ask(problem)).toEqual(solved)
    const one = await ask(hard())
    expect(one).toEqual(await openSetSolver(limits)(hard()))
  })

  it('that takes too long is given up, and the next one is answered', async () => {
    const ask = openSetSolver({ ...limits, seconds: 0 })
    expect(await ask(hard())).toBe('Time')
    expect(await openSetSolver(limits)(problem)).toEqual(solved)
  })

  it('for which nobody answers at all ends as well', async () => {
    const ask = openSetSolver({ ...limits, seconds: -14.9, script: script('port.on("message", () => {})') })
    expect(await ask(problem)).toBe('Time')
  })

  it('that takes too much memory is given up, and the thread lives on', async () => {
    const ask = openSetSolver({ ...limits, megabytes: 22, columns: 100_000 })
    expect([await ask(hard(100, 4)), await ask(hard(100, 4)), await ask(problem)]).toEqual([
      'Memory',
      'Memory',
      solved,
    ])
  })

  it('whose solver dies or fails is given up, and a new one answers the next', async () => {
    for (const end of ['process.exit(1)', 'throw new Error("broken")']) {
      const ask = openSetSolver({
        ...limits,
        script: script(`port.on("message", () => { ${end} })`),
      })
      expect([await ask(problem), await ask(problem)]).toEqual(['Fault', 'Fault'])
    }
  })
})

import { expect, it } from 'vitest'
import { openLanes, QueueFull } from './lanes.ts'

const gate = () => Promise.withResolvers<void>()

it('[ITS-001] a company has one inquiry at a time; the others see how many come before them', async () => {
  const lanes = openLanes({ spacingMs: 0, longest: 2 })
  const gates = [gate(), gate(), gate()]
  const seen: number[][] = [[], [], []]
  const done = gates.map(({ promise }, at) =>
    lanes.run(1, { onQueue: (before) => void seen[at]?.push(before) }, async () => {
      await promise
      return at
    }),
  )
  expect(lanes.waiting(1)).toBe(3)
  await expect(lanes.run(1, {}, async () => {})).rejects.toThrow(QueueFull)
  // Another company does not wait.
  expect(await lanes.run(2, {}, async () => 'at once')).toBe('at once')
  for (const [at, { resolve }] of gates.entries()) {
    resolve()
    expect(await done[at]).toBe(at)
  }
  expect(seen.map((all) => all.filter((one, at) => one !== all[at - 1]))).toEqual([[0], [1, 0], [2, 1, 0]])
  expect(lanes.waiting(1)).toBe(0)
})

it('[ITS-001] who stops waiting holds nobody up, and who fails neither', async () => {
  const lanes = openLanes({ spacingMs: 0, longest: 5 })
  const first = gate()
  const stopping = new AbortController()
  const running = lanes.run(1, {}, () => first.promise)
  const stopped = lanes.run(1, { signal: stopping.signal }, async () => 'stopped')
  const failing = lanes.run(1, {}, () => Promise.reject(new Error('broken')))
  const last = lanes.run(1, {}, async () => 'last')
  stopping.abort()
  expect(await stopped).toBe('stopped')
  expect(lanes.waiting(1)).toBe(3)
  first.resolve()
  await running
  await expect(failing).rejects.toThrow('broken')
  expect(await last).toBe('last')
})

it('[ITS-001] between two calls of a company the time passes that the operator has set', async () => {
  const pauses: number[] = []
  const lanes = openLanes({ spacingMs: 60_000, longest: 5, pause: async (ms) => void pauses.push(ms) })
  await lanes.run(1, {}, async (turn) => {
    await turn()
    await turn()
  })
  await lanes.run(1, {}, (turn) => turn())
  expect(pauses).toHaveLength(2)
  for (const ms of pauses) expect(ms).toBeGreaterThan(0)
})

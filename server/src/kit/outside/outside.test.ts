import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOpenIdSimulator } from '../../../../simulators/openid/main.ts'
import { openLog } from '../log.ts'
import { openOutside, OutsideUnavailable, type OutsideLimits } from './outside.ts'

// A system outside that is up, down and slow, on a clock that is turned by hand.

let simulator: Awaited<ReturnType<typeof startOpenIdSimulator>>
beforeEach(async () => void (simulator = await startOpenIdSimulator(0)))
afterEach(() => simulator.close())

const limits: OutsideLimits = {
  timeoutMs: 5_000,
  retries: 0,
  concurrent: 10,
  perSecond: 100,
  breaker: { failures: 3, openMs: 30_000 },
}

function open(over: Partial<OutsideLimits> = {}) {
  let at = Date.UTC(2026, 0, 1)
  const lines: string[] = []
  const pauses: number[] = []
  const observed: string[] = []
  const outside = openOutside({
    clock: { now: () => new Date(at) },
    log: openLog('info', { write: (line) => void lines.push(line) }),
    observe: (system, outcome) => void observed.push(`${system} ${outcome}`),
    pause: async (ms) => {
      pauses.push(ms)
      at += ms
    },
    random: () => 1,
  })
  const system = outside.system('Test', { ...limits, ...over })
  const ask = (options = {}) =>
    system
      .fetch(`${simulator.url}/t/discovery/v2.0/keys?secret=hunter2`, options)
      .then(async (response) => (await response.text(), response.status))
      .catch((error: unknown) => (error instanceof OutsideUnavailable ? error.code : String(error)))
  return { outside, system, ask, lines, pauses, observed, later: (ms: number) => void (at += ms) }
}
const admin = async (body: object) =>
  (await (
    await fetch(`${simulator.url}/admin/keys`, { method: 'POST', body: JSON.stringify(body) })
  ).json()) as { asked: number }
const asked = async () => (await admin({})).asked

describe('a system outside', () => {
  it('that keeps failing is not asked any more, is tried with one request later, and goes on when that succeeds', async () => {
    const { ask, system, later } = open()
    expect(await ask()).toBe(200)
    await admin({ failing: true })
    const before = await asked()
    expect([await ask(), await ask(), system.state().breaker, await ask()]).toEqual([
      'HTTP 503',
      'HTTP 503',
      'Closed',
      'HTTP 503',
    ])
    expect(system.state()).toMatchObject({ breaker: 'Open', lastError: 'HTTP 503' })
    expect([await ask(), await ask()]).toEqual(['BreakerOpen', 'BreakerOpen'])
    expect((await asked()) - before).toBe(3)

    later(29_999)
    expect(await ask()).toBe('BreakerOpen')
    later(1)
    expect(system.state().breaker).toBe('HalfOpen')
    expect((await Promise.all([ask(), ask(), ask()])).toSorted()).toEqual([
      'BreakerOpen',
      'BreakerOpen',
      'HTTP 503',
    ])
    expect(system.state().breaker).toBe('Open')

    await admin({ failing: false })
    expect(await ask()).toBe('BreakerOpen')
    later(30_000)
    expect(await ask()).toBe(200)
    expect(system.state().breaker).toBe('Closed')
    expect(await Promise.all([ask(), ask()])).toEqual([200, 200])
  })

  it('is asked again with growing pauses for what may be repeated, and once for what may not', async () => {
    const { ask, pauses } = open({ retries: 2, breaker: { failures: 100, openMs: 1 } })
    await admin({ failing: true })
    const before = await asked()
    expect(await ask()).toBe('HTTP 503')
    expect(pauses).toEqual([200, 400])
    expect((await asked()) - before).toBe(3)
    expect(await ask({ method: 'POST' })).not.toBe(200)
    expect(pauses).toHaveLength(2)
  })

  it('that does not answer in time is given up', async () => {
    const { ask, system } = open({ timeoutMs: 30 })
    await admin({ slowMs: 2_000 })
    expect(await ask()).toBe('TimeoutError')
    expect(system.state()).toMatchObject({ lastError: 'TimeoutError', lastSuccessAt: null })
  })

  it('is asked no more than its budget allows, in a second and at once', async () => {
    const { ask, later } = open({ perSecond: 2 })
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 'BudgetSpent'])
    later(1_000)
    expect(await ask()).toBe(200)
    const few = open({ concurrent: 1 })
    expect((await Promise.all([few.ask(), few.ask()])).toSorted()).toEqual([200, 'BudgetSpent'])
  })

  it('is asked later when the budget is spent and its requests may wait', async () => {
    const { ask, pauses } = open({ perSecond: 2, waitsForTurn: true })
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(1_000)
    const gone = open({ perSecond: 1, waitsForTurn: true })
    await gone.ask()
    expect(await gone.ask({ signal: AbortSignal.abort() })).toBe('BudgetSpent')
    expect(gone.pauses).toEqual([])
  })

  it('may tell with a server fault that what was asked is wrong: then that is its answer', async () => {
    const { ask, system } = open({ breaker: { failures: 1, openMs: 30_000 } })
    await admin({ failing: true })
    const seen: string[] = []
    const isAnswer = async (response: Response) => {
      seen.push(await response.text())
      return true
    }
    expect(await ask({ isAnswer })).toBe(503)
    expect(seen).toHaveLength(1)
    expect(system.state()).toMatchObject({ breaker: 'Closed', lastError: null })
    expect(await ask({ isAnswer: async () => false })).toBe('HTTP 503')
  })

  it('has not failed because somebody stopped waiting for it', async () => {
    const { ask, system, later } = open({ breaker: { failures: 1, openMs: 30_000 } })
    expect(await ask({ signal: AbortSignal.abort() })).toBe('Stopped')
    expect(system.state()).toMatchObject({ breaker: 'Closed', lastFailureAt: null })
    await admin({ failing: true })
    expect(await ask()).toBe('HTTP 503')
    later(30_000)
    await admin({ failing: false })
    // The one request that is let through is not taken up by who does not wait.
    expect(await ask({ signal: AbortSignal.abort() })).toBe('Stopped')
    expect(await ask()).toBe(200)
  })

  it('leaves no address and no secret in log and state, and is counted', async () => {
    const { ask, outside, lines, observed } = open()
    await ask()
    await simulator.close()
    expect(await ask()).toBe('ECONNREFUSED')
    simulator = await startOpenIdSimulator(0)
    expect(lines.join()).toContain('ECONNREFUSED')
    expect(JSON.stringify([lines, outside.states()])).not.toMatch(/hunter2|127\.0\.0\.1|localhost/)
    expect(observed).toEqual(['Test answered', 'Test failed'])
  })
})

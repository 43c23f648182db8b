import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { openBreaker, type BreakerState } from './breaker.ts'

// The only way to systems outside. Each has a time limit, a budget and a breaker of its own, so that one that is slow or
// down costs nothing but its own answers.

export type OutsideLimits = {
  timeoutMs: number
  /** Further tries of a request that may be repeated (GET, HEAD, or said so), after a pause that doubles. */
  retries: number
  /** Requests under way at once, and begun within a second. */
  concurrent: number
  perSecond: number
  /** Whether a request waits for its turn when the budget is spent, at most `timeoutMs`. For work behind the scenes. */
  waitsForTurn?: boolean
  breaker: { failures: number; openMs: number }
}

export type OutsideState = {
  name: string
  breaker: BreakerState
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /** `HTTP 503`, `ECONNREFUSED`, `TimeoutError`: never an address, a header or a body. */
  lastError: string | null
}

export type OutsideRequest = RequestInit & {
  idempotent?: boolean
  retries?: number
  isAnswer?: (response: Response) => Promise<boolean>
}

export type OutsideSystem = {
  /**
   * The answer, whatever its status below 500. Throws `OutsideUnavailable` when the system fails, is not asked (open
   * breaker) or the budget is spent. `retries` where this request wants others than its system. `isAnswer` says of an
   * answer with a status of 500 and above, which it may read, whether it is one all the same: some systems tell so that
   * what was asked is wrong.
   */
  fetch(address: string, options?: OutsideRequest): Promise<Response>
  state(): OutsideState
}

export type Outside = {
  /** The system of this name; the first to name it sets its limits. */
  system(name: string, limits: OutsideLimits): OutsideSystem
  states(): OutsideState[]
}

export class OutsideUnavailable extends Error {
  readonly code: string
  constructor(system: string, code: string, cause?: unknown) {
    super(`${system} did not answer: ${code}`, { cause })
    this.name = 'OutsideUnavailable'
    this.code = code
  }
}

export type OutsideSurroundings = {
  clock: Clock
  log: Log
  /** Told of every request: how it ended and how long it took. */
  observe?: (system: string, outcome: string, seconds: number) => void
  /** How a pause is waited for; tests put their own in its place. */
  pause?: (ms: number) => Promise<unknown>
  random?: () => number
}

const firstPauseMs = 200
const turnPauseMs = 20

export function openOutside(surroundings: OutsideSurroundings): Outside {
  const systems = new Map<string, OutsideSystem>()
  return {
    system(name, limits) {
      const known = systems.get(name) ?? openSystem(name, limits, surroundings)
      systems.set(name, known)
      return known
    },
    states: () => [...systems.values()].map((system) => system.state()),
  }
}

function openSystem(
  name: string,
  limits: OutsideLimits,
  { clock, log, observe = () => {}, pause = wait, random = Math.random }: OutsideSurroundings,
): OutsideSystem {
  const now = () => clock.now().getTime()
  const breaker = openBreaker(limits.breaker, now)
  const budget = openBudget(limits, now)
  let lastSuccessAt: Date | null = null
  let lastFailureAt: Date | null = null
  let lastError: string | null = null

  async function turn(signal?: AbortSignal | null): Promise<(() => void) | null> {
    const began = performance.now()
    for (;;) {
      const done = budget()
      const isOver = !limits.waitsForTurn || performance.now() - began > limits.timeoutMs
      if (done || isOver || signal?.aborted) return done
      await pause(turnPauseMs)
    }
  }

  async function attempt(
    address: string,
    { isAnswer, ...options }: Omit<OutsideRequest, 'idempotent' | 'retries'>,
  ): Promise<Response> {
    if (!breaker.letsThrough()) throw new OutsideUnavailable(name, 'BreakerOpen')
    const done = await turn(options.signal)
    if (!done) {
      breaker.notAsked()
      throw new OutsideUnavailable(name, 'BudgetSpent')
    }
    const began = performance.now()
    try {
      const limit = AbortSignal.timeout(limits.timeoutMs)
      const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
      const response = await fetch(address, { redirect: 'error', ...options, signal })
      if (response.status >= 500) {
        const copy = isAnswer && response.clone()
        if (!copy || !(await isAnswer?.(copy))) {
          // Nobody waits for it: of a copy that was not read the end would come only with the time limit.
          for (const one of [response, copy]) one?.body?.cancel().catch(() => {})
          throw new OutsideUnavailable(name, `HTTP ${response.status}`)
        }
      }
      breaker.succeeded()
      // It answers, but does not know us: a key that was changed is to be seen among the systems outside.
      const isRefused = response.status === 401 || response.status === 403
      if (isRefused) [lastFailureAt, lastError] = [clock.now(), `HTTP ${response.status}`]
      else lastSuccessAt = clock.now()
      observe(name, 'answered', (performance.now() - began) / 1_000)
      return response
    } catch (error) {
      // Whoever does not wait any more has learned nothing of the system.
      if (options.signal?.aborted) {
        breaker.notAsked()
        throw new OutsideUnavailable(name, 'Stopped', error)
      }
      const before = breaker.state()
      breaker.failed()
      lastFailureAt = clock.now()
      lastError = causeOf(error)
      observe(name, 'failed', (performance.now() - began) / 1_000)
      log.warn({ system: name, cause: lastError, breaker: breaker.state() }, 'system outside failed')
      if (before !== 'Open' && breaker.state() === 'Open')
        log.error({ system: name, cause: lastError }, 'system outside is not asked for now')
      throw error instanceof OutsideUnavailable ? error : new OutsideUnavailable(name, lastError, error)
    } finally {
      done()
    }
  }

  return {
    async fetch(address, { idempotent, retries = limits.retries, ...options } = {}) {
      const repeatable = idempotent ?? ['GET', 'HEAD'].includes(options.method ?? 'GET')
      for (let tries = 0; ; tries++) {
        try {
          return await attempt(address, options)
        } catch (error) {
          const asked = error instanceof OutsideUnavailable && !isUnasked(error)
          if (!asked || !repeatable || tries >= retries || options.signal?.aborted) throw error
          // Between half of the pause and all of it, so that those that failed together do not come back together.
          await pause(firstPauseMs * 2 ** tries * (0.5 + random() / 2))
        }
      }
    },
    state: () => ({ name, breaker: breaker.state(), lastSuccessAt, lastFailureAt, lastError }),
  }
}

const unasked = new Set(['BreakerOpen', 'BudgetSpent'])

/** Whether a system was not asked at all: for its open breaker, or because its budget is spent. */
export const isUnasked = (error: unknown): boolean =>
  error instanceof OutsideUnavailable && unasked.has(error.code)

/** Takes a request from the budget and answers how to say that it is over; null when nothing is left. */
function openBudget({ concurrent, perSecond }: OutsideLimits, now: () => number): () => (() => void) | null {
  let underWay = 0
  let begun: number[] = []
  return () => {
    begun = begun.filter((at) => now() - at < 1_000)
    if (underWay >= concurrent || begun.length >= perSecond) return null
    begun.push(now())
    underWay += 1
    return () => void (underWay -= 1)
  }
}

/** What went wrong in a word that holds no secret: messages of network errors carry addresses. */
function causeOf(error: unknown): string {
  if (error instanceof OutsideUnavailable) return error.code
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}

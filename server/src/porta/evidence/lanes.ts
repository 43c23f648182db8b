import { setTimeout as wait } from 'node:timers/promises'
import { existing } from '@kervan/contract/kit/typed'
import type { Turn } from './port.ts'

// The budget of each company: one inquiry at a time, its calls some time apart, the others in a queue that is seen. ITS
// restricts who asks too much, and one company's queue must not make the others wait.

export type Waits = {
  /** How many come before it, as often as that changes; 0 once it is asked. */
  onQueue?: ((before: number) => void) | undefined
  signal?: AbortSignal | undefined
}
type Entry = Waits & { begin: () => void }
type Lane = { entries: Entry[]; askedAt: number }

/** The queue is as long as it may be. */
export class QueueFull extends Error {
  constructor() {
    super('too many inquiries of this company wait')
    this.name = 'QueueFull'
  }
}

export function openLanes({
  spacingMs,
  longest,
  pause = (ms, signal) => wait(ms, undefined, signal && { signal }),
}: {
  spacingMs: number
  /** Inquiries of a company that may wait. */
  longest: number
  pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}) {
  const lanes = new Map<number, Lane>()

  function turnOf(lane: Lane): Turn {
    return async (signal) => {
      const ms = lane.askedAt + spacingMs - performance.now()
      // Who stops has no turn to wait for; that nothing more is asked is seen by whoever asks.
      if (ms > 0) await pause(ms, signal).catch(() => {})
      lane.askedAt = performance.now()
    }
  }

  const tell = ({ entries }: Lane) => {
    for (const [before, { onQueue }] of entries.entries()) onQueue?.(before)
  }

  function leave(companyId: number, lane: Lane, entry: Entry): void {
    const at = lane.entries.indexOf(entry)
    lane.entries.splice(at, 1)
    if (at === 0) lane.entries[0]?.begin()
    tell(lane)
    if (lane.entries.length === 0 && lane.askedAt + spacingMs < performance.now()) lanes.delete(companyId)
  }

  return {
    /** Inquiries of a company that are asked or wait. */
    waiting: (companyId: number): number => lanes.get(companyId)?.entries.length ?? 0,
    /** Does this work when its turn has come. Throws `QueueFull`; what stops while it waits begins at once, to see that it is to stop. */
    async run<T>(companyId: number, waits: Waits, work: (turn: Turn) => Promise<T>): Promise<T> {
      const lane = lanes.get(companyId) ?? { entries: [], askedAt: -Infinity }
      if (lane.entries.length > longest) throw new QueueFull()
      lanes.set(companyId, lane)
      const { promise, resolve } = Promise.withResolvers<void>()
      const entry: Entry = { ...waits, begin: resolve }
      lane.entries.push(entry)
      waits.signal?.addEventListener('abort', () => resolve(), { once: true })
      if (existing(lane.entries[0]) === entry || waits.signal?.aborted) resolve()
      waits.onQueue?.(lane.entries.indexOf(entry))
      await promise
      try {
        return await work(turnOf(lane))
      } finally {
        leave(companyId, lane, entry)
      }
    },
  }
}

import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Tx } from './db.ts'

// What has changed, told from any process of the portal to all of them at the commit (LISTEN and NOTIFY of PostgreSQL).
// A signal carries a name and no facts: who hears it looks for itself, by its own rights.

const channel = 'kervan_signal'
const reconnectAfter = 2_000

export type Subscription = {
  /** Resolves at the next signal since the last call, or after `ms`; false where nothing was heard. */
  heard(ms: number): Promise<boolean>
  end(): void
}

export type Signals = {
  /** The connection is made for the first who subscribes. */
  subscribe(name: string): Subscription
  /** Nothing is heard at present: whoever waits has to look from time to time. */
  isDeaf(): boolean
  isClosed(): boolean
  /** Everybody who waits is let go, now and later. */
  close(): Promise<void>
}

/** Tells everybody who has subscribed to `name`, once the transaction commits. */
export async function signal(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`select pg_notify(${channel}, name) from unnest(${[...new Set(names)]}::text[]) as name`.execute(
    tx,
  )
}

type Waiting = { missed: boolean; wake: (() => void) | null }

export function openSignals(url: string, log: Log): Signals {
  const byName = new Map<string, Set<Waiting>>()
  let client: pg.Client | null = null
  let closed = false
  let connecting: NodeJS.Timeout | Promise<void> | null = null

  const wake = (waiting: Iterable<Waiting>) => {
    for (const one of waiting) {
      one.missed = true
      one.wake?.()
    }
  }
  const everybody = () => [...byName.values()].flatMap((some) => [...some])

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'kervan signals' })
    next.on('notification', ({ payload }) => wake(byName.get(payload ?? '') ?? []))
    next.on('error', (error) => log.warn({ err: error }, 'signals'))
    next.on('end', () => {
      if (client !== next) return
      client = null
      again()
    })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      client = next
      // Whatever was said while nobody listened.
      wake(everybody())
    } catch (error) {
      log.warn({ err: error }, 'signals')
      await next.end().catch(() => {})
      again()
    }
  }
  function again() {
    if (closed || byName.size === 0) connecting = null
    else connecting = setTimeout(() => void (connecting = connect()), reconnectAfter).unref()
  }

  return {
    isClosed: () => closed,
    isDeaf: () => client === null,
    subscribe(name) {
      const waiting: Waiting = { missed: false, wake: null }
      const some = byName.get(name) ?? new Set()
      byName.set(name, some.add(waiting))
      connecting ??= connect()
      return {
        async heard(ms) {
          if (!waiting.missed && !closed) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, ms)
              waiting.wake = () => {
                clearTimeout(timer)
                resolve()
              }
            })
          }
          waiting.wake = null
          const { missed } = waiting
          waiting.missed = false
          return missed
        },
        end() {
          some.delete(waiting)
          if (some.size === 0) byName.delete(name)
        },
      }
    },
    async close() {
      closed = true
      wake(everybody())
      if (connecting instanceof Promise) await connecting
      await client?.end()
    },
  }
}

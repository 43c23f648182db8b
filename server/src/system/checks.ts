import { deliveryKinds } from '@kervan/contract/kit/work'
import { sql } from 'kysely'
import { statfs } from 'node:fs/promises'
import type { Check } from '../kit/records/check.ts'

// What the system diagnosis looks at of the portal itself: work beside requests, what is sent, disk and clock.

const hours = (many: number) => many * 60 * 60 * 1_000
const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** The last run of a schedule failed. */
export const scheduleFailed: Check = {
  name: 'scheduleFailed',
  async run({ tx, companyId }) {
    const { rows } = await sql<{ name: string; at: string; message: string | null }>`
      select name, to_char(due_at, 'YYYY-MM-DD') as at, message from (
        select distinct on (name) name, due_at, state, message from schedule_run
        where company_id = ${companyId} and state in ('Succeeded', 'Failed') order by name, due_at desc) last
      where state = 'Failed' order by name`.execute(tx)
    return rows.map(({ name, at, message }) => ({
      subject: name,
      facts: { day: at, problem: message ?? '' },
    }))
  },
}

/** Jobs of users that failed within a day, by kind. */
export const jobFailed: Check = {
  name: 'jobFailed',
  async run({ tx, companyId, now }) {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from job
      where company_id = ${companyId} and state = 'Failed' and refusal is null and finished_at > ${before(now, hours(24))}
      group by kind order by kind`.execute(tx)
    return rows.map(({ kind, count }) => ({ subject: kind, facts: { count } }))
  },
}

/** Jobs that wait for an hour or are worked on for six. */
export const jobStuck: Check = {
  name: 'jobStuck',
  async run({ tx, companyId, now }) {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from job
      where company_id = ${companyId} and (state = 'Waiting' and created_at < ${before(now, hours(1))} or state = 'Running' and created_at < ${before(now, hours(6))})
      group by kind order by kind`.execute(tx)
    return rows.map(({ kind, count }) => ({ subject: kind, facts: { count } }))
  },
}

/** What was sent to systems outside and not taken. */
export const deliveryFailed: Check = {
  name: 'deliveryFailed',
  async run({ tx, companyId }) {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from delivery
      where company_id = ${companyId} and state = 'Failed' and kind = any(${[...deliveryKinds]}::text[]) group by kind order by kind`.execute(
      tx,
    )
    return rows.map(({ kind, count }) => ({ subject: kind, facts: { count } }))
  },
}

/** What waits to be sent for more than a day. */
export const deliveryWaiting: Check = {
  name: 'deliveryWaiting',
  async run({ tx, companyId, now }) {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from delivery
      where company_id = ${companyId} and state = 'Waiting' and requested_at < ${before(now, hours(24))} and kind = any(${[...deliveryKinds]}::text[])
      group by kind order by kind`.execute(tx)
    return rows.map(({ kind, count }) => ({ subject: kind, facts: { count } }))
  },
}

/** Mails and other entries of the outbox that were tried and are still not gone after an hour. */
export const mailFailed: Check = {
  name: 'mailFailed',
  async run({ tx, companyId, now }) {
    const { rows } = await sql<{ kind: string; count: number; problem: string | null }>`
      select kind, count(*)::int as count, max(last_error) as problem from outbox
      where company_id = ${companyId} and done_at is null and attempts > 0 and created_at < ${before(now, hours(1))}
      group by kind order by kind`.execute(tx)
    return rows.map(({ kind, count, problem }) => ({
      subject: kind,
      facts: { count, problem: (problem ?? '').slice(0, 200) },
    }))
  },
}

/** Systems outside that are not asked at the moment, because they failed too often. */
export const outsideDown: Check = {
  name: 'outsideDown',
  run: async ({ services }) =>
    services.outside
      .states()
      .filter(({ breaker }) => breaker === 'Open')
      .map(({ name, lastError }) => ({ subject: name, facts: { problem: lastError ?? '' } })),
}

/** Shares of the disk that is free at which somebody has to act. */
const [littleSpace, nearlyNoSpace] = [0.1, 0.03]

/** The disk of the data folder. */
export const diskNearlyFull: Check = {
  name: 'diskNearlyFull',
  async run({ services }) {
    const { bavail, blocks } = await statfs(services.config.dataDir)
    const free = bavail / Math.max(1, blocks)
    if (free >= littleSpace) return []
    return [
      {
        subject: 'data',
        level: free < nearlyNoSpace ? 'ErrorCritical' : 'WarningCritical',
        facts: { percent: Math.round(free * 100) },
      },
    ]
  },
}

/** Seconds by which the clocks of portal and database may differ. */
const mostSecondsApart = 5

export const clockOff: Check = {
  name: 'clockOff',
  async run({ tx, services }) {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
    const seconds = Math.round(
      Math.abs((rows[0]?.at.getTime() ?? 0) - services.clock.now().getTime()) / 1_000,
    )
    return seconds <= mostSecondsApart ? [] : [{ subject: 'database', facts: { seconds } }]
  },
}

export const systemChecks: readonly Check[] = [
  scheduleFailed,
  jobFailed,
  jobStuck,
  deliveryFailed,
  deliveryWaiting,
  mailFailed,
  outsideDown,
  diskNearlyFull,
  clockOff,
]

import { CronExpressionParser } from 'cron-parser'
import { sql } from 'kysely'
import { toRefusal } from '../http/faults.ts'
import type { Actor, Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import { audit } from '../records/audit.ts'
import type { QueuePayloads } from './payloads.ts'
import { repeat } from './repeat.ts'

// Work that is due by the clock: by a calendar that the code says, or at times that an area keeps in its own tables. Each
// company's schedules follow its own clock. What is due becomes a row of `schedule_run` for company, name, key and due
// time, together with its entry in the queue; the work and the row's end are one transaction. So however many processes
// look, and whenever one dies, a due time is worked off once.

type Named = {
  /** Also the key of its words, `state.schedule.<name>`. */
  name: string
  /** Leaves no entry in the audit log: for work that is done often and changes nothing of the company's. */
  quiet?: boolean
}
type Work = { tx: Tx; services: Services; companyId: number; dueAt: Date }
type Done = { counts: Record<string, number>; more?: boolean }

/** Work by a calendar that is the same for every company. */
export type CalendarWork = Named & {
  /** Five fields of cron, by the clock of the company: `30 3 * * *` is every night at half past three. */
  expression: string
  /**
   * What becomes of due times that passed while nothing ran: `latest` works off the last of them, `each` all of them,
   * `skip` none that is older than ten minutes.
   */
  catchUp: 'latest' | 'each' | 'skip'
  /** Asked when the work is due: without anything to do there is no run. For work that is due often. */
  isNeeded?(asked: { tx: Tx; services: Services; companyId: number; companyCode: string }): Promise<boolean>
  /** Does a piece of the work; with `more` it is called again in a transaction of its own. */
  run(work: Work): Promise<Done>
}

/** A due time that an area keeps: `key` names what is due, mostly the id of a record. */
export type DueTime = { key: string; at: Date }
export type DueAsked = { tx: Tx; companyId: number; timeZone: string; until: Date }

/** Work at times that an area keeps in its own tables. */
export type DueWork = Named & {
  /**
   * The open due times up to a moment, the oldest first, each key once, at most `mostDue`. A due time that passed while
   * nothing ran is open still, so it is caught up on. Whoever does the work moves it on or ends it in the same
   * transaction, so that it is not answered again.
   */
  dueTimes(asked: DueAsked): Promise<readonly DueTime[]>
  /** Does what is due of `key`; alone, so that one that fails holds up no other. With `more` it is called again. */
  run(work: Work & { key: string }): Promise<Done>
}

export type ScheduledWork = CalendarWork | DueWork
export type Schedules = readonly ScheduledWork[]

/** Due times that one look takes; the rest comes with the next one. */
export const mostDue = 200

const isByDueTimes = (work: ScheduledWork): work is DueWork => 'dueTimes' in work

/** When the work is next due, or since when it is due already; null where nothing of a company's is. */
export async function nextDueOf(
  work: ScheduledWork,
  { tx, companyId, timeZone, now }: { tx: Tx; companyId: number; timeZone: string; now: Date },
): Promise<Date | null> {
  if (!isByDueTimes(work)) return nextDue(work.expression, timeZone, now)
  const [first] = await work.dueTimes({ tx, companyId, timeZone, until: new Date(now.getTime() + yearMs) })
  return first?.at ?? null
}

const yearMs = 366 * 86_400_000
const lookEveryMs = 30_000
const skipAfterMs = 10 * 60_000
/** Missed due times that `each` makes up for at most; more is an outage that somebody has to look at anyway. */
const catchUpLimit = 100

/** The first due time after `after`, by the clock of `timeZone`; a time that the clock leaves out is due when it goes on. */
export function nextDue(expression: string, timeZone: string, after: Date): Date {
  return CronExpressionParser.parse(expression, { currentDate: after, tz: timeZone }).next().toDate()
}

/** Looks now and then for what is due. Returns how to stop it. */
export function watchSchedules(schedules: Schedules) {
  return (services: Services): (() => Promise<void>) =>
    repeat('schedules', lookEveryMs, services.log, () => startDue(services, schedules))
}

type Company = { id: number; code: string; time_zone: string }

/** Starts what is due in every company. One company's failure holds up no other. Returns how many runs. */
export async function startDue(services: Services, schedules: Schedules): Promise<number> {
  let started = 0
  for (const company of await services.db.shared
    .selectFrom('company')
    .select(['id', 'code', 'time_zone'])
    .execute())
    try {
      started += await services.db.withCompany(company.id, (tx) =>
        startDueOf(tx, services, schedules, company),
      )
    } catch (error) {
      services.log.warn({ err: error, companyId: company.id }, 'schedules')
    }
  return started
}

async function startDueOf(
  tx: Tx,
  services: Services,
  schedules: Schedules,
  company: Company,
): Promise<number> {
  const now = services.clock.now()
  const known = await tx
    .selectFrom('schedule')
    .select(['name', 'plan', 'next_due_at'])
    .where('company_id', '=', company.id)
    .execute()
  let started = 0
  for (const work of schedules) {
    if (isByDueTimes(work)) {
      started += await addDueRuns(tx, services, company, work, { until: now, now })
      continue
    }
    const row = known.find(({ name }) => name === work.name)
    const plan = `${work.expression} ${company.time_zone}`
    if (row?.plan === plan && row.next_due_at > now) continue
    const next = nextDue(work.expression, company.time_zone, now)
    if (row?.plan !== plan) await keepPlan(tx, company.id, { name: work.name, plan, next })
    else if (
      (await takeDue(tx, company.id, { name: work.name, due: row.next_due_at, next })) &&
      ((await work.isNeeded?.({ tx, services, companyId: company.id, companyCode: company.code })) ?? true)
    )
      for (const dueAt of missed(work, company.time_zone, row.next_due_at, now)) {
        if (await addRun(tx, services, company.id, { name: work.name, dueAt }, null)) started += 1
      }
  }
  return started
}

/** A schedule that is new or was changed is due for the first time at its next due time, not for those that passed. */
async function keepPlan(
  tx: Tx,
  companyId: number,
  { name, plan, next }: { name: string; plan: string; next: Date },
): Promise<void> {
  await tx
    .insertInto('schedule')
    .values({ company_id: companyId, name, plan, next_due_at: next })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'name']).doUpdateSet({ plan, next_due_at: next }),
    )
    .execute()
}

/** True for the one process that moves the schedule on from this due time. */
async function takeDue(
  tx: Tx,
  companyId: number,
  { name, due, next }: { name: string; due: Date; next: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('schedule')
    .set({ next_due_at: next })
    .where('company_id', '=', companyId)
    .where('name', '=', name)
    .where('next_due_at', '=', due)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function missed({ expression, catchUp }: CalendarWork, timeZone: string, first: Date, now: Date): Date[] {
  const due: Date[] = []
  for (let at = first; at <= now; at = nextDue(expression, timeZone, at)) {
    due.push(at)
    if (due.length > catchUpLimit) due.shift()
  }
  if (catchUp === 'each') return due
  return due.slice(-1).filter((at) => catchUp === 'latest' || now.getTime() - at.getTime() <= skipAfterMs)
}

/**
 * Adds a run for each key that is due and has none that waits, is under way or has just ended. A due time that is still
 * open after it was worked off is due anew, from now. Returns how many runs.
 */
async function addDueRuns(
  tx: Tx,
  services: Services,
  { id: companyId, time_zone: timeZone }: Pick<Company, 'id' | 'time_zone'>,
  work: DueWork,
  { until, now, startedBy = null }: { until: Date; now: Date; startedBy?: string | null },
): Promise<number> {
  const due = await work.dueTimes({ tx, companyId, timeZone, until })
  if (due.length === 0) return 0
  const { name } = work
  const keys = due.map(({ key }) => key)
  // Of several processes that look at once, one adds the runs; the others then find them.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`schedule ${name}`}, ${companyId}))`.execute(tx)
  const { rows } = await sql<{ key: string; due_at: Date; state: string; isHeld: boolean }>`
    select r.key, r.due_at, r.state, (r.state in ('Waiting', 'Running') and coalesce(r.started_at, r.asked_at, r.due_at) > ${now}::timestamptz - make_interval(mins => ${longestRunMinutes})
        or r.finished_at > ${now}::timestamptz - make_interval(secs => ${restSeconds})) as "isHeld"
    from schedule_run r join unnest(${keys}::text[], ${due.map(({ at }) => at)}::timestamptz[]) as asked(key, at) on r.key = asked.key
    where r.company_id = ${companyId} and r.name = ${name}
      and (r.due_at = asked.at or r.state in ('Waiting', 'Running', 'Failed'))`.execute(tx)
  let started = 0
  for (const { key, at } of due) {
    const own = rows.filter((row) => row.key === key)
    if (startedBy === null && own.some(({ isHeld }) => isHeld)) continue
    const dueAt = startedBy !== null || own.some(({ due_at }) => due_at.getTime() === at.getTime()) ? now : at
    if (await addRun(tx, services, companyId, { name, key, dueAt }, startedBy)) started += 1
  }
  return started
}

/** How long after a run of a key the next one may begin where its due time did not move. */
const restSeconds = 60

/**
 * Adds the run of a due time with its entry in the queue; one that a person starts goes ahead of those of the calendar.
 * False when there is one already.
 */
async function addRun(
  tx: Tx,
  { jobs, clock }: Services,
  companyId: number,
  { name, key = '', dueAt }: { name: string; key?: string; dueAt: Date },
  startedBy: string | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('schedule_run')
    .values({ company_id: companyId, name, key, due_at: dueAt, started_by: startedBy, asked_at: clock.now() })
    .onConflict((conflict) => conflict.columns(['company_id', 'name', 'key', 'due_at']).doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  await jobs.send(
    tx,
    'schedule',
    { companyId, name, key, dueAt: dueAt.toISOString() },
    { first: startedBy !== null },
  )
  return true
}

/** Runs that a worker began so long ago are taken for dead: whoever asks for the work may have it again. */
const longestRunMinutes = 60

/** What is due so soon is looked at as well when somebody starts the work by hand. */
const soonMs = 3_600_000

/**
 * Starts the work now, whatever the calendar says; of work at due times, what is due within the hour. False while a run of
 * it waits or is under way.
 */
export async function startNow(
  tx: Tx,
  services: Services,
  actor: Actor,
  work: ScheduledWork,
  now: Date,
): Promise<boolean> {
  const companyId = actor.company.id
  const { name } = work
  await tx.selectFrom('schedule').select('name').where('company_id', '=', companyId).forUpdate().execute()
  const { rows } = await sql`
    select from schedule_run where company_id = ${companyId} and name = ${name} and state in ('Waiting', 'Running')
      and coalesce(started_at, asked_at, due_at) > ${now}::timestamptz - make_interval(mins => ${longestRunMinutes})`.execute(
    tx,
  )
  if (rows.length > 0) return false
  if (!isByDueTimes(work)) return addRun(tx, services, companyId, { name, dueAt: now }, actor.name)
  const company = { id: companyId, time_zone: actor.company.timeZone }
  const until = new Date(now.getTime() + soonMs)
  await addDueRuns(tx, services, company, work, { until, now, startedBy: actor.name })
  return true
}

/** Works off the runs that the queue names; throws when one failed, so that the queue comes back to it. */
export function scheduleRunner(services: Services, schedules: Schedules) {
  return async (batch: readonly QueuePayloads['schedule'][]) => {
    for (const due of batch) {
      const work = schedules.find(({ name }) => name === due.name)
      if (work) await runDue(services, work, due.companyId, due.key ?? '', new Date(due.dueAt))
    }
  }
}

async function runDue(
  services: Services,
  work: ScheduledWork,
  companyId: number,
  key: string,
  dueAt: Date,
): Promise<void> {
  const { db, clock, log } = services
  const row = { company_id: companyId, name: work.name, key, due_at: dueAt }
  try {
    while (await db.withCompany(companyId, (tx) => runStep(tx, services, work, row)));
  } catch (error) {
    log.error({ err: error, companyId, schedule: work.name }, 'scheduled work failed')
    await db.withCompany(companyId, (tx) =>
      tx
        .updateTable('schedule_run')
        .set({ state: 'Failed', finished_at: clock.now(), message: toRefusal(error).refusal.code })
        .where((where) => where.and(row))
        .where('state', '<>', 'Succeeded')
        .execute(),
    )
    throw error
  }
}

/** One step of the work and its row in one transaction. False when there is nothing left to do. */
async function runStep(
  tx: Tx,
  services: Services,
  work: ScheduledWork,
  row: { company_id: number; name: string; key: string; due_at: Date },
): Promise<boolean> {
  const run = await tx
    .selectFrom('schedule_run')
    .select(['state', 'counts', 'started_at'])
    .where((where) => where.and(row))
    .where('state', '<>', 'Succeeded')
    .forUpdate()
    .executeTakeFirst()
  if (!run) return false
  const now = services.clock.now()
  const asked = { tx, services, companyId: row.company_id, dueAt: row.due_at }
  const { counts, more = false } = isByDueTimes(work)
    ? await work.run({ ...asked, key: row.key })
    : await work.run(asked)
  const all = added(run.counts, counts)
  await tx
    .updateTable('schedule_run')
    .set({
      state: more ? 'Running' : 'Succeeded',
      counts: JSON.stringify(all),
      started_at: run.started_at ?? now,
      finished_at: more ? null : services.clock.now(),
      message: null,
    })
    .where((where) => where.and(row))
    .execute()
  if (!more && !work.quiet)
    await audit(tx, row.company_id, { id: null, name: 'Kervan' }, now, [
      { operation: 'schedule.ran', recordType: 'schedule', recordCode: work.name, after: all },
    ])
  return more
}

function added(before: Record<string, number>, counts: Record<string, number>): Record<string, number> {
  const sums = { ...before }
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

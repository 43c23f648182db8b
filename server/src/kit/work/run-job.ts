import { jobKinds } from '@kervan/contract/kit/work'
import { sql } from 'kysely'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import { loadActor } from '../http/actor.ts'
import { toRefusal } from '../http/faults.ts'
import type { Services } from '../context.ts'
import type { Database, Tx } from '../database/db.ts'
import { notify, notifyNews } from './notices.ts'
import { repeat } from './repeat.ts'
import type { JobKind, JobRun, JobHandler, JobHandlers, QueuedJob } from './jobs.ts'
import type { JobPayloads } from './payloads.ts'

// One run of one job: its progress, its end, and what becomes of one that nobody runs any more.

export class JobCancelled extends Error {}
/** Another worker has taken the job up, because this one seemed to be dead. */
export class JobTaken extends Error {}

/**
 * To be called in each transaction that writes for a job: it writes nothing once another worker has taken the job up.
 * The lock keeps that worker from beginning before this transaction has ended. Throws `JobTaken`.
 */
export async function assertOwnRun(tx: Tx, run: JobRun): Promise<void> {
  const { rows } = await sql`select from job
    where company_id = ${run.actor.company.id} and id = ${run.id} and attempts = ${run.attempt} and state = 'Running' for share`.execute(
    tx,
  )
  if (rows.length === 0) throw new JobTaken()
}

export const progressEvery = 250
/** Milliseconds between two looks whether the owner has cancelled. */
const lookForCancelEvery = 500
export const sayAgainEvery = 10_000
export const lastAttempt = 5
export type Ending = {
  state: 'Succeeded' | 'Failed' | 'Cancelled'
  result?: string
  refusal?: Refusal
  progress?: object
}

export async function runJob(
  services: Services,
  kind: JobKind,
  handler: JobHandler,
  { companyId, jobId }: QueuedJob,
): Promise<void> {
  const { db, log } = services
  const job = await db.withCompany(companyId, (tx) =>
    tx
      .updateTable('job')
      .set((set) => ({ state: 'Running', attempts: set('attempts', '+', 1) }))
      .where('company_id', '=', companyId)
      .where('id', '=', jobId)
      .where('state', 'in', ['Waiting', 'Running'])
      .returningAll()
      .executeTakeFirst(),
  )
  if (!job) return
  const reporter = openReporter(db, companyId, job.id)
  const end = (ending: Ending) =>
    db.withCompany(companyId, (tx) =>
      endJob(tx, services, handler, { companyId, ...job }, { ...ending, progress: reporter.unwritten() }),
    )
  const cancelled = watchCancelled(services, companyId, job.id)
  try {
    if (job.cancel_requested) throw new JobCancelled()
    const actor = await db.withCompany(companyId, (tx) => loadActor(tx, companyId, job.membership_id))
    const result = await handler.run({
      id: job.id,
      input: job.input,
      actor,
      services,
      attempt: job.attempts,
      signal: cancelled.signal,
      progress: reporter.progress,
    })
    await end({ state: 'Succeeded', result: JSON.stringify(result ?? null) })
  } catch (error) {
    if (error instanceof JobTaken) return
    // What was stopped ends as a fault of the database.
    if (error instanceof JobCancelled || cancelled.signal.aborted) return end({ state: 'Cancelled' })
    const { refusal, fault } = toRefusal(error)
    // A refusal would only repeat itself.
    if (!fault) return end({ state: 'Failed', refusal })
    log.error({ err: error, job: job.id, kind, attempt: job.attempts }, 'job failed')
    if (job.attempts >= lastAttempt) return end({ state: 'Failed', refusal })
    throw error
  } finally {
    cancelled.forget()
  }
}

/** Aborts when the owner of a job has cancelled it. */
function watchCancelled(
  { db, log }: Services,
  companyId: number,
  id: string,
): { signal: AbortSignal; forget: () => void } {
  const abort = new AbortController()
  const look = async () => {
    const job = await db.withCompany(companyId, (tx) =>
      tx
        .selectFrom('job')
        .select('cancel_requested')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    if (job?.cancel_requested) abort.abort(new JobCancelled())
  }
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look()
      .catch((error: unknown) => log.warn({ err: error, job: id }, 'job may have been cancelled'))
      .finally(() => (looking = false))
  }, lookForCancelEvery)
  return { signal: abort.signal, forget: () => clearInterval(timer) }
}

/** Ends a job that has not ended yet, and what it worked for with it. */
export async function endJob(
  tx: Tx,
  services: Services,
  handler: JobHandler,
  job: { companyId: number; id: string; input: JobPayloads[JobKind]; attempts?: number },
  { state, result, refusal, progress }: Ending,
): Promise<void> {
  const { clock, jobs } = services
  const { attempts } = job
  const ended = await tx
    .updateTable('job')
    .set({
      state,
      finished_at: clock.now(),
      ...progress,
      ...(result !== undefined && { result }),
      ...(refusal && { refusal: refusal.code, refusal_facts: JSON.stringify(refusal.facts) }),
    })
    .where('company_id', '=', job.companyId)
    .where('id', '=', job.id)
    .where('state', 'in', ['Waiting', 'Running'])
    // A worker that was thought to be dead does not end what another one works on.
    .$if(attempts !== undefined, (query) => query.where('attempts', '=', attempts ?? 0))
    .returning(['membership_id', 'kind', 'done', 'counts'])
    .executeTakeFirst()
  if (!ended) return
  if (state !== 'Succeeded') await handler.stopped?.(tx, job, services)
  await notifyNews(tx, jobs, job, clock.now())
  // Who has stopped their own work knows.
  if (state === 'Cancelled' || handler.tells?.(job.input) === false) return
  await notify(
    tx,
    jobs,
    { id: job.companyId },
    clock.now(),
    state === 'Succeeded' ? 'job.succeeded' : 'job.failed',
    [
      {
        membershipId: ended.membership_id,
        codes: [job.id],
        facts: {
          job: ended.kind,
          count: ended.done,
          refused: state === 'Succeeded' ? refusedOf(ended.counts) : 0,
        },
      },
    ],
  )
}

/** What the work has not done of its records: a bulk action and an order call it refused, a file of records faulty. */
const refusedOf = ({ refused = 0, faulty = 0 }: Record<string, number>) => refused + faulty

export const lookForAbandonedEveryMs = 60_000

/** Looks now and then for jobs that the queue has given up. Returns how to stop it. */
export function watchAbandonedJobs(handlers: JobHandlers) {
  return (services: Services): (() => Promise<void>) =>
    repeat('abandoned jobs', lookForAbandonedEveryMs, services.log, () => endAbandoned(services, handlers))
}

/**
 * Ends jobs whose entry in the queue is gone or was given up (all workers that tried it died), so that their owner
 * reads that they failed. Entry and job are written in one transaction, so one without the other is never coming.
 * Returns how many.
 */
export async function endAbandoned(services: Services, handlers: JobHandlers): Promise<number> {
  const { db } = services
  let ended = 0
  for (const { id: companyId } of await db.shared.selectFrom('company').select('id').execute())
    ended += await db.withCompany(companyId, async (tx) => {
      const unfinished = await tx
        .selectFrom('job')
        .select('id')
        .where('company_id', '=', companyId)
        .where('state', 'in', ['Waiting', 'Running'])
        .execute()
      if (unfinished.length === 0) return 0
      // Asked apart, because the queue is not distributed where the company's tables are; and after the jobs, because
      // whoever sees a job sees its entry.
      const { rows: queued } = await sql<{ id: string }>`
        select q.data ->> 'jobId' as id from pgboss.job q
        where q.name = any(${jobKinds}::text[]) and q.state in ('created', 'retry', 'active')
          and q.data ->> 'jobId' = any(${unfinished.map(({ id }) => id)}::text[])`.execute(tx)
      const { rows } = await sql<{ id: string; kind: JobKind; input: JobPayloads[JobKind] }>`
        select j.id, j.kind, j.input from job j
        where j.company_id = ${companyId} and j.state in ('Waiting', 'Running')
          and j.id = any(${unfinished.map(({ id }) => id)}::uuid[]) and j.id <> all(${queued.map(({ id }) => id)}::uuid[])
        for update of j skip locked`.execute(tx)
      for (const job of rows)
        await endJob(
          tx,
          services,
          handlers[job.kind],
          { companyId, ...job },
          {
            state: 'Failed',
            refusal: refusal('ServerFault'),
          },
        )
      return rows.length
    })
  return ended
}

export type Progress = Parameters<JobRun['progress']>[0]

/** Writes progress down a few times a second; what was said last and not written goes with the end of the job. */
export function openReporter(
  db: Database,
  companyId: number,
  id: string,
): { progress: JobRun['progress']; unwritten: () => object } {
  let lastWrite = 0
  let latest: Progress | null = null
  const fields = ({ done, total, counts }: Progress) => ({
    done,
    ...(total !== undefined && { total }),
    ...(counts && { counts: JSON.stringify(counts) }),
  })
  return {
    unwritten: () => (latest ? fields(latest) : {}),
    async progress(state) {
      latest = state
      if (Date.now() - lastWrite < progressEvery) return
      lastWrite = Date.now()
      latest = null
      const row = await db.withCompany(companyId, (tx) =>
        tx
          .updateTable('job')
          .set(fields(state))
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .returning('cancel_requested')
          .executeTakeFirstOrThrow(),
      )
      if (row.cancel_requested) throw new JobCancelled()
    },
  }
}

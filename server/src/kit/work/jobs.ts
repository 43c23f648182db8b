import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery, sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { refusal, Refusal, type FactValue } from '@kervan/contract/kit/refusals'
import type { jobKinds, JobView } from '@kervan/contract/jobs/jobs'
import type { Language } from '@kervan/contract/kit/values'
import { loadActor } from '../http/actor.ts'
import { toRefusal } from '../http/faults.ts'
import type { Actor, Services } from '../context.ts'
import type { Database, Tx } from '../database/db.ts'
import type { Log } from '../log.ts'
import { refusalMessage } from '../messages.ts'
import { batchOf, type SystemQueue, type QueueName } from './queues.ts'
import { repeat } from './repeat.ts'
import { newId } from '../database/uuid.ts'

// Long work for a user. A job is enqueued in the transaction that causes it, shows its progress in the `job` table,
// can be cancelled, and is taken up again by another worker when its own dies. So a runner must be able to start over:
// what it has done already, it finds in the database.

export type JobKind = (typeof jobKinds)[number]

export type JobRun<I = unknown> = {
  id: string
  input: I
  actor: Actor
  services: Services
  /** 1 for the first try. */
  attempt: number
  /** Tells how far the work is. Throws when the owner has cancelled, so call it between two pieces of work. */
  progress(state: { done: number; total?: number | null; counts?: Record<string, number> }): Promise<void>
}
export type JobRunner = (run: JobRun) => Promise<unknown>
/** What a worker does for one kind of job. */
export type JobHandler = {
  run: JobRunner
  /** In the transaction that ends a job as failed or cancelled: brings the records the job worked for to their end. */
  stopped?(tx: Tx, job: { companyId: number; input: unknown }): Promise<void>
}
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>

/** Handles what was sent to a system queue. It may be given the same again, so it must be idempotent. */
export type SystemJobHandler = (batch: readonly unknown[]) => Promise<void>
export type SystemJobHandlers = Readonly<Record<SystemQueue, SystemJobHandler>>

export type Jobs = {
  /** Enqueues in the caller's transaction; without its commit there is no job. Returns the job's id. */
  start(tx: Tx, actor: Actor, kind: JobKind, input: object, now: Date): Promise<string>
  /** Enqueues something for a queue of the house itself, in the caller's transaction. */
  send(tx: Tx, queue: QueueName, data: object): Promise<void>
  /** Says that the outbox holds something, after the commit that put it there; what is said within a moment makes one job. */
  announce(companyId: number, id: string): void
  /** Something waits in this queue or is being worked on. */
  isBusy(queue: QueueName): Promise<boolean>
  /** Begins to work: jobs of users with `handlers`, the system queues with `systemJobs`. */
  work(services: Services, handlers: JobHandlers, systemJobs: SystemJobHandlers): Promise<void>
  /** How many jobs wait, by queue. */
  depths(): Promise<Record<string, number>>
  stop(): Promise<void>
}

class JobCancelled extends Error {}

const progressEvery = 250
const announceEvery = 25
const sayAgainEvery = 10_000
const lastAttempt = 5
/**
 * Jobs of one kind that a process works on at once, and how many of them may be one company's: a company with many
 * jobs leaves a worker free for the others.
 */
const workersOfKind = 3
const workersOfCompany = 2

export async function openJobs(url: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    max: 4,
    application_name: 'kervan jobs',
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  const throughTransaction = (tx: Tx) => ({
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: (await tx.executeQuery<object>(CompiledQuery.raw(text, values))).rows,
    }),
  })
  const send: Jobs['send'] = async (tx, queue, data) => {
    await boss.send(queue, data, { db: throughTransaction(tx) })
  }
  const announced = new Map<number, string[]>()
  let announcing: NodeJS.Timeout | null = null
  const sayAnnounced = async () => {
    announcing = null
    const some = [...announced].map(([companyId, ids]) => ({ data: { companyId, ids } }))
    announced.clear()
    if (some.length > 0) await boss.insert('outbox', some)
  }
  return {
    send,
    announce(companyId, id) {
      announced.set(companyId, [...(announced.get(companyId) ?? []), id])
      // What cannot be said now is found by the next look for what was forgotten.
      announcing ??= setTimeout(
        () => void sayAnnounced().catch((error: unknown) => log.warn({ err: error }, 'job queue')),
        announceEvery,
      )
    },
    async isBusy(queue) {
      const stats = await boss.getQueueStats(queue, { force: true })
      return stats.some(({ queuedCount, activeCount }) => queuedCount + activeCount > 0)
    },
    async start(tx, actor, kind, input, now) {
      const id = newId()
      const { ahead } = await tx
        .selectFrom('job')
        .select((select) => select.cast<number>(select.fn.countAll(), 'integer').as('ahead'))
        .where('company_id', '=', actor.company.id)
        .where('kind', '=', kind)
        .where('state', '=', 'Waiting')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('job')
        .values({
          company_id: actor.company.id,
          id,
          kind,
          membership_id: actor.membershipId,
          input: JSON.stringify(input),
          created_at: now,
        })
        .execute()
      // The more a company has waiting, the later its next one comes: companies take turns.
      await boss.send(
        kind,
        { companyId: actor.company.id, jobId: id },
        { db: throughTransaction(tx), group: { id: String(actor.company.id) }, priority: -ahead },
      )
      return id
    },
    async work(services, handlers, systemJobs) {
      const often = { pollingIntervalSeconds: 2, heartbeatRefreshSeconds: 3 } as const
      for (const [queue, handler] of Object.entries(systemJobs) as [SystemQueue, SystemJobHandler][])
        await boss.work(queue, { ...often, burstWhenBatchFull: true, batchSize: batchOf[queue] }, (batch) =>
          handler(batch.map((job) => job.data)),
        )
      const oneByOne = { ...often, notifyPollingIntervalSeconds: 2, groupConcurrency: workersOfCompany }
      for (const [kind, handler] of Object.entries(handlers) as [JobKind, JobHandler][])
        for (let n = 0; n < workersOfKind; n++) {
          const worker = await boss.work<QueuedJob>(kind, oneByOne, async ([job]) => {
            try {
              if (job) await runJob(services, kind, handler, job.data)
            } finally {
              // Looks for the next job at once instead of after the polling interval.
              boss.notifyWorker(worker)
            }
          })
        }
    },
    async depths() {
      const queues = await boss.getQueues()
      return Object.fromEntries(queues.map((queue) => [queue.name, queue.readyCount ?? 0]))
    },
    async stop() {
      if (announcing) clearTimeout(announcing)
      await sayAnnounced().catch(() => {})
      await boss.stop({ graceful: true, timeout: 15_000 })
    },
  }
}

type QueuedJob = { companyId: number; jobId: string }
type Ending = {
  state: 'Succeeded' | 'Failed' | 'Cancelled'
  result?: string
  refusal?: Refusal
  progress?: object
}

async function runJob(
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
  try {
    if (job.cancel_requested) throw new JobCancelled()
    const actor = await db.withCompany(companyId, (tx) => loadActor(tx, companyId, job.membership_id))
    const result = await handler.run({
      id: job.id,
      input: job.input,
      actor,
      services,
      attempt: job.attempts,
      progress: reporter.progress,
    })
    await end({ state: 'Succeeded', result: JSON.stringify(result ?? null) })
  } catch (error) {
    if (error instanceof JobCancelled) return end({ state: 'Cancelled' })
    const { refusal, fault } = toRefusal(error)
    // A refusal would only repeat itself.
    if (!fault) return end({ state: 'Failed', refusal })
    log.error({ err: error, job: job.id, kind, attempt: job.attempts }, 'job failed')
    if (job.attempts >= lastAttempt) return end({ state: 'Failed', refusal })
    throw error
  }
}

/** Ends a job that has not ended yet, and what it worked for with it. */
async function endJob(
  tx: Tx,
  { clock }: Services,
  handler: JobHandler,
  job: { companyId: number; id: string; input: unknown },
  { state, result, refusal, progress }: Ending,
): Promise<void> {
  const { numUpdatedRows } = await tx
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
    .executeTakeFirst()
  if (numUpdatedRows > 0n && state !== 'Succeeded') await handler.stopped?.(tx, job)
}

const lookForAbandonedEveryMs = 60_000

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
      const { rows } = await sql<{ id: string; kind: JobKind; input: unknown }>`
        select j.id, j.kind, j.input from job j
        where j.company_id = ${companyId} and j.state in ('Waiting', 'Running') and not exists (
          select from pgboss.job q where q.name = j.kind and q.state in ('created', 'retry', 'active')
            and q.data ->> 'jobId' = j.id::text)
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

type Progress = Parameters<JobRun['progress']>[0]

/** Writes progress down a few times a second; what was said last and not written goes with the end of the job. */
function openReporter(
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

/** Jobs that leave a result for each record; also what one did before it was cancelled or failed is worth knowing. */
const withResults = new Set<string>(['bulk', 'order.bulk'])

/** A job as its owner sees it. Throws `JobNotFound` for a job that is not the actor's. */
export async function readJob(tx: Tx, actor: Actor, jobId: string, language: Language): Promise<JobView> {
  const row = await tx
    .selectFrom('job')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (!row) throw refusal('JobNotFound')
  return presentJob(row, language)
}

type JobRow = {
  id: string
  kind: JobKind
  state: JobView['state']
  done: number
  total: number | null
  counts: unknown
  refusal: string | null
  refusal_facts: unknown
  created_at: Date
  finished_at: Date | null
  cancel_requested: boolean
}

export function presentJob(row: JobRow, language: Language): JobView {
  const running = row.state === 'Waiting' || row.state === 'Running'
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    counts: row.counts as Record<string, number>,
    message: row.refusal
      ? refusalMessage(
          language,
          new Refusal(row.refusal as Refusal['code'], (row.refusal_facts ?? {}) as Record<string, FactValue>),
        )
      : null,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    actions: {
      cancel: running && !row.cancel_requested,
      results: !running && row.done > 0 && withResults.has(row.kind),
    },
  }
}

/** The job now and whenever it has moved, until it has ended or nobody listens any more. */
export async function* watchJob(
  services: Services,
  actor: Actor,
  jobId: string,
  language: Language,
): AsyncGenerator<JobView> {
  let last = ''
  let said = 0
  for (;;) {
    const view = await services.db.withCompany(actor.company.id, (tx) => readJob(tx, actor, jobId, language))
    const text = JSON.stringify(view)
    // Said again from time to time, so that nobody on the way takes the silence for the end.
    if (text !== last || Date.now() - said > sayAgainEvery) {
      yield view
      last = text
      said = Date.now()
    }
    if (view.finishedAt) return
    await wait(progressEvery)
  }
}

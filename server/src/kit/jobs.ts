import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import { refusal, Refusal, type FactValue } from '@kervan/contract/kit/refusals'
import type { jobKinds, JobView } from '@kervan/contract/jobs/jobs'
import type { Language } from '@kervan/contract/kit/values'
import { loadActor } from './actor.ts'
import type { Actor, Services } from './context.ts'
import type { Database, Tx } from './db.ts'
import type { Log } from './log.ts'
import { refusalMessage } from './messages.ts'
import type { HouseQueue, QueueName } from './queues.ts'
import { newId } from './uuid.ts'

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

/** What is done with what was sent to a queue of the house. It may be given the same again. */
export type Chore = (batch: readonly unknown[]) => Promise<void>
export type Chores = Readonly<Record<HouseQueue, Chore>>

export type Jobs = {
  /** Enqueues in the caller's transaction; without its commit there is no job. Returns the job's id. */
  start(tx: Tx, actor: Actor, kind: JobKind, input: object, now: Date): Promise<string>
  /** Enqueues something for a queue of the house itself, in the caller's transaction. */
  send(tx: Tx, queue: QueueName, data: object): Promise<void>
  /** Says that the outbox holds something, after the commit that put it there; what is said within a moment makes one job. */
  announce(companyId: number, id: string): void
  /** Something waits in this queue or is being worked on. */
  isBusy(queue: QueueName): Promise<boolean>
  /** Begins to work: jobs of users with `runners`, what the house sends itself with `chores`. */
  work(services: Services, runners: Record<JobKind, JobRunner>, chores: Chores): Promise<void>
  /** How many jobs wait, by queue. */
  depths(): Promise<Record<string, number>>
  stop(): Promise<void>
}

class JobCancelled extends Error {}

const progressEvery = 250
const announceEvery = 25
const sayAgainEvery = 10_000

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
  const send: Jobs['send'] = async (tx, queue, data) => {
    const db = {
      executeSql: async (text: string, values?: unknown[]) => ({
        rows: (await tx.executeQuery<object>(CompiledQuery.raw(text, values))).rows,
      }),
    }
    await boss.send(queue, data, { db })
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
      await send(tx, kind, { companyId: actor.company.id, jobId: id })
      return id
    },
    async work(services, runners, chores) {
      const often = {
        pollingIntervalSeconds: 2,
        batchSize: 2,
        burstWhenBatchFull: true,
        heartbeatRefreshSeconds: 3,
      } as const
      for (const [queue, chore] of Object.entries(chores))
        await boss.work(queue, { ...often, batchSize: 50 }, (batch) => chore(batch.map((job) => job.data)))
      for (const [kind, runner] of Object.entries(runners) as [JobKind, JobRunner][]) {
        await boss.work<{ companyId: number; jobId: string }>(kind, often, async (batch) => {
          for (const job of batch) await runJob(services, kind, runner, job.data)
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

async function runJob(
  services: Services,
  kind: JobKind,
  runner: JobRunner,
  data: { companyId: number; jobId: string },
): Promise<void> {
  const { db, clock, log } = services
  const id = { company_id: data.companyId, id: data.jobId }
  const job = await db.withCompany(data.companyId, (tx) =>
    tx
      .updateTable('job')
      .set((set) => ({ state: 'Running', attempts: set('attempts', '+', 1) }))
      .where((where) => where.and(id))
      .where('state', 'in', ['Waiting', 'Running'])
      .returningAll()
      .executeTakeFirst(),
  )
  if (!job) return
  const reporter = openReporter(db, data.companyId, job.id)
  const end = (
    state: 'Succeeded' | 'Failed' | 'Cancelled',
    fields: { result?: string; refusal?: string; refusal_facts?: string } = {},
  ) =>
    db.withCompany(data.companyId, (tx) =>
      tx
        .updateTable('job')
        .set({ state, finished_at: clock.now(), ...reporter.unwritten(), ...fields })
        .where((where) => where.and(id))
        .where('state', '=', 'Running')
        .execute(),
    )
  try {
    const actor = await db.withCompany(data.companyId, (tx) =>
      loadActor(tx, data.companyId, job.membership_id),
    )
    const result = await runner({
      id: job.id,
      input: job.input,
      actor,
      services,
      attempt: job.attempts,
      progress: reporter.progress,
    })
    await end('Succeeded', { result: JSON.stringify(result ?? null) })
  } catch (error) {
    if (error instanceof JobCancelled) return void (await end('Cancelled'))
    if (error instanceof Refusal)
      return void (await end('Failed', { refusal: error.code, refusal_facts: JSON.stringify(error.facts) }))
    log.error({ err: error, job: job.id, kind, attempt: job.attempts }, 'job failed')
    if (job.attempts >= 5) return void (await end('Failed', { refusal: 'ServerFault' }))
    throw error
  }
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
const withResults = new Set<string>(['order.bulk'])

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

import { jobKinds } from '@kervan/contract/kit/work'
import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import { entriesOf } from '@kervan/contract/kit/typed'
import type { Actor, Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import type { Log } from '../log.ts'
import { systemQueues, type SystemQueue, type QueueName } from './queues.ts'
import { newId } from '../database/uuid.ts'
import type { JobPayloads, QueuePayloads } from './payloads.ts'
import { runJob } from './run-job.ts'

// Long work for a user. A job is enqueued in the transaction that causes it, shows its progress in the `job` table,
// can be cancelled, and is taken up again by another worker when its own dies. So a runner must be able to start over:
// what it has done already, it finds in the database.

export type JobKind = (typeof jobKinds)[number]

export type JobRun<K extends JobKind = JobKind> = {
  id: string
  input: JobPayloads[K]
  actor: Actor
  services: Services
  /** 1 for the first try. */
  attempt: number
  /** Aborted when the owner has cancelled: for a statement that takes long, as an option of `withCompany`. */
  signal: AbortSignal
  /** Tells how far the work is. Throws when the owner has cancelled, so call it between two pieces of work. */
  progress(state: { done: number; total?: number | null; counts?: Record<string, number> }): Promise<void>
}
/** What a worker does for one kind of job, with the input that its kind is started with. */
export type JobHandler<K extends JobKind = JobKind> = {
  run(run: JobRun<K>): Promise<unknown>
  /** In the transaction that ends a job as failed or cancelled: brings the records the job worked for to their end. */
  stopped?(tx: Tx, job: { companyId: number; input: JobPayloads[K] }, services: Services): Promise<void>
  /** Whether its owner is told of its end: not of what is no work of theirs, nor of what they watch. */
  tells?(input: JobPayloads[K]): boolean
}
export type JobHandlers = { readonly [K in JobKind]: JobHandler<K> }
/** A kind of job as an area brings it. */
export type AnyJob = { [K in JobKind]: { kind: K } & JobHandler<K> }[JobKind]

/** Handles what was sent to a system queue. It may be given the same again, so it must be idempotent. */
export type SystemJobHandlers = {
  readonly [Q in SystemQueue]: (batch: readonly QueuePayloads[Q][]) => Promise<void>
}
/** A system queue as an area brings it; how many of its entries go together is said in the area's `payloads.ts`. */
export type AnyQueue = {
  [Q in SystemQueue]: { queue: Q; work: (services: Services) => SystemJobHandlers[Q] }
}[SystemQueue]

/** The entry of a job in its queue; what it is to do stands in its row. */
export type QueuedJob = { companyId: number; jobId: string }
type QueueEntries = QueuePayloads & Record<JobKind, QueuedJob>

export type Jobs = {
  /** Enqueues in the caller's transaction; without its commit there is no job. Returns the job's id. */
  start<K extends JobKind>(
    tx: Tx,
    owner: Pick<Actor, 'membershipId'> & { company: { id: number } },
    kind: K,
    input: JobPayloads[K],
    now: Date,
  ): Promise<string>
  /** Enqueues something for a system queue, in the caller's transaction; `first` goes ahead of what waits there. */
  send<Q extends QueueName>(
    tx: Tx,
    queue: Q,
    data: QueueEntries[Q],
    options?: { first?: boolean },
  ): Promise<void>
  /**
   * Says that the outbox holds something, after the commit that put it there. What is said within a moment makes one job;
   * the moment grows with the load, because making a job costs a fifth of an order.
   */
  announce(companyId: number, id: string): void
  /** Something waits in this queue or is being worked on. */
  isBusy(queue: QueueName): Promise<boolean>
  /** Begins to work: jobs of users with `handlers`, the system queues with `systemJobs`. */
  work(services: Services, handlers: JobHandlers, systemJobs: SystemJobHandlers): Promise<void>
  /** How many jobs wait, by queue. */
  depths(): Promise<Record<string, number>>
  stop(): Promise<void>
}

/**
 * Jobs of one kind that a process works on at once, and how many of them may be one company's: a company with many
 * jobs leaves a worker free for the others.
 */
const workersOfKind = 3
const workersOfCompany = 2

/** Milliseconds that announcements are collected, by how many were collected the last time. */
const collectFor = (last: number): number => Math.min(Math.max(25, last * 10), 250)

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
  const send: Jobs['send'] = async (tx, queue, data, { first = false } = {}) => {
    await boss.send(queue, data, { db: throughTransaction(tx), priority: first ? 1 : 0 })
  }
  const announced = new Map<number, string[]>()
  let announcing: NodeJS.Timeout | null = null
  let lastCount = 0
  const sayAnnounced = async () => {
    announcing = null
    lastCount = [...announced.values()].reduce((sum, ids) => sum + ids.length, 0)
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
        collectFor(lastCount),
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
      const often = {
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
        heartbeatRefreshSeconds: 3,
      } as const
      const workOff = <Q extends SystemQueue>(queue: Q, atOnce: number) =>
        boss.work<QueuePayloads[Q]>(
          queue,
          { ...often, burstWhenBatchFull: true, batchSize: atOnce },
          (batch) => systemJobs[queue](batch.map((job) => job.data)),
        )
      for (const [queue, atOnce] of entriesOf(await systemQueues())) await workOff(queue, atOnce)
      const oneByOne = { ...often, groupConcurrency: workersOfCompany }
      for (const kind of jobKinds)
        for (let n = 0; n < workersOfKind; n++) {
          const worker = await boss.work<QueuedJob>(kind, oneByOne, async ([job]) => {
            try {
              if (job) await runJob(services, kind, handlers[kind], job.data)
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

/** Jobs that leave a result for each record; also what one did before it was cancelled or failed is worth knowing. */

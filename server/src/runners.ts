import { jobKinds } from '@kervan/contract/kit/work'
import { keysOf, recordOf } from '@kervan/contract/kit/typed'
import { handlers } from './handlers.ts'
import { runBulkJob } from './kit/lists/handle-bulk.ts'
import { partsOf } from './kit/parts.ts'
import type { Services } from './kit/context.ts'
import type { AnyJob, AnyQueue, JobHandlers, SystemJobHandlers } from './kit/work/jobs.ts'
import type { Mailer } from './kit/work/mail.ts'
import { deliverer, watchOutbox, type OutboxHandlers } from './kit/work/outbox.ts'
import { systemQueues } from './kit/work/queues.ts'
import { watchAbandonedJobs } from './kit/work/run-job.ts'
import { scheduleRunner, watchSchedules } from './kit/work/schedule.ts'
import { schedules } from './system/declared.ts'

// What workers do, put together from the parts of the areas. A server with work that nobody does, or two, does not start.

const jobs: readonly AnyJob[] = [{ kind: 'bulk', run: runBulkJob(handlers) }, ...partsOf('job')]

/** What workers run, by the kind of job. */
export const jobHandlers: JobHandlers = recordOf(jobKinds, (kind) => only(jobs, 'kind', kind)) as JobHandlers

/** What is done for the outbox beside sending mails. */
const outboxHandlers = Object.fromEntries(
  partsOf('outbox').map(({ outbox, deliver }) => [outbox, deliver]),
) as Partial<OutboxHandlers>

const queues = await systemQueues()

/** What workers do with what the portal sends itself. */
export function systemJobHandlers(services: Services, mailer: Mailer): SystemJobHandlers {
  const all: readonly AnyQueue[] = [
    { queue: 'outbox', work: () => deliverer(services, mailer, outboxHandlers) },
    { queue: 'schedule', work: () => scheduleRunner(services, schedules()) },
    ...partsOf('deliveries').map(({ kind, work }) => ({ queue: kind, work })),
    ...partsOf('queue'),
  ]
  return recordOf(keysOf(queues), (queue) => only(all, 'queue', queue).work(services)) as SystemJobHandlers
}

/** What a worker looks after now and then, each with how to stop it. */
export const watches: readonly ((services: Services) => () => Promise<void>)[] = [
  watchOutbox,
  watchAbandonedJobs(jobHandlers),
  watchSchedules(schedules()),
  ...partsOf('watch'),
]

/** The one of a name. Throws where there is none or another one of the same name. */
function only<T extends Record<F, string>, F extends string>(all: readonly T[], by: F, name: string): T {
  const [found, ...others] = all.filter((one) => one[by] === name)
  if (!found || others.length > 0) throw new Error(`${found ? 'two parts' : 'no part'} for the ${by} ${name}`)
  return found
}

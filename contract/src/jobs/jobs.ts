import { z } from 'zod'
import { Binary, call, Nothing, Uuid } from '../kit/call.ts'
import { Instant } from '../kit/values.ts'

export const jobKinds = ['order.import', 'order.bulk'] as const
export const jobStates = ['Waiting', 'Running', 'Succeeded', 'Failed', 'Cancelled'] as const

/** One piece of long work as its owner sees it. */
export const JobView = z.strictObject({
  id: Uuid,
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  /** Work done and work known so far; `total` is null until it is known. */
  done: z.int(),
  total: z.int().nullable(),
  /** Counts worth showing, by name. */
  counts: z.record(z.string(), z.int()),
  /** Why it failed, in the caller's language. */
  message: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  actions: z.strictObject({ cancel: z.boolean(), download: z.boolean() }),
})
export type JobView = z.infer<typeof JobView>

/** The job now, and again whenever it moves, until it has ended. */
export const watchJob = call('Jobs/WatchJob', { access: 'session', kind: 'stream', reads: true, input: z.strictObject({ jobId: Uuid }), output: JobView, refusals: ['JobNotFound'] })
export const getMyJobs = call('Jobs/GetMyJobs', { access: 'session', reads: true, input: Nothing, output: z.strictObject({ jobs: z.array(JobView) }), refusals: [] })
export const cancelJob = call('Jobs/CancelJob', { access: 'session', input: z.strictObject({ jobId: Uuid }), output: JobView, refusals: ['JobNotFound', 'JobFinished'] })
/** The result table of a bulk action as a workbook. */
export const downloadJobResult = call('Jobs/DownloadJobResult', { access: 'session', kind: 'download', reads: true, input: z.strictObject({ jobId: Uuid }), output: Binary, refusals: ['JobNotFound', 'JobWithoutResult'] })

import { z } from 'zod'
import { actionsField } from '../kit/actions.ts'
import { call, Nothing, Uuid } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { Instant } from '../kit/values.ts'
import { jobKinds } from '../kit/work.ts'

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
  /** It was asked to stop and does so at its next step. */
  isStopping: z.boolean(),
  /** `GetJobResults` says what became of each record. */
  hasResults: z.boolean(),
  actions: actionsField(['cancel']),
})
export type JobView = z.infer<typeof JobView>

/** The job now, and again whenever it moves, until it has ended. */
export const watchJob = call('Jobs/WatchJob', {
  access: 'session',
  kind: 'stream',
  reads: true,
  input: z.strictObject({ jobId: Uuid }),
  output: JobView,
  refusals: ['JobNotFound'],
})
export const getMyJobs = call('Jobs/GetMyJobs', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({ jobs: z.array(JobView) }),
  refusals: [],
})
export const cancelJob = call('Jobs/CancelJob', {
  access: 'session',
  input: z.strictObject({ jobId: Uuid }),
  output: JobView,
  refusals: ['JobNotFound', 'JobFinished'],
})

/** What became of each record of a bulk job, refused ones first. `id` is the record's; a record that is gone has no code. */
export const jobResults = pageList('Jobs/GetJobResults', {
  access: 'session',
  columns: {
    code: column.code({ nullable: true }),
    result: column.choice(['Passed', 'Refused'], { words: 'result' }),
    message: column.text({ nullable: true }),
    lineCount: column.integer(),
  },
  extra: { id: Uuid },
  scope: { jobId: Uuid },
  defaultSort: [
    { column: 'result', direction: 'desc' },
    { column: 'code', direction: 'asc' },
  ],
  search: true,
  refusals: ['JobNotFound'],
})

import type { JobKind, JobRunner } from './kit/jobs.ts'
import { runBulk } from './order/management/bulk-job.ts'
import { runImport } from './order/new/import-job.ts'

/** What workers run, by the kind of job; the compiler sees to it that no kind is forgotten. */
export const runners: Record<JobKind, JobRunner> = {
  'order.import': runImport,
  'order.bulk': runBulk,
}

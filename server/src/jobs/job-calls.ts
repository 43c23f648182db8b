import { cancelJob, getMyJobs, watchJob } from '@kervan/contract/jobs/jobs'
import { handle, handleStream } from '../kit/http/handle.ts'
import { presentJob, readJob, refusedToCancel, watchJob as watch } from '../kit/work/job-view.ts'

export const getMyJobsHandler = handle(getMyJobs, async ({ tx, actor, language }) => {
  const rows = await tx
    .selectFrom('job')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return { jobs: rows.map((row) => presentJob(row, language)) }
})

export const watchJobHandler = handleStream(watchJob, async ({ input, services, tx, actor, language }) => {
  await readJob(tx, actor, input.jobId, language)
  return watch(services, actor, input.jobId, language)
})

/** A waiting job ends at once; a running one at its next step. */
export const cancelJobHandler = handle(cancelJob, async ({ input, tx, actor, language, now }) => {
  const id = { company_id: actor.company.id, id: input.jobId, membership_id: actor.membershipId }
  const job = await tx
    .selectFrom('job')
    .select('state')
    .where((where) => where.and(id))
    .forUpdate()
    .executeTakeFirst()
  if (!job) throw cancelJob.refuse('JobNotFound')
  const refused = refusedToCancel(job)
  if (refused) throw refused
  const change =
    job.state === 'Waiting'
      ? { state: 'Cancelled' as const, finished_at: now, cancel_requested: true }
      : { cancel_requested: true }
  await tx
    .updateTable('job')
    .set(change)
    .where((where) => where.and(id))
    .execute()
  return readJob(tx, actor, input.jobId, language)
})

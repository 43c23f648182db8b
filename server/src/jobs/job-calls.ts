import { cancelJob, downloadJobResult, getMyJobs, watchJob } from '@kervan/contract/jobs/jobs'
import type { BulkAnswer } from '@kervan/contract/kit/page'
import { writeWorkbook } from '../kit/excel/write-workbook.ts'
import { handle, handleDownload, handleStream } from '../kit/handle.ts'
import { presentJob, readJob, watchJob as watch } from '../kit/jobs.ts'
import { translate } from '../kit/messages.ts'

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
  const job = await tx.selectFrom('job').select('state').where((where) => where.and(id)).forUpdate().executeTakeFirst()
  if (!job) throw cancelJob.refuse('JobNotFound')
  if (job.state !== 'Waiting' && job.state !== 'Running') throw cancelJob.refuse('JobFinished', { state: job.state })
  const change = job.state === 'Waiting' ? { state: 'Cancelled' as const, finished_at: now, cancel_requested: true } : { cancel_requested: true }
  await tx.updateTable('job').set(change).where((where) => where.and(id)).execute()
  return readJob(tx, actor, input.jobId, language)
})

export const downloadJobResultHandler = handleDownload(downloadJobResult, async ({ input, tx, actor, language }) => {
  const job = await tx
    .selectFrom('job')
    .select(['state', 'result'])
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .where('id', '=', input.jobId)
    .executeTakeFirst()
  if (!job) throw downloadJobResult.refuse('JobNotFound')
  const results = (job.result as Partial<BulkAnswer> | null)?.results
  if (!results) throw downloadJobResult.refuse('JobWithoutResult', { state: job.state })
  const word = (ok: boolean) => translate(language, ok ? 'kit.result.done' : 'kit.result.refused')
  const columns = (['code', 'result', 'message'] as const).map((key) => ({ header: translate(language, `column.${key}`), kind: 'text' as const, width: key === 'message' ? 60 : 18 }))
  const rows = results.map((item) => [item.code, word(item.ok), item.message ?? ''])
  return {
    name: `${translate(language, 'kit.result.title')}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeWorkbook({ sheets: [{ name: translate(language, 'kit.result.title').slice(0, 31), columns, rows }] }),
  }
})

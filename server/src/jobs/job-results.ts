import { sql } from 'kysely'
import { jobResults } from '@kervan/contract/jobs/jobs'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Actor, SessionContext } from '../kit/context.ts'
import { handle, handleDownload } from '../kit/handle.ts'
import { readJob } from '../kit/jobs.ts'
import { exportRows, readPage, type ListSql } from '../kit/page.ts'

// What became of each record of a bulk job (ORD-010), for its owner.

type Found = {
  id: string
  code: string | null
  result: RowOf<typeof jobResults>['result']
  message: string | null
  count: number
}

function resultList(actor: Actor, jobId: string): ListSql {
  const result = sql`case when i.passed then 'Passed' else 'Refused' end`
  return {
    select: sql`i.item_id as id, i.code, ${result} as result, i.message, i.count`,
    from: sql`job_item i`,
    where: [sql`i.company_id = ${actor.company.id}`, sql`i.job_id = ${jobId}`],
    columns: { code: sql`i.code`, result, message: sql`i.message`, lineCount: sql`i.count` },
    id: sql`i.item_id`,
    search: sql`i.search_text`,
  }
}

/** Throws `JobNotFound` for a job that is somebody else's. */
const assertOwn = ({ tx, actor, language }: SessionContext, jobId: string) =>
  readJob(tx, actor, jobId, language)

export const getJobResultsHandler = handle(jobResults.page, async (context) => {
  const { input, tx, actor, now } = context
  await assertOwn(context, input.jobId)
  const page = await readPage<Found>(tx, actor, jobResults, resultList(actor, input.jobId), input)
  return {
    ...page,
    rows: page.rows.map(({ count, ...row }) => ({ ...row, lineCount: count })),
    asOf: now.toISOString(),
  }
})

export const exportJobResultsHandler = handleDownload(jobResults.excel, async (context) => {
  await assertOwn(context, context.input.jobId)
  return exportRows(
    context,
    jobResults,
    resultList(context.actor, context.input.jobId),
    context.input,
    'jobResults',
  )
})

import { sql } from 'kysely'
import { jobResults } from '@kervan/contract/jobs/jobs'
import { serveList } from '../kit/lists/serve-list.ts'
import { readJob } from '../kit/work/job-view.ts'

/** What became of each record of a bulk job (ORD-010), for its owner. Throws `JobNotFound` for a job that is somebody else's. */
export const jobResultList = serveList(jobResults, 'jobResults', async (context, { jobId }) => {
  const { tx, actor, language } = context
  await readJob(tx, actor, jobId, language)
  return {
    from: sql`job_item i`,
    where: [sql`i.company_id = ${actor.company.id}`, sql`i.job_id = ${jobId}`],
    id: sql`i.item_id`,
    key: sql`i.item_id`,
    columns: {
      code: sql`i.code`,
      result: sql`case when i.passed then 'Passed' else 'Refused' end`,
      message: sql`i.message`,
      lineCount: sql`i.count`,
    },
    search: sql`i.search_text`,
    searched: ['code', 'message'],
  }
})

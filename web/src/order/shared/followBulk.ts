import type { JobView } from '@kervan/contract/jobs/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { notice, toast } from '../../kit/feedback/toasts.tsx'
import { formats } from '../../kit/values/format.ts'
import { i18n } from '../../kit/i18n/i18n.ts'
import { tPlural } from '../../kit/i18n/words.ts'
import { showJobResults } from '../../kit/bulk/JobResults.tsx'
import { noticeJob } from '../../kit/bulk/jobs.ts'
import type { OrderAction } from './orderActions.ts'

/** A bulk action that runs as a job: progress with a way to stop it, then what became of it, order by order. */
export async function followBulk(
  queries: QueryClient,
  action: OrderAction,
  jobId: string,
  count: number,
): Promise<void> {
  const number = formats().number
  const title = tPlural(i18n.t, `order.decide.${action}.running`, count, number(count))
  const look = (job: JobView, about: string) =>
    job.actions.results
      ? {
          label: i18n.t('order.decide.seeResult'),
          run: () => showJobResults(job.id, about, 'order.management.count'),
        }
      : null
  const job = await noticeJob(jobId, title, (ended) => look(ended, title))
  await Promise.all(
    ['OrderManagement', 'OrderMy'].map((group) => queries.invalidateQueries({ queryKey: [group] })),
  )
  if (job?.state !== 'Succeeded') return
  const { done = job.done, refused = 0 } = job.counts
  const said = tPlural(i18n.t, `order.decide.${action}.done`, done, number(done))
  const partly = i18n.t(`order.decide.${action}.partly`, {
    refused: number(refused),
    total: number(done + refused),
  })
  const seeResult = look(job, refused === 0 ? said : partly)
  if (refused === 0) toast('success', { title: said, ...(seeResult && { action: seeResult }) })
  else notice('warning', { title: partly, text: said, ...(seeResult && { action: seeResult }) })
}

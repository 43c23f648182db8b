import type { JobView } from '@kervan/contract/jobs/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { notice, toast } from '../../kit/feedback/toasts.tsx'
import { formats } from '../../kit/format.ts'
import { i18n } from '../../kit/i18n/i18n.ts'
import { counted } from '../../kit/i18n/words.ts'
import { showJobResults } from '../../kit/JobResults.tsx'
import { noticeJob } from '../../kit/jobs.ts'
import type { Deed } from './deeds.ts'

/** A bulk deed that runs as a job: progress with a way to stop it, then what became of it, order by order. */
export async function followBulk(
  queries: QueryClient,
  deed: Deed,
  jobId: string,
  count: number,
): Promise<void> {
  const number = formats().number
  const title = counted(i18n.t, `order.decide.${deed}.running`, count, number(count))
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
  const said = counted(i18n.t, `order.decide.${deed}.done`, done, number(done))
  const partly = i18n.t(`order.decide.${deed}.partly`, {
    refused: number(refused),
    total: number(done + refused),
  })
  const action = look(job, refused === 0 ? said : partly)
  if (refused === 0) toast('success', { title: said, ...(action && { action }) })
  else notice('warning', { title: partly, text: said, ...(action && { action }) })
}

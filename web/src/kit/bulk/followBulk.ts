import type { JobView } from '@kervan/contract/jobs/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { notice, toast } from '../feedback/toasts.tsx'
import { i18n } from '../i18n/i18n.ts'
import { tPluralDynamic } from '../i18n/words.ts'
import { formats } from '../values/format.ts'
import { doneWords, type BulkAction, type JobOutcome } from './action.ts'
import { noticeJob } from './jobs.ts'

/** A bulk action that runs as a job: progress with a way to stop it, then what became of it and a way to `look`. */
export async function followBulk(
  queries: QueryClient,
  action: BulkAction,
  jobId: string,
  count: number,
  look: (outcome: JobOutcome) => void,
): Promise<void> {
  const { t } = i18n
  const { number } = formats()
  const outcomeOf = ({ done: handled, counts: { done = handled, refused = 0 } }: JobView) => ({
    jobId,
    done,
    refused,
  })
  const looking = (job: JobView) =>
    job.hasResults ? { label: t('kit.bulk.seeResults'), run: () => look(outcomeOf(job)) } : null
  const title = tPluralDynamic(t, `${action.words}.action`, count, number(count))
  const job = await noticeJob(jobId, title, looking)
  await Promise.all(action.refreshes.map((group) => queries.invalidateQueries({ queryKey: [group] })))
  if (job?.state !== 'Succeeded') return
  const { done, refused } = outcomeOf(job)
  const said = doneWords(t, action, done, number)
  const results = looking(job)
  const further = results ? { action: results } : {}
  if (refused === 0) return void toast('success', { title: said, ...further })
  const text = t('kit.bulk.someRefused', { refused: number(refused), total: number(done + refused) })
  notice('warning', { title: said, text, ...further })
}

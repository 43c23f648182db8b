import { downloadJobResult } from '@kervan/contract/jobs/jobs'
import type { QueryClient } from '@tanstack/react-query'
import { callServer, saveFile } from '../../kit/client.ts'
import { showRefused } from '../../kit/feedback/dialogs.tsx'
import { notice, toast } from '../../kit/feedback/toasts.tsx'
import { formats } from '../../kit/format.ts'
import { i18n } from '../../kit/i18n/i18n.ts'
import { counted } from '../../kit/i18n/words.ts'
import { noticeJob } from '../../kit/jobs.ts'
import { toRefused } from '../../kit/refused.ts'
import type { Deed } from './deeds.ts'

/** A bulk deed that runs as a job: progress with a way to stop it, then what became of it. */
export async function followBulk(queries: QueryClient, deed: Deed, jobId: string, count: number): Promise<void> {
  const number = formats().number
  const job = await noticeJob(jobId, counted(i18n.t, `order.decide.${deed}.running`, count, number(count)))
  await Promise.all(['OrderManagement', 'OrderMy'].map((group) => queries.invalidateQueries({ queryKey: [group] })))
  if (job?.state !== 'Succeeded') return
  const done = job.counts.done ?? job.done
  const refused = job.counts.refused ?? 0
  const title = counted(i18n.t, `order.decide.${deed}.done`, done, number(done))
  if (refused === 0) {
    toast('success', title)
    return
  }
  notice('warning', {
    title: i18n.t(`order.decide.${deed}.partly`, { refused: number(refused), total: number(done + refused) }),
    text: title,
    ...(job.actions.download ? { action: { label: i18n.t('order.decide.seeResult'), run: () => void saveResult(jobId) } } : {}),
  })
}

async function saveResult(jobId: string): Promise<void> {
  try {
    saveFile(await callServer(downloadJobResult, { jobId }))
  } catch (thrown) {
    showRefused(toRefused(thrown), i18n.t('kit.grid.exportFailed'))
  }
}

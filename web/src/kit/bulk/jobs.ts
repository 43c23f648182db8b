import { cancelJob, watchJob, type JobView } from '@kervan/contract/jobs/jobs'
import { callServer } from '../call/client.ts'
import { followStream } from '../call/follow.ts'
import { showRefused } from '../feedback/dialogs.ts'
import { closeNotice, notice } from '../feedback/toasts.tsx'
import { formats } from '../values/format.ts'
import { i18n } from '../i18n/i18n.ts'
import { type CallRefused, toRefused } from '../call/refused.ts'
import { useEffect, useState } from 'react'

const hasEnded = (job: JobView) =>
  job.state === 'Succeeded' || job.state === 'Failed' || job.state === 'Cancelled'
/** The button goes once it was pressed: the job stops at its next step. */
export const isCancellable = (job: JobView) => job.actions.cancel === null && !job.isStopping
/** How far it is, in the language of the screen. */
export const countOf = ({ done, total }: JobView) =>
  total === null
    ? formats().number(done)
    : i18n.t('kit.job.count', { done: formats().number(done), total: formats().number(total) })

/** The job as it moves, until it has ended. A broken connection is taken up again; the job does not notice. */
export function followJob(jobId: string, signal?: AbortSignal): AsyncGenerator<JobView> {
  return followStream(
    watchJob,
    { jobId },
    { signal, isLast: hasEnded, failuresBorne: 10, longestPause: 1_000 },
  )
}

/** For a progress bar inside a screen. */
export function useJob(jobId: string | null): { job: JobView | null; refused: CallRefused | null } {
  const [job, setJob] = useState<JobView | null>(null)
  const [refused, setRefused] = useState<CallRefused | null>(null)
  useEffect(() => {
    if (jobId === null) return undefined
    const abort = new AbortController()
    const follow = async () => {
      try {
        for await (const next of followJob(jobId, abort.signal)) setJob(next)
      } catch (thrown) {
        setRefused(toRefused(thrown))
      }
    }
    void follow()
    return () => abort.abort()
  }, [jobId])
  return { job: job?.id === jobId ? job : null, refused }
}

type Ended = { label: string; run: () => void } | null

/**
 * For work that goes on while the user does something else: a notice with the count and Cancel. Gives the last state.
 * `ended` is what can be done with a job that failed or was cancelled half-way, such as looking at what it did.
 */
export async function noticeJob(
  jobId: string,
  title: string,
  ended: (job: JobView) => Ended = () => null,
): Promise<JobView | null> {
  const cancel = {
    label: i18n.t('kit.action.cancel'),
    run: () =>
      void callServer(cancelJob, { jobId }).catch((thrown: unknown) => showRefused(toRefused(thrown))),
  }
  const id = notice('work', { title, progress: null, action: cancel })
  let last: JobView | null = null
  try {
    for await (const job of followJob(jobId)) {
      last = job
      if (!hasEnded(job))
        notice(
          'work',
          {
            title,
            count: job.isStopping ? i18n.t('kit.job.stopping') : countOf(job),
            progress: job.total ? (job.done / job.total) * 100 : null,
            ...(isCancellable(job) ? { action: cancel } : {}),
          },
          id,
        )
    }
    closeNotice(id)
    const action = last && ended(last)
    if (last?.state === 'Failed')
      notice('error', {
        title: i18n.t('kit.job.failed', { title }),
        text: last.message ?? undefined,
        ...(action && { action }),
      })
    if (last?.state === 'Cancelled')
      notice('warning', { title: i18n.t('kit.job.cancelled', { title }), ...(action && { action }) })
    return last
  } catch (thrown) {
    closeNotice(id)
    showRefused(toRefused(thrown), title)
    return null
  }
}

import { cancelJob, type JobView } from '@kervan/contract/jobs/jobs'
import { Button, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCall } from '../call/useCall.ts'
import { countOf, isCancellable } from './jobs.ts'
import css from '../page/page.module.css'

/** A job inside a screen: what it does, how far it is, and a way to stop it where the screen has none of its own (`stoppable`). */
export function JobProgress({
  job,
  title,
  stoppable = true,
}: {
  job: JobView
  title: string
  stoppable?: boolean
}) {
  const { t } = useTranslation()
  const cancel = useCall(cancelJob)
  const share = job.total ? (job.done / job.total) * 100 : null
  return (
    <div aria-live="polite">
      <div className={css.sectionHead} style={{ marginBottom: 6 }}>
        <strong>{title}</strong>
        <span className="k-number k-quiet">{job.isStopping ? t('kit.job.stopping') : countOf(job)}</span>
        {stoppable && isCancellable(job) && (
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            onClick={() => void cancel.run({ jobId: job.id })}
          >
            {t('kit.action.cancel')}
          </Button>
        )}
      </div>
      <Progress
        size={6}
        value={share ?? 100}
        animated={share === null}
        striped={share === null}
        aria-label={title}
      />
    </div>
  )
}

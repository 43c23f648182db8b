import type { Freshness } from '@kervan/contract/kit/report'
import { Loader } from '@mantine/core'
import { useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import css from './report.module.css'

/** When figures that are worked out in advance were, what their last day is, and how long a new reckoning takes. */
export function ReportFreshness({ of }: { of: Freshness }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <p className={css.freshness} aria-live="polite">
      {of.builtAt !== null && <span>{t('report.updatedAt', { time: format.dateTime(of.builtAt) })}</span>}
      {of.lastDay !== null && <span>{t('report.lastDay', { day: format.date(of.lastDay) })}</span>}
      {of.minutesLeft !== null && (
        <span className={css.updating}>
          <Loader size={14} aria-hidden />
          {t('report.updating', { minutes: of.minutesLeft })}
        </span>
      )}
    </p>
  )
}

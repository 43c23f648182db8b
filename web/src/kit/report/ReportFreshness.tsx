import type { ReportAnswer } from '@kervan/contract/kit/report'
import { Loader } from '@mantine/core'
import { useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import css from './report.module.css'

/** When the figures are of; of those worked out in advance also their last day and how long a new reckoning takes. */
export function ReportFreshness({
  of: { freshness, madeAt },
}: {
  of: Pick<ReportAnswer, 'freshness' | 'madeAt'>
}) {
  const { t } = useWords()
  const format = useFormats()
  const of = freshness
  const asOf = of ? of.builtAt : madeAt
  return (
    <p className={css.freshness} aria-live="polite">
      {asOf !== null && <span>{t('report.updatedAt', { time: format.dateTime(asOf) })}</span>}
      {of?.lastDay !== undefined && of.lastDay !== null && (
        <span>{t('report.lastDay', { day: format.date(of.lastDay) })}</span>
      )}
      {of?.minutesLeft !== undefined && of.minutesLeft !== null && (
        <span className={css.updating}>
          <Loader size={14} aria-hidden />
          {t('report.updating', { minutes: of.minutesLeft })}
        </span>
      )}
    </p>
  )
}

import { mendedAt, type tryOrder } from '@kervan/contract/order/order-trial'
import type { OutputOf } from '@kervan/contract/kit/call'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../kit/i18n/words.ts'
import css from './trial.module.css'

export type Trial = OutputOf<typeof tryOrder>

/** What would stop the order or surprise whoever places one, each with the screen where it is put right. */
export function TrialFindings({ trial, onLeave }: { trial: Trial; onLeave: () => void }) {
  const { t } = useWords()
  const stops = trial.findings.some(({ severity }) => severity === 'problem')
  return (
    <section aria-label={t('order.trial.findings')}>
      <p className={css.verdict} data-stops={stops || undefined}>
        {stops ? <IconAlertCircle size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
        {t(stops ? 'order.trial.stopped' : 'order.trial.none')}
      </p>
      {trial.findings.length > 0 && (
        <ul className={css.findings}>
          {trial.findings.map((finding) => (
            <Finding key={finding.code + finding.message} finding={finding} onLeave={onLeave} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Finding({ finding, onLeave }: { finding: Trial['findings'][number]; onLeave: () => void }) {
  const { t } = useWords()
  const { code, severity, message } = finding
  const isProblem = severity === 'problem'
  const mended = mendedAt(code)
  return (
    <li className={css.finding} data-severity={severity}>
      {isProblem ? <IconAlertCircle size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      <span className={css.words}>
        <span className="k-hidden">{t(isProblem ? 'order.new.problem' : 'order.new.warning')}: </span>
        {message}
      </span>
      {mended && (
        <Link
          to={mended.path}
          search={mended.part === null ? {} : { part: mended.part }}
          aria-label={`${t('order.trial.mend')}: ${message}`}
          onClick={onLeave}
        >
          {t('order.trial.mend')}
        </Link>
      )}
    </li>
  )
}

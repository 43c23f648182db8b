import type { QuotaFacts } from '@kervan/contract/order/quota-rules'
import { useWords } from '../../kit/i18n/words.ts'
import { QuotaMeter } from '../../kit/values/Meter.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { nextWindow } from './quotaWindow.ts'
import css from './quotas.module.css'

/**
 * What quotas say: rule, what counts together, a meter, the figures, and until when the window lasts (QTA-003).
 * `isPlaced`: of a line that was ordered; what would follow from ordering it is not said any more.
 */
export function Quotas({
  quotas,
  currency,
  isPlaced = false,
}: {
  quotas: readonly QuotaFacts[]
  currency: string
  isPlaced?: boolean
}) {
  const { t } = useWords()
  const format = useFormats()
  const figure = ({ valueType }: QuotaFacts, value: string | null) =>
    value === null
      ? '–'
      : valueType === 'Monetary'
        ? format.money(value, currency)
        : format.number(Number(value))
  return (
    <ul className={css.quotas}>
      {quotas.map((quota) => (
        <li
          key={[quota.ruleCode, quota.from, ...quota.node].join(' ')}
          className={css.quota}
          data-exceeded={quota.exceeded || undefined}
        >
          <span className={css.name}>
            {quota.ruleName}
            {quota.node.length > 0 && <span className="k-quiet"> · {quota.node.join(' · ')}</span>}
          </span>
          {quota.limit !== null && (
            <QuotaMeter
              limit={Number(quota.limit)}
              used={Number(quota.used ?? 0)}
              now={Number(quota.asked ?? 0)}
              isAmount={quota.valueType === 'Monetary'}
              currency={currency}
            />
          )}
          <span className={css.figures}>
            {quota.limit !== null && (
              <>
                {t('quota.figures', {
                  limit: figure(quota, quota.limit),
                  used: figure(quota, quota.used),
                  asked: figure(quota, quota.asked),
                })}{' '}
              </>
            )}
            {t('quota.until', { day: nextWindow(format, quota) })}
          </span>
          {quota.exceeded && !isPlaced && (
            <span className={css.consequence}>{t(`quota.exceeded.${quota.actionType}`)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

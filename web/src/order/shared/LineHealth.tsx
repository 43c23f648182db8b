import type { OrderLineView } from '@kervan/contract/order/order-view'
import { useWords } from '../../kit/i18n/words.ts'
import { FactList, type Fact } from '../../kit/record/RecordParts.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { Badge } from '../../kit/values/StateBadge.tsx'
import { stateLooks } from '../../kit/values/states.ts'
import { useHealthProblem } from './healthProblem.ts'
import css from './lines.module.css'

const words = {
  Waiting: 'order.medula.waiting',
  Notified: 'order.medula.succeeded',
  Failed: 'order.medula.failed',
} as const

/** What the health-insurance service was told of a line and what it said, under it (ORD-015). */
export function LineHealth({ line: { healthInsurance: health } }: { line: OrderLineView }) {
  const { t } = useWords()
  const format = useFormats()
  const problemWords = useHealthProblem()
  if (!health) return null
  const { state, responseText, notificationId, problem, attempts, nextTryAt, settledAt } = health
  const look = stateLooks['healthInsurance']?.[state]
  const facts: Fact[] = [
    [t('order.medula.response'), responseText],
    [t('order.medula.id'), notificationId && <span className="k-mono">{notificationId}</span>],
    [t('order.medula.problem.label'), problem && problemWords(problem)],
    [
      t('order.medula.triesLabel'),
      [
        attempts > 0 && t('order.medula.tries', { count: attempts }),
        attempts > 0 && nextTryAt && t('order.medula.nextTry', { date: format.dateTime(nextTryAt) }),
        settledAt && format.dateTime(settledAt),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
  ]
  return (
    <section className={css.issues} aria-label={t('order.medula.title')}>
      <h4 className={css.health}>
        <Badge tone={look?.tone ?? 'grey'} {...(look ? { icon: look.icon } : {})}>
          {t(words[state])}
        </Badge>
      </h4>
      <FactList className={css.healthFacts} facts={facts} />
    </section>
  )
}

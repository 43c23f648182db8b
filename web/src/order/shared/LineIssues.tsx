import type { OrderLineView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { issuesOf } from './side.ts'
import css from './lines.module.css'

type Props = { orderCode: string; line: OrderLineView; side: Side }

/** What has left the warehouse for a line, under it: when, how much and with which delivery note. */
export function LineIssues({ orderCode, line, side }: Props) {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useQuery({ ...issuesOf(side, orderCode, line.id), enabled: line.completedQuantity > 0 })
  const issues = asked.data?.issues ?? []
  if (issues.length === 0) return null
  const isShort = issues.some(({ closesLine }) => closesLine) && line.completedQuantity < line.poQuantity
  return (
    <section className={css.issues} aria-label={t('order.issues.title')}>
      <h4>{t('order.issues.title')}</h4>
      <ul>
        {issues.map((issue) => (
          <li key={issue.code}>
            <span>{format.date(issue.issuedOn)}</span>
            <strong>{format.number(issue.quantity)}</strong>
            <span className="k-quiet">
              {issue.deliveryNote === null
                ? issue.code
                : t('order.issues.note', { note: issue.deliveryNote })}
            </span>
          </li>
        ))}
      </ul>
      {isShort && <p>{t('order.issues.closed')}</p>}
    </section>
  )
}

import { isNotDue, type OrderView } from '@kervan/contract/order/order-view'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'

type Amounts = Pick<OrderView, 'total' | 'demandTotal' | 'currency'>

/** What an order comes to; of one that was rejected or cancelled as a whole what was ordered, struck. Nothing where prices are hidden. */
export function OrderTotal({ order }: { order: Amounts }) {
  const { t } = useTranslation()
  const format = useFormats()
  const { total, demandTotal, currency } = order
  if (total === null) return null
  if (!isNotDue(order)) return format.money(total, currency)
  const amount = format.money(demandTotal, currency)
  const words = t('order.notDue', { amount })
  return (
    <span title={words}>
      <s className="k-quiet" aria-hidden>
        {amount}
      </s>
      <span className="k-hidden">{words}</span>
    </span>
  )
}

import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import type { Side } from '@kervan/contract/order/states'
import { useQuery } from '@tanstack/react-query'
import { Quotas } from './Quotas.tsx'
import { quotasOf } from './side.ts'
import css from './quotas.module.css'

/** What the quotas said of a line, under it; asked for when the line is unfolded. */
export function LineQuotas({
  order,
  line,
  side,
}: {
  order: Pick<OrderView, 'orderCode' | 'currency'>
  line: OrderLineView
  side: Side
}) {
  const asked = useQuery({ ...quotasOf(side, order.orderCode, line.id), enabled: line.quotaState !== 'None' })
  if (!asked.data || asked.data.quotas.length === 0) return null
  return (
    <div className={css.under}>
      <Quotas quotas={asked.data.quotas} currency={order.currency} isPlaced />
    </div>
  )
}

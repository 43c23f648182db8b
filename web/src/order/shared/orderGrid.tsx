import type { RowOf } from '@kervan/contract/kit/page'
import type { pendingOrders } from '@kervan/contract/order/order-management'
import type { OrderState } from '@kervan/contract/order/words'
import { useFormats } from '../../kit/values/format.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { Ratio } from '../../kit/values/Meter.tsx'
import { StateBadge } from '../../kit/values/StateBadge.tsx'
import css from './order.module.css'

/** A row of any list of orders; Order Management and My Orders show the same facts. */
export type OrderRow = RowOf<typeof pendingOrders>

/** How the columns of a list of orders are shown at first; the widths fit 1440 without scrolling. */
export const orderColumnViews = {
  orderCode: { pinned: true, width: 128 },
  customerName: { width: 168 },
  externalPoCode: { width: 112 },
  orderDate: { width: 104, short: true },
  deliveryDate: { width: 104, short: true },
  deliveryLocationName: { width: 142 },
  channel: { width: 112 },
  lineCount: { width: 68 },
  quantity: { width: 80 },
  total: { width: 140, hidden: true },
  completedRatio: { width: 116, align: 'start' },
  state: { width: 148 },
  lastEventDate: { width: 100, short: true },
  customerUniqueCode: { hidden: true },
  deliveryLocationCode: { hidden: true },
  shipmentMethod: { hidden: true },
  type: { hidden: true },
  recordUser: { hidden: true },
  mainOrderCode: { hidden: true },
} as const

/** Those who ordered know who they are; what it costs them matters more. */
export const myOrderColumnViews = {
  ...orderColumnViews,
  customerName: { width: 168, hidden: true },
  total: { width: 140 },
} as const

export const orderRenderers = {
  orderDate: (row: OrderRow) => <Day at={row.orderDate} />,
  completedRatio: (row: OrderRow) => <Ratio value={row.completedRatio} />,
  state: (row: OrderRow) => <OrderStateBadge state={row.state} allCancelled={row.allCancelled} />,
  lastEventDate: (row: OrderRow) => <Ago at={row.lastEventDate} />,
}

/** An order all of whose lines were cancelled is Rejected by the rule of states; the reader is told what it was (ORD-013). */
export function OrderStateBadge({ state, allCancelled }: { state: OrderState; allCancelled: boolean }) {
  return allCancelled ? (
    <StateBadge group="line" value="Cancelled" />
  ) : (
    <StateBadge group="order" value={state} />
  )
}

function Day({ at }: { at: string }) {
  const format = useFormats()
  return (
    <time dateTime={at} title={format.dateTimeSeconds(at)}>
      {format.date(at)}
    </time>
  )
}

const daysTold = 3
const dayMs = 86_400_000

/** Near in time how long ago, further off the day; the exact moment in the tooltip. */
export function Ago({ at }: { at: string }) {
  const format = useFormats()
  return (
    <time dateTime={at} title={format.dateTimeSeconds(at)} className={css.ago}>
      {isNear(at) ? format.relative(at) : format.date(at)}
    </time>
  )
}

function isNear(at: string): boolean {
  return Date.now() - Date.parse(at) < daysTold * dayMs
}

/** An order on a telephone and in the card view. */
export function OrderCard({ row, who }: { row: OrderRow; who: 'customer' | 'location' }) {
  const { t } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={`k-mono ${css.cardCode}`}>{row.orderCode}</span>}
      mark={<OrderStateBadge state={row.state} allCancelled={row.allCancelled} />}
    >
      <CardLine>
        <span className={css.cardName}>
          {who === 'customer' ? row.customerName : row.deliveryLocationName}
        </span>
      </CardLine>
      <CardLine quiet>
        <span>
          {format.date(row.orderDate)} ·{' '}
          {tPlural(t, 'order.detail.lineCount', row.lineCount, format.number(row.lineCount))}
        </span>
        <span className="k-number">
          {tPlural(t, 'order.detail.units', row.quantity, format.number(row.quantity))}
        </span>
      </CardLine>
    </RowCard>
  )
}

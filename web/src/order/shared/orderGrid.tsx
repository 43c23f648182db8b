import type { RowOf } from '@kervan/contract/kit/page'
import type { pendingOrders } from '@kervan/contract/order/order-management'
import type { OrderState } from '@kervan/contract/order/words'
import { IconClockExclamation, IconGauge } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../kit/values/format.ts'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { tPlural, useWords } from '../../kit/i18n/words.ts'
import { Ratio } from '../../kit/values/Meter.tsx'
import { Badge, StateBadge } from '../../kit/values/StateBadge.tsx'
import { today } from '../../kit/values/companyDay.ts'
import css from './order.module.css'
import { OrderTotal } from './OrderTotal.tsx'

/** A row of any list of orders; Order Management and My Orders show the same facts. */
export type OrderRow = RowOf<typeof pendingOrders>

const isLate = (row: OrderRow) => lateDays(row) !== null
const hasTwoLongFigures = ({ demandQuantity: ordered, confirmedQuantity: confirmed }: OrderRow) =>
  ordered !== confirmed && `${ordered}${confirmed}`.length > 6
const saysMuch = ({ type, state }: OrderRow) => type === 'Backorder' || state === 'WaitingExternalApproval'

/** How the columns of a list of orders are shown at first; the widths fit 1440 without scrolling. */
export const orderColumnViews = {
  orderCode: { pinned: true, width: 112 },
  customerName: { width: 134, picks: 'customer' },
  externalPoCode: { width: 100 },
  orderDate: { width: 104, short: true },
  // A date, and by how many days it has passed.
  deliveryDate: { width: 104, short: true, wider: { width: 190, when: isLate } },
  deliveryLocationName: { width: 120, picks: 'location' },
  lineCount: { width: 68, wide: true },
  shortLines: { width: 96, hidden: true },
  // What was ordered, and what of it is confirmed.
  demandQuantity: { width: 92, wider: { width: 136, when: hasTwoLongFigures } },
  confirmedQuantity: { width: 84, wide: true },
  total: { width: 128 },
  demandTotal: { width: 128, hidden: true },
  overQuota: { width: 128, grow: false, hidden: true, align: 'start', icon: IconGauge },
  completedRatio: { width: 96, align: 'start' },
  // A state; that it is a backorder, or that somebody outside is late.
  shownState: { width: 144, grow: false, wider: { width: 222, when: saysMuch } },
  lastEventDate: { width: 112, short: true },
  customerUniqueCode: { hidden: true },
  deliveryLocationCode: { wide: true },
  shipmentMethod: { wide: true },
  type: { hidden: true },
  channel: { wide: true },
  recordUser: { wide: true },
  mainOrderCode: { wide: true },
  medulaState: { width: 150, hidden: true },
  externalOrderDate: { hidden: true, short: true },
  externalContact: { hidden: true },
  vendorName: { hidden: true },
  vendorUniqueCode: { hidden: true },
  exceededLines: { width: 72, hidden: true, align: 'start' },
} as const

/** Those who ordered know who they are; what it costs them matters more. */
export const myOrderColumnViews = {
  ...orderColumnViews,
  customerName: { width: 150, hidden: true },
  deliveryLocationName: { ...orderColumnViews.deliveryLocationName, width: 150 },
  lineCount: { width: 68 },
} as const

export const orderRenderers = {
  orderDate: (row: OrderRow) => <Day at={row.orderDate} />,
  deliveryDate: (row: OrderRow) => <Delivery row={row} />,
  demandQuantity: (row: OrderRow) => <Ordered row={row} />,
  total: (row: OrderRow) => <OrderTotal order={row} />,
  completedRatio: (row: OrderRow) => <Ratio value={row.completedRatio} />,
  shownState: (row: OrderRow) => (
    <span className={css.badges}>
      <States row={row} />
      {row.externalOverdue && <Overdue />}
    </span>
  ),
  overQuota: ({ overQuota, exceededLines: count }: OrderRow) =>
    overQuota && count !== null && <Exceeded count={count} />,
  exceededLines: ({ exceededLines: count }: OrderRow) =>
    count !== null && count > 0 && <Exceeded count={count} />,
  medulaState: (row: OrderRow) =>
    row.medulaState && <StateBadge group="healthInsurance" value={row.medulaState} />,
  lastEventDate: (row: OrderRow) => <Ago at={row.lastEventDate} />,
}

function States({ row }: { row: OrderRow }) {
  return (
    <>
      <StateBadge group="order" value={row.shownState} />
      {row.type === 'Backorder' && <StateBadge group="lineType" value="Backorder" />}
    </>
  )
}

/** Lines that exceed a quota: the risk of approving the order. */
function Exceeded({ count }: { count: number }) {
  const { t } = useTranslation()
  const format = useFormats()
  return (
    <span title={t('order.exceeded', { count })}>
      <Badge tone="amber" icon={IconGauge}>
        {format.number(count)}
      </Badge>
    </span>
  )
}

/** Somebody outside has not answered in time. */
function Overdue() {
  const { t } = useTranslation()
  return (
    <span title={t('order.external.overdueTitle')}>
      <Badge tone="amber">{t('order.external.overdue')}</Badge>
    </span>
  )
}

export function Day({ at }: { at: string }) {
  const format = useFormats()
  return (
    <time dateTime={at} title={format.dateTimeSeconds(at)}>
      {format.date(at)}
    </time>
  )
}

/** By how many days of the company's calendar the goods are late; null while there is time, or nothing to deliver. */
export function lateDays({ deliveryDate, state }: Pick<OrderRow, 'deliveryDate' | 'state'>): number | null {
  if (closedStates.includes(state)) return null
  const days = Math.round((Date.parse(today()) - Date.parse(deliveryDate)) / dayMs)
  return days > 0 ? days : null
}
const closedStates: readonly string[] = ['Completed', 'Rejected'] satisfies OrderState[]

function Delivery({ row }: { row: OrderRow }) {
  const { t } = useTranslation()
  const format = useFormats()
  const late = lateDays(row)
  return (
    <span className={css.badges} data-text>
      <time dateTime={row.deliveryDate}>{format.date(row.deliveryDate)}</time>
      {late !== null && (
        <span title={t('order.late.title', { count: late })}>
          <Badge tone="amber" icon={IconClockExclamation}>
            {t('order.late.days', { count: late })}
          </Badge>
        </span>
      )}
    </span>
  )
}

/** What was asked for, and what of it is confirmed where that is another figure: what was refused stays to be seen. */
function Ordered({ row: { demandQuantity, confirmedQuantity } }: { row: OrderRow }) {
  const { t } = useTranslation()
  const format = useFormats()
  const ordered = format.number(demandQuantity)
  if (demandQuantity === confirmedQuantity) return ordered
  const confirmed = format.number(confirmedQuantity)
  return (
    <span title={t('order.confirmedOf', { confirmed, ordered })}>
      {ordered} <span className="k-quiet">→ {confirmed}</span>
    </span>
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
  const { t, column } = useWords()
  const format = useFormats()
  return (
    <RowCard
      name={<span className={`k-mono ${css.cardCode}`}>{row.orderCode}</span>}
      mark={
        <span className={css.badges}>
          {row.overQuota && row.exceededLines !== null && <Exceeded count={row.exceededLines} />}
          <States row={row} />
        </span>
      }
    >
      <CardLine>
        <span className={css.cardName}>
          {who === 'customer' ? row.customerName : row.deliveryLocationName}
        </span>
        {row.externalOverdue && <Overdue />}
        {row.total !== null && (
          <span className="k-number">
            <OrderTotal order={row} />
          </span>
        )}
      </CardLine>
      <CardLine quiet>
        <span>
          {format.date(row.orderDate)} ·{' '}
          {tPlural(t, 'order.detail.lineCount', row.lineCount, format.number(row.lineCount))}
        </span>
        <span className="k-number">
          {tPlural(t, 'order.detail.units', row.demandQuantity, format.number(row.demandQuantity))}
        </span>
      </CardLine>
      <CardLine quiet>
        <span>{column('deliveryDate')}</span>
        <Delivery row={row} />
      </CardLine>
    </RowCard>
  )
}

import { getOrderMonths } from '@kervan/contract/home/home'
import type { OutputOf } from '@kervan/contract/kit/call'
import { useTranslation } from 'react-i18next'
import { Chart, type ChartSeries } from '../kit/chart/Chart.tsx'
import { useFormats } from '../kit/values/format.ts'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { myEarliest } from '../order/order.api.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import { OrderFigures } from './OrderFigures.tsx'
import { monthWindow, orderLink, type OrderPlace } from './orderLinks.ts'

type Month = OutputOf<typeof getOrderMonths>['months'][number]
type Part = { name: string; color: string; of: (month: Month) => number; place: OrderPlace; right: string }

/** A year of orders by month, by what can be opened as a list: what is open, what was delivered, what was not (HOM-003). */
export function OrderMonths() {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const asked = useRead(getOrderMonths, {})
  const monthName = (month: string) =>
    new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' }).format(new Date(month))
  const side = rights.has('OrderManagement') ? 'manager' : 'owner'
  const closed = side === 'manager' ? 'closed' : 'past'
  const closedRight = side === 'manager' ? 'ClosedOrders' : 'MyOrders'
  const open: Part[] =
    side === 'manager'
      ? [
          {
            name: t('order.management.toDecide'),
            color: '--k-chart-waiting',
            of: ({ toDecide }) => toDecide,
            place: { tab: 'toDecide' },
            right: 'PendingOrders',
          },
          {
            name: t('order.management.inFulfilment'),
            color: '--k-chart-moving',
            of: ({ inFulfilment }) => inFulfilment,
            place: { tab: 'inFulfilment' },
            right: 'PendingOrders',
          },
          {
            name: t('order.management.external'),
            color: '--k-chart-external',
            of: ({ externalApproval }) => externalApproval,
            place: { tab: 'external' },
            right: 'ExternalApprovalOrders',
          },
        ]
      : [
          {
            name: t('order.my.pending'),
            color: '--k-chart-moving',
            of: (month) => month.toDecide + month.inFulfilment + month.externalApproval,
            place: { tab: 'pending' },
            right: 'MyOrders',
          },
        ]
  const parts: Part[] = [
    {
      name: t('home.orders.completed'),
      color: '--k-meter-now',
      of: ({ completed }) => completed,
      place: { tab: closed, states: ['Completed'] },
      right: closedRight,
    },
    {
      name: t('home.orders.rejected'),
      color: '--k-meter-used',
      of: ({ rejected }) => rejected,
      place: { tab: closed, states: ['Rejected', 'Cancelled'] },
      right: closedRight,
    },
    ...open,
  ]
  // Who ordered looks back six months (ORD-011); older figures stand without a way to their rows.
  const earliest = side === 'owner' ? myEarliest() : ''
  const title = t('home.orders.title')
  return (
    <Box title={title}>
      <OrderFigures side={side} />
      <Answered asked={asked} name={title}>
        {({ months, asOf, chartExport }) => {
          const series = parts
            .map(({ name, color, of, place, right }): ChartSeries => ({
              name,
              color,
              values: months.map(of),
              links: months.map(({ month }) =>
                rights.has(right) && month >= earliest ? orderLink(side, place, monthWindow(month)) : null,
              ),
            }))
            .filter(({ values }, at) => at < 2 || values.some((value) => (value ?? 0) > 0))
          if (series.every(({ values }) => values.every((value) => value === 0)))
            return <Nothing title={t('home.orders.none')} text={t('home.orders.noneText')} />
          return (
            <Chart
              name="orderMonths"
              label={title}
              category={t('home.orders.month')}
              categories={months.map(({ month }) => monthName(month))}
              series={series}
              note={t('home.orders.counted', { time: format.dateTime(asOf) })}
              exportable={chartExport}
            />
          )
        }}
      </Answered>
    </Box>
  )
}

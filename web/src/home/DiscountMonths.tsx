import { getDiscountMonths } from '@kervan/contract/home/home'
import { useTranslation } from 'react-i18next'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { useFormats } from '../kit/values/format.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import { monthWindow } from './orderLinks.ts'

const parts = [
  { key: 'approved', color: '--k-meter-now', tab: 'closed' },
  { key: 'refused', color: '--k-meter-used', tab: 'closed' },
  { key: 'open', color: '--k-chart-waiting', tab: 'pending' },
] as const

/** A year of discount requests by month (HOM-001): each figure opens its rows. */
export function DiscountMonths() {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const asked = useRead(getDiscountMonths, {})
  const monthName = (month: string) =>
    new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' }).format(new Date(month))
  const manages = rights.has('PromotionManagement')
  const opens = manages || rights.has('MyPromotionRequests')
  const to = manages ? '/order/institutional-discount-requests' : '/order/my-institutional-discount-requests'
  const title = t('home.discount.title')
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ months, chartExport }) =>
          months.every(({ open, approved, refused }) => open + approved + refused === 0) ? (
            <Nothing title={t('home.discount.none')} text={t('home.discount.noneText')} />
          ) : (
            <Chart
              name="discountMonths"
              label={title}
              category={t('home.orders.month')}
              categories={months.map(({ month }) => monthName(month))}
              series={parts.map(({ key, color, tab }) => ({
                name: t(`home.discount.${key}`),
                color,
                values: months.map((month) => month[key]),
                // Who applied looks back six months; older figures stand without a way to their rows.
                links: months.map(({ month }, at) =>
                  opens && (manages || at > months.length - 7)
                    ? { to, search: { tab, ...monthWindow(month) } }
                    : null,
                ),
              }))}
              exportable={chartExport}
            />
          )
        }
      </Answered>
    </Box>
  )
}

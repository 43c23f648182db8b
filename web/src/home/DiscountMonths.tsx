import { getDiscountMonths, type DiscountMonth } from '@kervan/contract/home/home'
import { approvedStates, requestKinds, type RequestKind } from '@kervan/contract/porta/words'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../kit/call/query.ts'
import { useRights } from '../kit/call/rights.ts'
import { Chart } from '../kit/chart/Chart.tsx'
import { useFormats } from '../kit/values/format.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import { monthWindow } from './orderLinks.ts'

/** What is counted, and the tab that lists it: two states of one tab are told apart by a filter. */
const parts = [
  { key: 'approved', color: '--k-meter-now', tab: 'closed', states: approvedStates },
  { key: 'rejected', color: '--k-meter-used', tab: 'closed', states: ['Rejected'] },
  { key: 'cancelled', color: '--k-chart-others', tab: 'cancelled' },
  { key: 'declined', color: '--k-icon-red', tab: 'declined' },
  { key: 'pending', color: '--k-chart-waiting', tab: 'pending' },
  { key: 'preApplication', color: '--k-chart-moving', tab: 'preApplication' },
  { key: 'archived', color: '--k-chart-5', tab: 'archived' },
] as const satisfies readonly { key: Exclude<keyof DiscountMonth, 'month'>; [more: string]: unknown }[]
/** These are always drawn, the others where there are some. */
const always = 2

/** Who reviews requests of a kind, and who applies; each with the screen of the rows behind a figure. */
const screensOf = {
  InstitutionalDiscount: {
    reviews: { right: 'PromotionManagement', to: '/order/institutional-discount-requests' },
    applies: { right: 'MyPromotionRequests', to: '/order/my-institutional-discount-requests' },
  },
  PriceChange: {
    reviews: { right: 'PriceChangeManagement', to: '/porta/price-change-refund-requests' },
    applies: { right: 'MyPriceChangeRequests', to: '/porta/my-price-change-refund-requests' },
  },
} as const satisfies Record<RequestKind, unknown>

/** A year of discount requests and of price change refunds by month (HOM-001): each figure opens its rows. */
export function DiscountMonths() {
  const { t } = useTranslation()
  const rights = useRights()
  const seen = requestKinds.filter((kind) =>
    Object.values(screensOf[kind]).some(({ right }) => rights.has(right)),
  )
  const kinds = seen.length > 0 ? seen : requestKinds.slice(0, 1)
  const [chosen, setChosen] = useState<RequestKind | null>(null)
  const kind = kinds.find((one) => one === chosen) ?? kinds[0] ?? 'InstitutionalDiscount'
  return (
    <Box
      title={t(`home.discount.of.${kind}.title`)}
      action={
        kinds.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={t('home.discount.kinds.label')}
            value={kind}
            onChange={(next) => setChosen(kinds.find((one) => one === next) ?? null)}
            data={kinds.map((value) => ({ value, label: t(`home.discount.kinds.${value}`) }))}
          />
        )
      }
    >
      <Months key={kind} kind={kind} />
    </Box>
  )
}

function Months({ kind }: { kind: RequestKind }) {
  const { t } = useTranslation()
  const format = useFormats()
  const rights = useRights()
  const asked = useRead(getDiscountMonths, { kind })
  const monthName = (month: string) =>
    new Intl.DateTimeFormat(format.language, { month: 'short', timeZone: 'UTC' }).format(new Date(month))
  const { reviews, applies } = screensOf[kind]
  const manages = rights.has(reviews.right)
  const opens = manages || rights.has(applies.right)
  const { to } = manages ? reviews : applies
  const title = t(`home.discount.of.${kind}.title`)
  return (
    <Answered asked={asked} name={title}>
      {({ months, chartExport }) =>
        parts.every(({ key }) => months.every((month) => month[key] === 0)) ? (
          <Nothing title={t(`home.discount.of.${kind}.none`)} text={t('home.discount.noneText')} />
        ) : (
          <Chart
            name="discountMonths"
            label={title}
            category={t('home.orders.month')}
            categories={months.map(({ month }) => monthName(month))}
            series={parts
              .map((part) => ({
                name: t(`home.discount.${part.key}`),
                color: part.color,
                values: months.map((month) => month[part.key]),
                // Who applied looks back six months; older figures stand without a way to their rows.
                links: months.map(({ month }, at) =>
                  opens && (manages || at > months.length - 7)
                    ? {
                        to,
                        search: {
                          tab: part.tab,
                          ...monthWindow(month),
                          ...('states' in part && { f: { requestState: { in: part.states } } }),
                        },
                      }
                    : null,
                ),
              }))
              .filter(({ values }, at) => at < always || values.some((value) => value > 0))}
            exportable={chartExport}
          />
        )
      }
    </Answered>
  )
}

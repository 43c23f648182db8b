import { getOrderMonths } from '@kervan/contract/home/home'
import { useTranslation } from 'react-i18next'
import { Chart } from '../kit/chart/Chart.tsx'
import { useFormats } from '../kit/values/format.ts'
import { useRead } from '../kit/call/query.ts'
import { Answered, Box, Nothing } from './Box.tsx'
import css from './home.module.css'

/** A year of orders by month: what was approved, refused, and still waits. */
export function OrderMonths() {
  const { t } = useTranslation()
  const format = useFormats()
  const asked = useRead(getOrderMonths, {})
  const monthName = (month: string, length: 'short' | 'long') =>
    new Intl.DateTimeFormat(format.language, { month: length, timeZone: 'UTC' }).format(new Date(month))
  const title = t('home.orders.title')
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ months, asOf, chartExport }) => {
          const last = months.at(-1)
          if (!last || months.every(({ approved, rejected, pending }) => approved + rejected + pending === 0))
            return <Nothing title={t('home.orders.none')} text={t('home.orders.noneText')} />
          const figures = [
            [
              t('home.orders.thisMonth', { month: monthName(last.month, 'long') }),
              last.approved + last.rejected + last.pending,
            ],
            [t('home.orders.pending'), months.reduce((sum, { pending }) => sum + pending, 0)],
          ] as const
          return (
            <>
              <dl className={css.figures}>
                {figures.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{format.number(value)}</dd>
                  </div>
                ))}
              </dl>
              <Chart
                name="home.orders"
                label={title}
                category={t('home.orders.month')}
                categories={months.map(({ month }) => monthName(month, 'short'))}
                series={[
                  {
                    name: t('home.orders.approved'),
                    color: '--k-meter-now',
                    values: months.map(({ approved }) => approved),
                  },
                  {
                    name: t('home.orders.rejected'),
                    color: '--k-meter-used',
                    values: months.map(({ rejected }) => rejected),
                  },
                  {
                    name: t('home.orders.pending'),
                    color: '--k-chart-waiting',
                    values: months.map(({ pending }) => pending),
                  },
                ]}
                note={t('home.orders.counted', { time: format.dateTime(asOf) })}
                exportable={chartExport}
              />
            </>
          )
        }}
      </Answered>
    </Box>
  )
}

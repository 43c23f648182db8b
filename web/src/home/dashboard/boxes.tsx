import { findings, getDiagnosis } from '@kervan/contract/diagnosis/diagnosis'
import type { DashboardBox } from '@kervan/contract/home/words'
import { addDays } from '@kervan/contract/kit/days'
import type { ReportAnswer } from '@kervan/contract/kit/report'
import { expectations } from '@kervan/contract/lma/expectations'
import { countOrders } from '@kervan/contract/order/order-management'
import { getPrimaryData } from '@kervan/contract/report/primary-data'
import { getStockSense } from '@kervan/contract/report/stock-sense'
import { coverClasses } from '@kervan/contract/report/words'
import { serviceRuns } from '@kervan/contract/services/runs'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/call/query.ts'
import { Chart, type ChartLink } from '../../kit/chart/Chart.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { today } from '../../kit/values/companyDay.ts'
import { windowOf } from '../../kit/values/dateWindow.ts'
import { useFormats } from '../../kit/values/format.ts'
import { Answered, Box, Nothing } from '../Box.tsx'
import { monthWindow } from '../orderLinks.ts'
import { OrderFigures } from '../OrderFigures.tsx'
import { KeyFigure } from './KeyFigure.tsx'

// Each box is one question of the contract with the same filter as the page that it leads to, so its figure is that of
// the page.

type Right = { permission: string | null }

const stores = coverClasses.filter((one) => one !== 'NoSales')
const now = { from: null, to: null, column: null, filters: { coverClass: stores } }
const stockPage = (search: Record<string, unknown>): ChartLink => ({
  to: '/report/stock-sense-report',
  search,
})
const onlyOf = (dimension: string, value: string | null) =>
  value === null ? null : stockPage({ only: { [dimension]: [value] } })

function Orders() {
  const { t } = useTranslation()
  return (
    <Box title={t('home.dashboard.box.orders')}>
      <OrderFigures side="manager" />
    </Box>
  )
}

/** The last day of the data of a report; nothing where it has none yet. */
function LastDay({ of }: { of: ReportAnswer['freshness'] }) {
  const { t } = useTranslation()
  const format = useFormats()
  return of?.lastDay ? <>{t('report.lastDay', { day: format.date(of.lastDay) })}</> : null
}

function StockAvailability() {
  const { t, state } = useWords()
  const format = useFormats()
  const title = t('home.dashboard.box.stockAvailability')
  const asked = useRead(getStockSense, { ...now, rows: ['coverClass'], measure: 'places' })
  const share = useRead(getStockSense, { ...now, rows: ['coverClass'], measure: 'availability' })
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ rows, freshness }) =>
          rows.length === 0 ? (
            <Nothing title={t('report.of.stock.empty')} text={t('report.neverText')} />
          ) : (
            <>
              <KeyFigure
                value={share.data?.grandTotal ? `${format.number(share.data.grandTotal)} %` : null}
                link={stockPage({ measure: 'availability' })}
                name={title}
              />
              <Chart
                name="dashboard.availability"
                label={title}
                category={t('report.dimension.coverClass')}
                categories={rows.map(({ path: [head] }) => state('coverClass', head?.value ?? ''))}
                series={[
                  {
                    name: t('report.figure.places'),
                    color: '--k-chart-1',
                    values: rows.map(({ total }) => Number(total ?? 0)),
                    links: rows.map(({ path: [head] }) => onlyOf('coverClass', head?.value ?? null)),
                  },
                ]}
                note={<LastDay of={freshness} />}
              />
            </>
          )
        }
      </Answered>
    </Box>
  )
}

function LostSales() {
  const { t } = useTranslation()
  const format = useFormats()
  const title = t('home.dashboard.box.lostSales')
  const asked = useRead(getStockSense, { ...now, rows: ['category'], measure: 'lostUnits' })
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ rows, grandTotal, freshness }) =>
          rows.length === 0 ? (
            <Nothing title={t('report.of.stock.empty')} text={t('report.neverText')} />
          ) : (
            <>
              <KeyFigure
                value={format.number(grandTotal ?? '0')}
                link={stockPage({ measure: 'lostUnits', rows: ['category'] })}
                name={title}
              />
              <Chart
                name="dashboard.lostSales"
                label={title}
                category={t('report.dimension.category')}
                categories={rows.map(({ path: [head] }) => head?.label ?? head?.value ?? t('report.none'))}
                series={[
                  {
                    name: t('report.figure.lostUnits'),
                    color: '--k-chart-2',
                    values: rows.map(({ total }) => Number(total ?? 0)),
                    links: rows.map(({ path: [head] }) => onlyOf('category', head?.value ?? null)),
                  },
                ]}
                note={<LastDay of={freshness} />}
              />
            </>
          )
        }
      </Answered>
    </Box>
  )
}

function SellInSellOut() {
  const { t } = useTranslation()
  const format = useFormats()
  const title = t('home.dashboard.box.sellInSellOut')
  const question = { ...windowOf({}, 3), rows: ['month' as const], column: null, filters: {} }
  const sellIn = useRead(getPrimaryData, { ...question, measure: 'sellIn' })
  const sellOut = useRead(getPrimaryData, { ...question, measure: 'sellOut' })
  const months = (sellIn.data?.rows ?? []).flatMap(({ path: [head] }) => head?.value ?? [])
  const valuesOf = (answer: ReportAnswer | undefined) =>
    months.map((month) => Number(answer?.rows.find(({ path: [head] }) => head?.value === month)?.total ?? 0))
  const links = (measure: string) =>
    months.map((month): ChartLink => ({
      to: '/report/primary-data-report',
      search: { ...monthWindow(`${month}-01`), measure },
    }))
  return (
    <Box title={title}>
      <Answered asked={sellIn} name={title}>
        {({ rows, freshness }) =>
          rows.length === 0 ? (
            <Nothing title={t('report.of.movements.empty')} text={t('report.neverText')} />
          ) : (
            <Chart
              name="dashboard.sellInSellOut"
              // Two figures beside each other, not parts of a sum.
              drawing="lines"
              label={title}
              category={t('report.dimension.month')}
              categories={months.map((month) => format.month(month))}
              series={[
                {
                  name: t('report.figure.sellIn'),
                  color: '--k-chart-1',
                  values: valuesOf(sellIn.data),
                  links: links('sellIn'),
                },
                {
                  name: t('report.figure.sellOut'),
                  color: '--k-chart-3',
                  values: valuesOf(sellOut.data),
                  links: links('sellOut'),
                },
              ]}
              note={<LastDay of={freshness} />}
            />
          )
        }
      </Answered>
    </Box>
  )
}

const firstPage = { page: 1, pageSize: 50 as const, sort: [], search: '' }

function ServiceRuns() {
  const { t } = useTranslation()
  const format = useFormats()
  const title = t('home.dashboard.box.serviceRuns')
  const window = { from: addDays(today(), -30), to: today() }
  const asked = useRead(serviceRuns.page, { ...firstPage, ...window, filters: {} })
  const closed = useRead(serviceRuns.page, {
    ...firstPage,
    ...window,
    filters: { runState: { in: ['Closed'] } },
  })
  const page = (search: Record<string, unknown>): ChartLink => ({
    to: '/services/service-operations',
    search: { ...window, ...search },
  })
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ total }) =>
          total === 0 ? (
            <Nothing title={t('home.dashboard.noRuns')} />
          ) : (
            <>
              <KeyFigure
                value={closed.data ? format.number(String(closed.data.total)) : null}
                of={format.number(String(total))}
                link={page({ f: { runState: { in: ['Closed'] } } })}
                name={title}
              />
              <p className="k-quiet">{t('home.dashboard.lastDays')}</p>
            </>
          )
        }
      </Answered>
    </Box>
  )
}

function FuelExpectations() {
  const { t, state } = useWords()
  const format = useFormats()
  const title = t('home.dashboard.box.fuelExpectations')
  const asked = useRead(expectations.page, { ...firstPage, filters: {} })
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ rows }) => {
          const [newest] = rows
          if (!newest) return <Nothing title={t('home.dashboard.noExpectations')} />
          const ofDay = rows.filter(({ runDay }) => runDay === newest.runDay)
          return (
            <>
              {ofDay.map((row) => (
                <KeyFigure
                  key={row.id}
                  small
                  value={row.priceChange === null ? null : format.number(row.priceChange)}
                  link={{ to: '/lma/price-expectation', search: { line: row.id } }}
                  name={`${row.fuelProductName} · ${state('expectationState', row.expectationState)}`}
                />
              ))}
              <p className="k-quiet">{t('home.dashboard.runDay', { day: format.date(newest.runDay) })}</p>
            </>
          )
        }}
      </Answered>
    </Box>
  )
}

function Findings() {
  const { t, state } = useWords()
  const format = useFormats()
  const title = t('home.dashboard.box.findings')
  const asked = useRead(getDiagnosis, {})
  return (
    <Box title={title}>
      <Answered asked={asked} name={title}>
        {({ levels, report }) => (
          <>
            {!report && levels.every(({ count }) => count === 0) ? (
              <Nothing title={t('diagnosis.noReport')} text={t('home.dashboard.noDiagnosis')} />
            ) : (
              levels.map(({ level, count }) => (
                <KeyFigure
                  key={level}
                  small
                  value={format.number(String(count))}
                  link={{ to: '/report/system-diagnosis', search: { f: { findingLevel: { in: [level] } } } }}
                  name={state('findingLevel', level)}
                />
              ))
            )}
            {report && (
              <p className="k-quiet">{t('report.updatedAt', { time: format.dateTime(report.finishedAt) })}</p>
            )}
          </>
        )}
      </Answered>
    </Box>
  )
}

/** What each box shows, and the calls that it needs. */
export const boxes: Record<DashboardBox, { content: ComponentType; calls: readonly Right[] }> = {
  orders: { content: Orders, calls: [countOrders] },
  stockAvailability: { content: StockAvailability, calls: [getStockSense] },
  lostSales: { content: LostSales, calls: [getStockSense] },
  sellInSellOut: { content: SellInSellOut, calls: [getPrimaryData] },
  serviceRuns: { content: ServiceRuns, calls: [serviceRuns.page] },
  fuelExpectations: { content: FuelExpectations, calls: [expectations.page] },
  findings: { content: Findings, calls: [findings.page] },
}

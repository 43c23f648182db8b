import { exact } from '@kervan/contract/lma/exact'
import { marginMonths } from '@kervan/contract/lma/margin-lists'
import type { importMargins, marketMargins } from '@kervan/contract/lma/margin-lists'
import { addDays } from '@kervan/contract/kit/days'
import { pageSizes } from '@kervan/contract/kit/page-limits'
import type { RowOf } from '@kervan/contract/kit/page'
import { IconChartLine } from '@tabler/icons-react'
import { useMemo, type ReactNode } from 'react'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { Chart, type ChartSeries } from '../../kit/chart/Chart.tsx'
import { DataGrid } from '../../kit/grid/DataGrid.tsx'
import { CardLine, RowCard } from '../../kit/grid/RowCard.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { windowFault, windowOf } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { ProductChoice } from '../ProductChoice.tsx'
import { marginSearch } from '../search.ts'
import { chartColors } from '../chartColors.ts'

type List = typeof importMargins | typeof marketMargins
type Row = RowOf<List>
export type MarginScreen<L extends List> = {
  list: L
  name: 'importMargin' | 'marketMargin'
  columns: Record<string, object>
  /** The unit of the margin. */
  unit: string
  marginOf: (row: RowOf<L>) => string | null
  card: (row: RowOf<L>) => ReactNode
}

/** Margins of the weekdays of a window as a list, and drawn with a line for each product. */
export function Margins<L extends List>({ list, name, columns, unit, marginOf, card }: MarginScreen<L>) {
  const { t } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(marginSearch)
  const title = t(`screen.${name}.title`)
  const permission = list.page.permission ?? ''
  const asked = search.from || search.to ? windowOf(search, marginMonths) : lastDays()
  const window = windowFault(asked, marginMonths) === null ? asked : lastDays()
  const scope = { ...window, fuelProduct: search.product ?? null }
  if (!rights.has(permission))
    return (
      <PageFrame title={title}>
        <NoRight title={title} permission={permission} />
      </PageFrame>
    )
  const filters = (
    <>
      <DateWindow
        value={window}
        months={marginMonths}
        label={t('lma.window')}
        onChange={(next) => change({ ...next, page: undefined })}
      />
      <ProductChoice
        value={search.product}
        groups={fuels}
        onChange={(product) => change({ product, page: undefined })}
      />
    </>
  )
  const tabs = (['list', 'chart'] as const).map((key) => ({
    key,
    label: t(`lma.view.${key}`),
    search: { ...window, ...(search.product && { product: search.product }), tab: key },
  }))
  const tab = search.tab ?? 'list'
  return (
    <PageFrame title={title} tabs={tabs} tab={tab} layout={tab === 'chart' ? 'scroll' : 'fill'}>
      {tab === 'chart' ? (
        <Drawn list={list} scope={scope} title={`${title} (${unit})`} filters={filters} marginOf={marginOf} />
      ) : (
        <DataGrid
          list={list as typeof importMargins}
          scope={scope}
          label={title}
          nouns="lma.margin.count"
          columns={columns}
          filters={filters}
          card={card as never}
          empty={{ title: t('lma.margin.empty'), text: t('lma.margin.emptyText'), icon: IconChartLine }}
        />
      )}
    </PageFrame>
  )
}

const fuels = ['Fuel']
const lastDays = () => ({ from: addDays(today(), -29), to: today() })

type DrawnProps<L extends List> = {
  list: L
  scope: { from: string; to: string; fuelProduct: string | null }
  title: string
  filters: ReactNode
  marginOf: (row: RowOf<L>) => string | null
}

function Drawn<L extends List>({ list, scope, title, filters, marginOf }: DrawnProps<L>) {
  const { t } = useWords()
  const format = useFormats()
  const call = (list as typeof importMargins).page
  const asked = useRead(call, {
    ...scope,
    page: 1,
    pageSize: pageSizes[2],
    sort: [{ column: 'marginDay', direction: 'desc' }],
    filters: {},
    search: '',
  })
  const rows = asked.data?.rows
  const { days, series } = useMemo(() => linesOf((rows ?? []) as Row[], marginOf as never), [rows, marginOf])
  const first = days[0]
  return (
    <>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginBottom: 16 }}>{filters}</div>
      {asked.data ? (
        <Chart
          name={`lma.${list.page.operation}`}
          label={title}
          category={t('column.marginDay')}
          categories={days.map((day) => format.date(day))}
          series={series}
          drawing="lines"
          note={
            asked.data.total > asked.data.rows.length && first
              ? t('lma.margin.drawnFrom', { day: format.date(first) })
              : null
          }
        />
      ) : (
        <ReadState asked={asked} name={title} />
      )}
    </>
  )
}

function linesOf(rows: Row[], marginOf: (row: Row) => string | null) {
  const days = [...new Set(rows.map(({ marginDay }) => marginDay))].toSorted()
  const byProduct = Map.groupBy(rows, ({ fuelProductName }) => fuelProductName)
  const series = [...byProduct].map(([name, of], at): ChartSeries => {
    const known = new Map(of.map((row) => [row.marginDay, marginOf(row)]))
    return {
      name,
      color: chartColors[at % chartColors.length] ?? '--k-chart-1',
      values: days.map((day) => {
        const value = known.get(day)
        return value ? exact(value).toChart() : null
      }),
    }
  })
  return { days, series }
}

/** A day of a product where there is no room for a list. */
export function MarginCard({ row, margin, unit }: { row: Row; margin: string | null; unit: string }) {
  const format = useFormats()
  return (
    <RowCard name={row.fuelProductName}>
      <CardLine>
        {format.number(margin, 2)} {unit}
      </CardLine>
      <CardLine quiet>{format.date(row.marginDay)}</CardLine>
    </RowCard>
  )
}

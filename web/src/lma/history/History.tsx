import {
  exportPriceHistory,
  getPriceHistory,
  historyMonths,
  seriesAtOnce,
  type PriceHistory,
} from '@kervan/contract/lma/history'
import { getFuelChoices } from '@kervan/contract/lma/margin-lists'
import { exact } from '@kervan/contract/lma/exact'
import { priceUnits, type PriceUnit } from '@kervan/contract/lma/price-units'
import { averagePeriods, historySeries, type AveragePeriod } from '@kervan/contract/lma/words'
import { addMonths } from '@kervan/contract/kit/days'
import { Button, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { saveFile } from '../../kit/call/client.ts'
import { useRead } from '../../kit/call/query.ts'
import { useRights } from '../../kit/call/rights.ts'
import { useCall } from '../../kit/call/useCall.ts'
import { Chart, type ChartSeries } from '../../kit/chart/Chart.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { NoRight } from '../../kit/page/NoRight.tsx'
import { PageFrame, Section } from '../../kit/page/PageFrame.tsx'
import { useScreenSearch } from '../../kit/page/screen.ts'
import { ReadState } from '../../kit/record/ReadState.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { windowFault } from '../../kit/values/dateWindow.ts'
import { DateWindow } from '../../kit/values/DateWindow.tsx'
import { useFormats } from '../../kit/values/format.ts'
import { chartColors } from '../chartColors.ts'
import css from '../lma.module.css'
import { historySearch } from '../search.ts'
import { BacktestTab } from './Backtest.tsx'
import { Changes } from './Changes.tsx'
import { Seasons } from './Seasons.tsx'

/** Series of prices in one unit, as means, with what changed when (LMA-004). */
export default function History() {
  const { t, state } = useWords()
  const rights = useRights()
  const [search, change] = useScreenSearch(historySearch)
  const title = t('screen.historicalPrices.title')
  const permission = getPriceHistory.permission ?? ''
  const may = rights.has(permission)
  const choices = useRead(getFuelChoices, {}, { enabled: may })
  const products = (choices.data?.products ?? []).filter(({ fuelGroup }) => fuelGroup !== 'Bio')
  const first = products.find(({ fuelGroup }) => fuelGroup === 'Fuel')
  const chosen = search.series ?? (first ? [`RefineryPrice:${first.code}`, `MarketPrice:${first.code}`] : [])
  const asked = { from: search.from ?? addMonths(today(), -12), to: search.to ?? today() }
  const window =
    windowFault(asked, historyMonths) === null ? asked : { from: addMonths(today(), -12), to: today() }
  const unit: PriceUnit = search.unit ?? '$/TON'
  const input = {
    series: chosen.flatMap((one) => {
      const [kind, fuelProduct] = one.split(':')
      const series = historySeries.find((known) => known === kind)
      return series ? [{ series, fuelProduct: fuelProduct || null }] : []
    }),
    unit,
    average: search.average ?? null,
    ...window,
  }
  const isAsked = may && input.series.length > 0
  const found = useRead(getPriceHistory, input, { enabled: isAsked })
  const excel = useCall(exportPriceHistory, { onDone: saveFile })
  if (!may)
    return (
      <PageFrame title={title}>
        <NoRight title={title} permission={permission} />
      </PageFrame>
    )
  const offered = historySeries.flatMap((series) =>
    series === 'ExchangeRate'
      ? [{ value: 'ExchangeRate:', label: state('historySeries', series) }]
      : products.map(({ code, name }) => ({
          value: `${series}:${code}`,
          label: `${state('historySeries', series)} · ${name}`,
        })),
  )
  const tab = search.tab ?? 'series'
  const tabs = (['series', 'backtest'] as const).map((key) => ({
    key,
    label: t(`lma.history.tab.${key}`),
    search: { ...search, tab: key },
  }))
  const windowField = (
    <DateWindow
      value={window}
      months={historyMonths}
      label={t('lma.window')}
      onChange={(next) => change(next)}
    />
  )
  const product = search.product ?? first?.code
  if (tab === 'backtest')
    return (
      <PageFrame title={title} layout="scroll" tabs={tabs} tab={tab}>
        {product === undefined ? (
          <p>{t('lma.simulation.choose')}</p>
        ) : (
          <BacktestTab
            product={product}
            onProduct={(code) => change({ product: code })}
            window={window}
            windowField={windowField}
          />
        )}
      </PageFrame>
    )
  return (
    <PageFrame
      title={title}
      layout="scroll"
      tabs={tabs}
      tab={tab}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={excel.isPending}
          disabled={!isAsked}
          onClick={() => void excel.run(input)}
        >
          {t('report.excel')}
        </Button>
      }
    >
      <div className={css.chosen}>
        <MultiSelect
          aria-label={t('lma.history.series')}
          placeholder={t('lma.history.choose')}
          data={offered}
          value={chosen}
          maxValues={seriesAtOnce}
          searchable
          hidePickedOptions
          onChange={(series) => change({ series })}
          className={css.seriesField ?? ''}
        />
        {windowField}
        <Select
          aria-label={t('lma.unit')}
          data={[...priceUnits]}
          value={unit}
          allowDeselect={false}
          w={110}
          onChange={(next) => change({ unit: priceUnits.find((one) => one === next) })}
        />
        <SegmentedControl
          aria-label={t('column.averagePeriod')}
          data={[
            { value: 'Daily', label: t('lma.history.daily') },
            ...averagePeriods.map((one) => ({ value: one, label: state('averagePeriod', one) })),
          ]}
          value={search.average ?? 'Daily'}
          onChange={(next) =>
            change({ average: averagePeriods.find((one): one is AveragePeriod => one === next) })
          }
        />
      </div>
      {found.data ? (
        <Found of={found.data} title={title} unit={unit} />
      ) : (
        isAsked && <ReadState asked={found} name={title} />
      )}
    </PageFrame>
  )
}

function Found({ of, title, unit }: { of: PriceHistory; title: string; unit: string }) {
  const { t } = useWords()
  const format = useFormats()
  const { series, categories } = useMemo(
    () => ({
      categories: of.days.map((day) => format.date(day)),
      series: of.series.map(({ name, values }, at): ChartSeries => ({
        name,
        color: chartColors[at % chartColors.length] ?? '--k-chart-1',
        values: values.map((value) => (value === null ? null : exact(value).toChart())),
      })),
    }),
    [of, format],
  )
  return (
    <>
      <Chart
        name="lma.history"
        label={`${title} (${unit})`}
        category={t('column.day')}
        categories={categories}
        series={series}
        drawing="lines"
        note={of.partialFrom && t('lma.history.partial', { day: format.date(of.partialFrom) })}
      />
      {of.changes.length > 0 && (
        <Section title={t('lma.history.changes')}>
          <Changes changes={of.changes} />
        </Section>
      )}
      {of.seasons.some(({ months }) => months.some((month) => month !== null)) && (
        <Section title={t('lma.history.seasons')}>
          <Seasons seasons={of.seasons} />
        </Section>
      )}
    </>
  )
}

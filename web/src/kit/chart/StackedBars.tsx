import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useFormats } from '../values/format.ts'
import type { ChartSeries } from './Chart.tsx'
import css from './chart.module.css'
import { useGo } from '../page/go.ts'

register([BarChart, LineChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer])

type Props = {
  label: string
  categories: readonly string[]
  series: readonly ChartSeries[]
  drawing?: 'bars' | 'lines'
  /** Told how to make a picture of the drawing, and null once it is gone. */ onDrawn: (
    picture: (() => string) | null,
  ) => void
}

/** The drawing itself, in a chunk of its own. Its figures stand in the table beside it for who does not see them. */
export default function StackedBars({ label, categories, series, drawing = 'bars', onDrawn }: Props) {
  const format = useFormats()
  // What is shown, also where the device decides: it may change while the page is open.
  const colorScheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const go = useGo()

  useEffect(() => {
    const element = place.current
    if (!element) return
    const drawn = init(element, null, { renderer: 'canvas' })
    chart.current = drawn
    onDrawn(() =>
      drawn.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: tone(element, '--k-surface') }),
    )
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(element)
    return () => {
      onDrawn(null)
      watcher.disconnect()
      drawn.dispose()
    }
  }, [onDrawn])

  useEffect(() => {
    const element = place.current
    if (!element) return
    const quiet = tone(element, '--k-quiet')
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const font = { fontFamily: getComputedStyle(element).fontFamily, fontSize: 11, color: quiet }
    chart.current?.setOption({
      darkMode: colorScheme === 'dark',
      animation: !still,
      animationDuration: 200,
      aria: { enabled: true, label: { description: label } },
      grid: { left: 8, right: 8, top: 12, bottom: 4, containLabel: true },
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: drawing === 'bars' ? 'shadow' : 'line' },
        backgroundColor: tone(element, '--k-overlay'),
        borderColor: tone(element, '--k-line-strong'),
        textStyle: { color: tone(element, '--k-text'), fontSize: 12 },
        valueFormatter: (value: unknown) => (typeof value === 'number' ? format.number(value) : '–'),
      },
      xAxis: {
        type: 'category',
        data: [...categories],
        axisTick: { show: false },
        axisLine: { lineStyle: { color: tone(element, '--k-line-strong') } },
        axisLabel: font,
      },
      yAxis: {
        type: 'value',
        ...(drawing === 'bars' ? { minInterval: 1 } : { scale: true }),
        axisLabel: { ...font, formatter: (value: number) => format.number(value) },
        splitLine: { lineStyle: { color: tone(element, '--k-line') } },
      },
      series: series.map(({ name, color, values, links }) => ({
        name,
        data: [...values],
        cursor: links ? 'pointer' : 'default',
        itemStyle: { color: tone(element, color) },
        ...(drawing === 'bars'
          ? { type: 'bar', stack: 'all', barMaxWidth: 36 }
          : {
              type: 'line',
              // Values of a line are not summed; a day without one leaves a gap.
              showSymbol: false,
              sampling: 'lttb',
              lineStyle: { width: 1.5, color: tone(element, color) },
              animation: false,
            }),
      })),
    })
  }, [label, categories, series, drawing, format, colorScheme])

  // A bar opens the rows that it counts, as the figure in the table does.
  useEffect(() => {
    const open = ({ seriesIndex = 0, dataIndex }: { seriesIndex?: number; dataIndex: number }) => {
      const link = series[seriesIndex]?.links?.[dataIndex]
      if (link) go({ to: link.to, search: link.search })
    }
    const drawn = chart.current
    drawn?.on('click', open as never)
    return () => void drawn?.off('click', open)
  }, [series, go])

  return <div ref={place} className={css.drawing} aria-hidden />
}

function tone(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim()
}

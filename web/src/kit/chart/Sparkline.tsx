import type { ReactNode } from 'react'
import { useFormats } from '../values/format.ts'
import type { ChartSeries } from './Chart.tsx'
import css from './chart.module.css'

type Props = {
  label: string
  categories: readonly string[]
  series: readonly ChartSeries[]
  note?: ReactNode
  /** The way to the whole chart. */
  more: ReactNode
}

const height = 28
const width = 8
/** Fewer categories than this make a small chart anyhow. */
const manyCategories = 6
/** So few bars are told in words as well as a drawing shows them. */
const fewBars = 2

const heightsOf = ({ categories, series }: Pick<Props, 'categories' | 'series'>): number[] =>
  categories.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))

/** Whether nearly all bars would be empty, so that a whole chart is too much room for what it says. */
export const isSparse = (categories: readonly string[], series: readonly ChartSeries[]): boolean =>
  categories.length >= manyCategories &&
  heightsOf({ categories, series }).filter((sum) => sum > 0).length <= fewBars

/** A line of small bars with the figures of those that are there beside it. */
export function Sparkline({ label, categories, series, note, more }: Props) {
  const format = useFormats()
  const heights = heightsOf({ categories, series })
  const highest = Math.max(1, ...heights)
  const filled = heights.flatMap((sum, at) => (sum > 0 ? [at] : []))
  return (
    <figure className={css.spark} aria-label={label}>
      <svg width={heights.length * (width + 2)} height={height} aria-hidden className={css.sparkBars}>
        {heights.map((sum, at) => (
          <rect
            key={categories[at]}
            x={at * (width + 2)}
            width={width}
            height={Math.max(1, (sum / highest) * height)}
            y={height - Math.max(1, (sum / highest) * height)}
            data-filled={sum > 0 || undefined}
          />
        ))}
      </svg>
      <span className={css.sparkWords}>
        <b>{label}</b>
        {filled.map((at) => (
          <span key={at}>
            {categories[at]}:{' '}
            {series
              .flatMap(({ name, values }) =>
                (values[at] ?? 0) > 0 ? [`${name} ${format.number(values[at] ?? 0)}`] : [],
              )
              .join(' · ')}
          </span>
        ))}
        {note && <span>{note}</span>}
      </span>
      {more}
    </figure>
  )
}

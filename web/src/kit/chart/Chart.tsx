import { Button, Skeleton } from '@mantine/core'
import { IconChartBar, IconPhotoDown, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../call/client.ts'
import { readStored, writeStored } from '../storage/storage.ts'
import { useFormats } from '../values/format.ts'
import css from './chart.module.css'
import { isSparse, Sparkline } from './Sparkline.tsx'

const StackedBars = lazy(() => import('./StackedBars.tsx'))

/** `color` is a CSS variable, so that the drawing follows light and dark. */
export type ChartSeries = {
  name: string
  color: string
  /** A line has a gap where there is none. */
  values: readonly (number | null)[]
  /** Where the rows behind each value are; null where they cannot be opened. */
  links?: readonly (ChartLink | null)[]
}
export type ChartLink = { to: string; search: Record<string, unknown> }

type Props = {
  /** Under this the browser remembers how the chart was looked at last (SHL-016). */
  name: string
  label: string
  /** What a row of the table and a bar of the drawing stand for: "Month". */
  category: string
  categories: readonly string[]
  series: readonly ChartSeries[]
  /** Bars that stand on each other, or a line for each series. */
  drawing?: 'bars' | 'lines'
  /** Said under the drawing: what was counted, and when. */
  note?: ReactNode
  /** The figures stand as a table beside the chart already. */
  tableBeside?: boolean
  /** Off unless the company's setting turns it on (SHL-023). */
  exportable?: boolean
}

/** More rows of figures than these are drawn only when the table is asked for. */
const hiddenRows = 100

/**
 * Stacked bars or lines, and the same figures as a table: who cannot see the one reads the other. Bars of which
 * hardly any has a height begin as a line of small ones.
 */
export function Chart({
  name,
  label,
  category,
  categories,
  series,
  drawing = 'bars',
  note,
  tableBeside = false,
  exportable = false,
}: Props) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(() => readStored('kervan.chartSettings')?.[name]?.asTable ?? false)
  const asTable = isTable && !tableBeside
  const [isOpen, setOpen] = useState(false)
  const show = (table: boolean) => {
    setTable(table)
    writeStored('kervan.chartSettings', { ...readStored('kervan.chartSettings'), [name]: { asTable: table } })
  }
  const [picture, setPicture] = useState<{ make: (() => string) | null }>({ make: null })
  const onDrawn = useCallback((make: (() => string) | null) => setPicture({ make }), [])
  const save = async () => {
    const url = picture.make?.()
    if (url) saveFile({ name: `${label}.png`, blob: await (await fetch(url)).blob() })
  }
  if (drawing === 'bars' && isSparse(categories, series) && !isOpen && !asTable)
    return (
      <Sparkline
        label={label}
        categories={categories}
        series={series}
        note={note}
        more={
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconChartBar size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('kit.chart.asChart')}
          </Button>
        }
      />
    )
  return (
    <figure className={css.chart} aria-label={label}>
      <ul className={css.legend} aria-hidden={asTable || undefined}>
        {series.map(({ name, color }) => (
          <li key={name}>
            <i style={{ background: `var(${color})` }} aria-hidden />
            {name}
          </li>
        ))}
      </ul>
      {asTable ? (
        <Figures label={label} category={category} categories={categories} series={series} />
      ) : (
        <>
          <Suspense fallback={<Skeleton className={css.drawing} radius={4} />}>
            <StackedBars
              label={label}
              categories={categories}
              series={series}
              drawing={drawing}
              onDrawn={onDrawn}
            />
          </Suspense>
          {categories.length <= hiddenRows && !tableBeside && (
            <div className="k-hidden">
              <Figures label={label} category={category} categories={categories} series={series} />
            </div>
          )}
        </>
      )}
      <figcaption className={css.foot}>
        <span>{note}</span>
        <span className={css.actions}>
          {exportable && !asTable && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPhotoDown size={16} aria-hidden />}
              onClick={() => void save()}
            >
              {t('kit.chart.save')}
            </Button>
          )}
          {!tableBeside && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={
                asTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />
              }
              onClick={() => show(!asTable)}
            >
              {t(asTable ? 'kit.chart.asChart' : 'kit.chart.asTable')}
            </Button>
          )}
        </span>
      </figcaption>
    </figure>
  )
}

function Figure({ value, link }: { value: number | null; link: ChartLink | null }) {
  const format = useFormats()
  if (value === null) return '–'
  const words = format.number(value)
  return link && value > 0 ? (
    <Link to={link.to} search={link.search}>
      {words}
    </Link>
  ) : (
    words
  )
}

function Figures({
  label,
  category,
  categories,
  series,
}: Pick<Props, 'label' | 'category' | 'categories' | 'series'>) {
  return (
    <table className={css.figures}>
      <caption className="k-hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{category}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((name, at) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map((one) => (
              <td key={one.name}>
                <Figure value={one.values[at] ?? null} link={one.links?.[at] ?? null} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import type { Sums } from '@kervan/contract/kit/page-shapes'
import { toRefused } from '../call/refused.ts'
import { useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'
import css from './groups.module.css'
import { FailedRows, LoadingRows, type Outline } from './GridStates.tsx'
import type { GridModel } from './useGridModel.ts'
import { useSummary } from './useSummary.ts'

/** The figures of some rows, each as its column is written. */
export function useSumWords({ list }: GridModel) {
  const format = useFormats()
  const names = (list.summed?.sums ?? []).filter((name) => list.columns[name])
  return {
    names,
    of: ({ sums, currency }: Sums, name: string) => {
      const sum = sums[name]
      if (sum === undefined || sum === null) return null
      return list.columns[name]?.type === 'decimal' && currency !== null
        ? format.money(sum, currency)
        : format.number(sum)
    },
  }
}

/** A name, how many, and the figures. */
const outlineOf = (figures: readonly string[]): Outline => [
  { key: 'name', align: 'start' },
  ...['rows', ...figures].map((key) => ({ key, align: 'end' as const })),
]

/** The list by group instead of by row: how many, and what they come to; a press shows the rows of one. */
export function GridGroups({
  grid,
  by,
  label,
  rowHeight,
  onRows,
}: {
  grid: GridModel
  by: string
  label: string
  rowHeight: number
  onRows: () => void
}) {
  const { t, column } = useWords()
  const format = useFormats()
  const words = useSumWords(grid)
  const { data, isError, error, refetch } = useSummary(grid, by)
  const named = grid.list.summed?.groups[by] ?? by
  if (isError && !data) return <FailedRows refused={toRefused(error)} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows outline={outlineOf(words.names)} rowHeight={rowHeight} />
  const show = (value: string) => {
    grid.filterBy(by, { in: [value] })
    onRows()
  }
  const figures = (sums: Sums) => (
    <>
      <td data-figure>{format.number(sums.rows)}</td>
      {words.names.map((name) => (
        <td key={name} data-figure>
          {words.of(sums, name) ?? '–'}
        </td>
      ))}
    </>
  )
  return (
    <>
      <table
        className={css.groups}
        aria-label={`${label}: ${t('kit.view.grouped', { column: column(named) })}`}
      >
        <thead>
          <tr>
            <th scope="col">{column(named)}</th>
            {named !== by && (
              <th scope="col" className={css.code}>
                {column(by)}
              </th>
            )}
            <th scope="col" data-figure>
              {t('kit.grid.groupRows')}
            </th>
            {words.names.map((name) => (
              <th key={name} scope="col" data-figure>
                {column(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.groups.map(({ value, label: name, ...sums }) => (
            <tr key={value}>
              <th scope="row">
                <button type="button" className={css.name} onClick={() => show(value)}>
                  {name || value}
                </button>
              </th>
              {named !== by && <td className={`k-mono ${css.code}`}>{value}</td>}
              {figures(sums)}
            </tr>
          ))}
        </tbody>
        {data.all && (
          <tfoot>
            <tr>
              <th scope="row">{t('kit.grid.sumOfAll')}</th>
              {named !== by && <td className={css.code}>{null}</td>}
              {figures(data.all)}
            </tr>
          </tfoot>
        )}
      </table>
      {!data.groupsAreComplete && (
        <p className={css.note}>{t('kit.grid.groupsCut', { amount: format.number(data.groups.length) })}</p>
      )}
    </>
  )
}

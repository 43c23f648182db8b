import type { Report, ReportAnswer } from '@kervan/contract/kit/report'
import { useMemo } from 'react'
import { Chart } from '../chart/Chart.tsx'
import { useWords } from '../i18n/words.ts'
import { drawingOf, type ReportView } from './reportView.ts'
import { useReportWords } from './useReportWords.ts'
import css from './report.module.css'

const colors = [
  '--k-chart-1',
  '--k-chart-2',
  '--k-chart-3',
  '--k-chart-4',
  '--k-chart-5',
  '--k-chart-6',
] as const

type Props = { report: Report; title: string; view: ReportView; answer: ReportAnswer }

/** The figures as bars. */
export function ReportChart({ report, title, view, answer }: Props) {
  const { t } = useWords()
  const words = useReportWords(report)
  const isTime = (name: string | null | undefined) => report.dimensions[name ?? '']?.kind === 'time'
  const outer = view.rows[0] ?? ''
  const drawing = useMemo(
    () => drawingOf(answer, isTime(outer), isTime(view.column)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the report is one for the life of the screen
    [answer, outer, view.column],
  )
  const [category, part] = drawing.over === 'rows' ? [outer, view.column] : [view.column ?? '', outer]
  const groups = answer.rows.filter(({ path }) => path.length === 1).length
  const isPart = drawing.over === 'rows' && drawing.categories.length < groups
  return (
    <div className={css.chart}>
      <Chart
        name={`report.${report.figures.operation}`}
        label={t('report.chart', { title, measure: words.measure(view.measure) })}
        category={words.dimension(category)}
        categories={drawing.categories.map((head) => words.value(category, head))}
        series={drawing.series.map(({ head, values }, place) => ({
          name:
            head === 'total'
              ? words.measure(view.measure)
              : head === 'others'
                ? t('report.others')
                : words.value(part ?? '', head),
          color: head === 'others' ? '--k-chart-others' : (colors[place] ?? colors[0]),
          values,
        }))}
        tableBeside
        note={isPart ? t('report.largest', { count: drawing.categories.length }) : null}
      />
    </div>
  )
}

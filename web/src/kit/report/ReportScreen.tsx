import type { Report, ReportAnswer } from '@kervan/contract/kit/report'
import { keysOf } from '@kervan/contract/kit/typed'
import { Button } from '@mantine/core'
import { IconDownload, IconReportAnalytics } from '@tabler/icons-react'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '../call/client.ts'
import { readKeeping } from '../call/query.ts'
import { useSession } from '../call/session.ts'
import { useCall } from '../call/useCall.ts'
import { TemplateMenu, type Arranged } from '../grid/templates.tsx'
import { useWords } from '../i18n/words.ts'
import { EmptyState } from '../page/EmptyState.tsx'
import { PageFrame } from '../page/PageFrame.tsx'
import { useScreenSearch } from '../page/screen.ts'
import { ReadState } from '../record/ReadState.tsx'
import { windowFault, windowOf } from '../values/dateWindow.ts'
import { PivotTable, type ReportFigure } from './PivotTable.tsx'
import { ReportBar } from './ReportBar.tsx'
import { ReportChart } from './ReportChart.tsx'
import { ReportSearch } from './reportSearch.ts'
import { fitView, parseView, type ReportView } from './reportView.ts'
import css from './report.module.css'

type Props = {
  report: Report
  title: string
  start: ReportView
  /** Shows the records behind a figure of these days. */
  onFigure?: (figure: ReportFigure & { from: string; to: string }) => void
}

/**
 * A report (ORD-018): what is grouped, pivoted and counted is chosen here and worked out by the server; drawn, as a
 * table that opens inwards, and as a workbook of the same figures. What is chosen stands in the address and is kept as a
 * named view.
 */
export function ReportScreen({ report, title, start, onFigure }: Props) {
  const { t } = useWords()
  const [search, change] = useScreenSearch(ReportSearch)
  const hidesPrices = useSession()?.PricesHidden === true
  const measures = keysOf(report.measures).filter((name) => !(hidesPrices && report.measures[name]?.price))
  const asked = windowOf(search, report.months)
  const window = windowFault(asked, report.months) === null ? asked : windowOf({}, report.months)
  const view = fitView(report, measures, search, start)
  const { rows, column, measure, only } = view
  const input = { ...window, rows, column, measure, filters: only }
  const answer = useQuery(readKeeping(report.figures, input))
  const excel = useCall(report.excel, { failed: t('report.notDownloaded'), onDone: saveFile })
  const choose = (patch: Partial<ReportView>) => change({ ...view, ...patch })
  const arranged: Arranged = {
    objectKey: `report:${report.figures.group}/${report.figures.operation}`,
    now: () => JSON.stringify(view),
    differs: (stored) =>
      hashKey([fitView(report, measures, parseView(stored) ?? {}, start)]) !== hashKey([view]),
    apply: (stored) => change(fitView(report, measures, parseView(stored) ?? {}, start)),
  }
  return (
    <PageFrame
      title={title}
      layout="scroll"
      actions={
        <>
          <TemplateMenu of={arranged} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={excel.isPending}
            onClick={() => void excel.run(input)}
          >
            {t('report.excel')}
          </Button>
        </>
      }
    >
      <ReportBar
        report={report}
        measures={measures}
        view={view}
        window={window}
        onChange={choose}
        onWindow={(next) => change(next)}
      />
      {answer.data && !answer.isError ? (
        <Figures
          key={hashKey([rows])}
          report={report}
          title={title}
          view={view}
          answer={answer.data}
          isOld={answer.isPlaceholderData}
          onChange={choose}
          onFigure={onFigure && ((figure) => onFigure({ ...figure, ...window }))}
        />
      ) : (
        <ReadState asked={answer} name={title} />
      )}
    </PageFrame>
  )
}

type FiguresProps = {
  report: Report
  title: string
  view: ReportView
  answer: ReportAnswer
  /** The figures of the question before; the new ones are on their way. */
  isOld: boolean
  onChange: (patch: Partial<ReportView>) => void
  onFigure: ((figure: ReportFigure) => void) | undefined
}

function Figures({ report, title, view, answer, isOld, onChange, onFigure }: FiguresProps) {
  const { t } = useWords()
  // An answer belongs to the question that it was given to: while the next one is asked, its words stay.
  const [told, setTold] = useState({ view, answer })
  if (!isOld && (told.answer !== answer || told.view.sort !== view.sort)) setTold({ view, answer })
  const shown = isOld ? told : { view, answer }
  if (shown.answer.rows.length === 0)
    return <EmptyState icon={IconReportAnalytics} title={t('report.empty')} text={t('report.emptyText')} />
  return (
    <div className={css.figures} data-old={isOld || undefined} aria-busy={isOld}>
      <ReportChart report={report} title={title} view={shown.view} answer={shown.answer} />
      <PivotTable
        report={report}
        title={title}
        view={shown.view}
        answer={shown.answer}
        onChange={onChange}
        // Figures of the question before lead nowhere.
        onFigure={isOld ? undefined : onFigure}
      />
    </div>
  )
}

import type { Report, ReportAnswer } from '@kervan/contract/kit/report'
import { keysOf } from '@kervan/contract/kit/typed'
import { Alert, Button } from '@mantine/core'
import { IconEyeOff, IconRefresh, IconReportAnalytics } from '@tabler/icons-react'
import { hashKey, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { AnyCall } from '../call/client.ts'
import { CallRefused } from '../call/refused.ts'
import { readKeeping } from '../call/query.ts'
import { useSession } from '../call/session.ts'
import { useCall } from '../call/useCall.ts'
import { TemplateMenu, type Arranged } from '../grid/templates.tsx'
import { useWords } from '../i18n/words.ts'
import { EmptyState } from '../page/EmptyState.tsx'
import { PageFrame } from '../page/PageFrame.tsx'
import { useMayChangeCompany } from '../page/wholeCompany.tsx'
import { useScreenSearch } from '../page/screen.ts'
import { ReadState } from '../record/ReadState.tsx'
import { windowFault, windowOf, type DayWindow } from '../values/dateWindow.ts'
import { PivotTable, type ReportFigure } from './PivotTable.tsx'
import { ReportBar } from './ReportBar.tsx'
import { ReportChart } from './ReportChart.tsx'
import { ReportSearch } from './reportSearch.ts'
import { ReportFreshness } from './ReportFreshness.tsx'
import { BesideScreen, ReportFiles } from './ReportFiles.tsx'
import { SharedViews } from './SharedViews.tsx'
import { useReportWords } from './useReportWords.ts'
import { fitView, noDays, ofReport, parseView, type ReportOf, type ReportView } from './reportView.ts'
import css from './report.module.css'

type Props = {
  report: Report
  of: ReportOf
  /** The key of its screen, by which shared views and files know it. */
  name: string
  title: string
  start: ReportView
  /** Works figures out anew that are worked out in advance. */
  update?: AnyCall
  /** Further buttons of the page. */
  actions?: ReactNode
  /** Shows the records behind a figure of these days. */
  onFigure?: (figure: ReportFigure & { window: DayWindow | null }) => void
}

/**
 * A report (ORD-018): what is grouped, pivoted and counted is chosen here and worked out by the server; drawn, as a
 * table that opens inwards, and as a workbook of the same figures. What is chosen stands in the address and is kept as a
 * named view.
 */
export function ReportScreen({ report, of, name, title, start, update, actions, onFigure }: Props) {
  const { t } = useWords()
  const [search, change] = useScreenSearch(ReportSearch)
  const hidesPrices = useSession()?.PricesHidden === true
  const measures = keysOf(report.measures).filter((name) => !(hidesPrices && report.measures[name]?.price))
  const window = report.months === null ? null : fittingWindow(search, report.months)
  const view = fitView(report, measures, search, start)
  const words = useReportWords(report)
  const { rows, column, measure, only } = view
  const input = { ...(window ?? noDays), rows, column, measure, filters: only }
  const answer = useQuery({
    ...readKeeping(report.figures, input),
    refetchInterval: ({ state: { data } }) => (isUpdating(data) ? lookEvery : false),
  })
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
          {update && <UpdateButton report={report} update={update} isUpdating={isUpdating(answer.data)} />}
          {actions}
          <TemplateMenu of={arranged} />
          <SharedViews report={report} name={name} view={view} onOpen={change} />
          <ReportFiles report={report} name={name} title={title} view={view} input={input} />
        </>
      }
    >
      <ReportBar
        report={report}
        of={of}
        measures={measures}
        view={view}
        window={window}
        onChange={choose}
        onWindow={(next) => change(next)}
      />
      {search.measure !== undefined && hidesPrices && report.measures[search.measure]?.price === true && (
        <Alert className={css.note ?? ''} color="yellow" icon={<IconEyeOff size={18} aria-hidden />}>
          {t('report.amountsHidden', {
            figure: words.measure(search.measure),
            shown: words.measure(measure),
          })}
        </Alert>
      )}
      {answer.data && <ReportFreshness of={answer.data} />}
      {answer.data && !answer.isError ? (
        <Figures
          key={hashKey([rows])}
          report={report}
          of={of}
          title={title}
          view={view}
          answer={answer.data}
          isOld={answer.isPlaceholderData}
          onChange={choose}
          onFigure={onFigure && ((figure) => onFigure({ ...figure, window }))}
        />
      ) : (
        <>
          <ReadState asked={answer} name={title} />
          {answer.error instanceof CallRefused && answer.error.is('ReportTooLarge') && (
            <BesideScreen name={name} title={title} view={view} window={window ?? noDays} />
          )}
        </>
      )}
    </PageFrame>
  )
}

/** Milliseconds between two looks at figures that are being worked out. */
const lookEvery = 2_000
const isUpdating = (answer: ReportAnswer | undefined) => typeof answer?.freshness?.minutesLeft === 'number'

function fittingWindow(search: ReportSearch, months: number): DayWindow {
  const asked = windowOf(search, months)
  return windowFault(asked, months) === null ? asked : windowOf({}, months)
}

function UpdateButton({
  report,
  update,
  isUpdating: busy,
}: {
  report: Report
  update: AnyCall
  isUpdating: boolean
}) {
  const { t } = useWords()
  const mayChange = useMayChangeCompany()
  const call = useCall(update, { failed: t('report.notUpdated'), refreshes: [report.figures.group] })
  if (!mayChange(update)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={call.isPending}
      disabled={busy}
      onClick={() => void call.run({})}
    >
      {t('report.update')}
    </Button>
  )
}

type FiguresProps = {
  report: Report
  of: ReportOf
  title: string
  view: ReportView
  answer: ReportAnswer
  /** The figures of the question before; the new ones are on their way. */
  isOld: boolean
  onChange: (patch: Partial<ReportView>) => void
  onFigure: ((figure: ReportFigure) => void) | undefined
}

function Figures({ report, of, title, view, answer, isOld, onChange, onFigure }: FiguresProps) {
  const { t } = useWords()
  // An answer belongs to the question that it was given to: while the next one is asked, its words stay.
  const [told, setTold] = useState({ view, answer })
  if (!isOld && (told.answer !== answer || told.view.sort !== view.sort)) setTold({ view, answer })
  const shown = isOld ? told : { view, answer }
  const neverMade = shown.answer.freshness?.builtAt === null
  // The line above says how long it takes.
  if (neverMade && typeof shown.answer.freshness?.minutesLeft === 'number') return null
  if (shown.answer.rows.length === 0)
    return (
      <EmptyState
        icon={IconReportAnalytics}
        title={neverMade ? t('report.never') : t(ofReport(of, 'empty'))}
        text={neverMade ? t('report.neverText') : t(ofReport(of, 'emptyText'))}
      />
    )
  return (
    <div className={css.figures} data-old={isOld || undefined} aria-busy={isOld}>
      <ReportChart report={report} title={title} view={shown.view} answer={shown.answer} />
      <PivotTable
        report={report}
        of={of}
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

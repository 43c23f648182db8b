import { reportLevels, type Report } from '@kervan/contract/kit/report'
import { keysOf } from '@kervan/contract/kit/typed'
import { ActionIcon, MultiSelect, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useWords } from '../i18n/words.ts'
import { DateWindow } from '../values/DateWindow.tsx'
import type { DayWindow } from '../values/dateWindow.ts'
import { ofReport, type ReportOf, type ReportView } from './reportView.ts'
import { AddReportFilter } from './AddReportFilter.tsx'
import { useReportWords } from './useReportWords.ts'
import css from './report.module.css'

type Props = {
  report: Report
  of: ReportOf
  /** Those the reader may see. */
  measures: readonly string[]
  view: ReportView
  /** Null of a report of what is there now. */
  window: DayWindow | null
  onChange: (patch: Partial<ReportView>) => void
  onWindow: (window: DayWindow) => void
}

/** What is asked for: the days, what stands in the rows and columns, which figure, and what it is limited to. */
export function ReportBar({ report, of, measures, view, window, onChange, onWindow }: Props) {
  const { t } = useWords()
  const words = useReportWords(report)
  const dimensions = keysOf(report.dimensions).map((value) => ({ value, label: words.dimension(value) }))
  const chips = Object.entries(view.only)
  return (
    <div className={css.bar}>
      <div className={css.choices}>
        {window && report.months !== null && (
          <div>
            <span className={css.label}>{t(ofReport(of, 'period'))}</span>
            <DateWindow
              value={window}
              months={report.months}
              label={t(ofReport(of, 'period'))}
              onChange={onWindow}
            />
          </div>
        )}
        <Select
          label={t('report.measure')}
          data={measures.map((value) => ({ value, label: words.measure(value) }))}
          value={view.measure}
          allowDeselect={false}
          onChange={(measure) => measure && onChange({ measure })}
        />
        <MultiSelect
          className={css.rows ?? ''}
          label={t('report.rows')}
          data={dimensions.filter(({ value }) => value !== view.column)}
          value={view.rows}
          maxValues={reportLevels}
          hidePickedOptions
          onChange={(rows) => rows.length > 0 && onChange({ rows })}
        />
        <Select
          label={t('report.column')}
          placeholder={t('report.noColumn')}
          data={dimensions.filter(({ value }) => !view.rows.includes(value))}
          value={view.column}
          clearable
          onChange={(column) => onChange({ column })}
        />
        <div className={css.add}>
          <AddReportFilter report={report} view={view} window={window} onChange={onChange} />
        </div>
      </div>
      {chips.length > 0 && (
        <ul className={css.chips}>
          {chips.map(([name, values]) => {
            const label = `${words.dimension(name)}: ${values
              .map((value) => words.value(name, { value, label: view.names[value] ?? null }))
              .join(', ')}`
            return (
              <li key={name} className={css.chip}>
                {label}
                <ActionIcon
                  size="xs"
                  aria-label={t('report.removeOnly', { filter: label })}
                  onClick={() =>
                    onChange({ only: Object.fromEntries(chips.filter(([other]) => other !== name)) })
                  }
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

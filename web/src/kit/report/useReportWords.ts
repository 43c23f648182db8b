import type { Report, ReportAnswer, ReportHead } from '@kervan/contract/kit/report'
import { tDynamic, useWords } from '../i18n/words.ts'
import { useFormats } from '../values/format.ts'

/** How the parts of a report are said: dimensions, measures, values, figures. */
export function useReportWords(report: Report) {
  const { t, state } = useWords()
  const format = useFormats()
  return {
    dimension: (name: string) => tDynamic(t, `report.dimension.${name}`, name),
    measure: (name: string) => tDynamic(t, `report.figure.${name}`, name),
    value: (name: string, { value, label }: ReportHead): string => {
      if (value === null) return t('report.none')
      const { kind, words } = report.dimensions[name] ?? {}
      if (kind === 'time') return value.length === 7 ? format.month(value) : format.date(value)
      return words ? state(words, value) : (label ?? value)
    },
    figure: (
      measure: string,
      figure: string | null,
      { currency }: Pick<ReportAnswer, 'currency'>,
    ): string => {
      if (figure === null) return ''
      const kind = report.measures[measure]?.kind
      if (kind === 'money') return currency ? format.money(figure, currency) : format.amount(figure)
      if (kind === 'days') return t('report.days', { days: format.number(figure) })
      return kind === 'percent' ? `${format.number(figure)} %` : format.number(figure)
    },
  }
}
export type ReportWords = ReturnType<typeof useReportWords>

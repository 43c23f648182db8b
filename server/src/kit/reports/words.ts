import type { Report, ReportAnswer, ReportHead, ReportQuery } from '@kervan/contract/kit/report'
import { existing } from '@kervan/contract/kit/typed'
import type { Language } from '@kervan/contract/kit/values'
import { sayAmount, sayMoment, sayMoney, translate } from '../messages.ts'

// How the parts of a report are said in its files: as on the screen.

export function reportWords(language: Language, report: Report, query: ReportQuery, screen: string) {
  const say = (key: string) => translate(language, key)
  return {
    title: say(`screen.${screen}.title`),
    nameOf: (dimension: string) => say(`report.dimension.${dimension}`),
    word: (dimension: string, { value, label }: ReportHead): string => {
      if (value === null) return say('report.none')
      const { words } = existing(report.dimensions[dimension])
      return words ? say(`state.${words}.${value}`) : (label ?? value)
    },
    measure: say(`report.figure.${query.measure}`),
    /** A figure as it is read. */
    figure: (figure: string | null, { currency }: ReportAnswer): string => {
      if (figure === null) return ''
      const { kind } = existing(report.measures[query.measure])
      if (kind === 'money' && currency !== null) return sayMoney(language, figure, currency)
      if (kind === 'days') return translate(language, 'report.days', { days: sayAmount(language, figure) })
      return kind === 'percent' ? `${sayAmount(language, figure)} %` : sayAmount(language, figure)
    },
  }
}

/** The moment that the figures are of, by the company's clock: a file has no reader's clock. */
export const reportMoment = (
  language: Language,
  timeZone: string,
  { madeAt, freshness }: ReportAnswer,
): string => sayMoment(language, timeZone, new Date(freshness?.builtAt ?? madeAt))

import type { Report, ReportAnswer, ReportQuery } from '@kervan/contract/kit/report'
import { existing } from '@kervan/contract/kit/typed'
import { writeWorkbook } from '../excel/write-workbook.ts'
import type { FileAnswer } from '../http/handle.ts'
import { translate } from '../messages.ts'
import type { ReportContext } from './report-source.ts'
import { reportMoment, reportWords } from './words.ts'

/** The figures as the screen shows them, and on a second sheet what was asked for (ORD-018). */
export function reportWorkbook(
  { actor, language, now }: ReportContext,
  report: Report,
  query: ReportQuery,
  answer: ReportAnswer,
  screen: string,
): FileAnswer {
  const say = (key: string) => translate(language, key)
  const { title, nameOf, word, measure } = reportWords(language, report, query, screen)
  const isInteger = existing(report.measures[query.measure]).kind === 'integer'
  const kind = isInteger ? ('integer' as const) : ('number' as const)
  const { rows: levels, column } = query
  const sumRow = [
    say('report.total'),
    ...levels.slice(1).map(() => ''),
    ...answer.columnTotals,
    answer.grandTotal,
  ]
  return {
    name: `${title} ${now.toISOString().slice(0, 10)}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeWorkbook({
      timeZone: actor.company.timeZone,
      sheets: [
        {
          name: title.slice(0, 31),
          columns: [
            ...levels.map((level) => ({ header: nameOf(level), kind: 'text' as const })),
            ...(column === null ? [] : answer.columns.map((head) => ({ header: word(column, head), kind }))),
            { header: column === null ? measure : say('report.total'), kind },
          ],
          rows: [
            ...answer.rows.map(({ path, cells, total }) => [
              ...levels.map((level, place) => (path[place] ? word(level, path[place]) : '')),
              ...cells,
              total,
            ]),
            sumRow,
          ],
        },
        {
          name: say('report.parameters').slice(0, 31),
          columns: [
            { header: say('report.parameter'), kind: 'text' },
            { header: say('report.value'), kind: 'text' },
          ],
          rows: [
            [say('report.asOf'), reportMoment(language, actor.company.timeZone, answer)],
            [say('report.from'), query.from],
            [say('report.to'), query.to],
            [say('report.rows'), levels.map(nameOf).join(' > ')],
            [say('report.column'), column === null ? '' : nameOf(column)],
            [say('report.measure'), answer.currency ? `${measure} (${answer.currency})` : measure],
            ...Object.entries(query.filters).map(([name, values]) => [
              nameOf(name),
              (values ?? []).map((value) => word(name, { value, label: null })).join(', '),
            ]),
          ],
        },
      ],
    }),
  }
}

import type { Report, ReportAnswer, ReportQuery } from '@kervan/contract/kit/report'
import { refusal } from '@kervan/contract/kit/refusals'
import type { FileAnswer } from '../http/handle.ts'
import { sayDay, translate } from '../messages.ts'
import { letterhead } from '../paper/letterhead.ts'
import { drawTablePaper } from '../paper/table-paper.ts'
import type { TablePaper } from '../paper/table-pdf.ts'
import type { ReportContext } from './report-source.ts'
import { reportMoment, reportWords } from './words.ts'

// A report on paper: the figures and words of the screen, and what was asked for above them.

/** What can be read across a page. */
const paperColumns = 14
/** What is drawn within the time that a paper may take. */
export const paperRows = 5_000

/** Whether the answer fits on paper. */
export const fitsPaper = ({ rows, columns }: ReportAnswer): boolean =>
  rows.length <= paperRows && columns.length <= paperColumns

/** Throws `ReportTooWideForPaper` past what can be read on a page. */
export async function reportPaper(
  { tx, actor, language }: ReportContext,
  report: Report,
  query: ReportQuery,
  answer: ReportAnswer,
  screen: string,
): Promise<TablePaper> {
  if (!fitsPaper(answer)) throw refusal('ReportTooWideForPaper', { rows: paperRows, columns: paperColumns })
  const say = (key: string) => translate(language, key)
  const { title, nameOf, word, measure, figure } = reportWords(language, report, query, screen)
  const { rows: levels, column } = query
  const said = (one: string | null) => figure(one, answer)
  const filters = Object.entries(query.filters).map(([name, values]): [string, string] => [
    nameOf(name),
    (values ?? []).map((value) => word(name, { value, label: null })).join(', '),
  ])
  return {
    language,
    letterhead: await letterhead(tx, actor.company.id, language),
    title,
    facts: [
      [say('report.measure'), measure],
      [say('report.asOf'), reportMoment(language, actor.company.timeZone, answer)],
      ...(query.from !== null && query.to !== null
        ? ([[say('report.period'), `${sayDay(language, query.from)} – ${sayDay(language, query.to)}`]] as [
            string,
            string,
          ][])
        : []),
      ...filters,
    ],
    columns: [
      ...levels.map((level) => ({ label: nameOf(level), width: 110, right: false })),
      ...(column === null
        ? []
        : answer.columns.map((head) => ({ label: word(column, head), width: 60, right: true }))),
      { label: column === null ? measure : say('report.total'), width: 64, right: true },
    ],
    rows: [
      ...answer.rows.map(({ path, cells, total }) => [
        // A row inside another one says only what is its own.
        ...levels.map((level, place) =>
          place === path.length - 1 && path[place] ? word(level, path[place]) : '',
        ),
        ...(column === null ? [] : cells.map(said)),
        said(total),
      ]),
      [
        say('report.total'),
        ...levels.slice(1).map(() => ''),
        ...(column === null ? [] : answer.columnTotals.map(said)),
        said(answer.grandTotal),
      ],
    ],
    totals: [],
  }
}

export const drawReport = async (paper: TablePaper): Promise<FileAnswer & { body: Buffer }> => ({
  name: `${paper.title}.pdf`,
  type: 'application/pdf',
  body: await drawTablePaper(paper),
})

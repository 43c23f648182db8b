import { sql } from 'kysely'
import {
  reportColumnLimit,
  reportRowLimit,
  type Dimension,
  type Dimensions,
  type Measure,
  type Measures,
  type Report,
  type ReportAnswer,
  type ReportQuery,
} from '@kervan/contract/kit/report'
import { refusal } from '@kervan/contract/kit/refusals'
import { existing } from '@kervan/contract/kit/typed'
import { askOnce } from '../database/db.ts'
import { handle, handleDownload, handleDownloadOutside, type Handler } from '../http/handle.ts'
import { byLabel, byValue, byWords, pivotOf, type Group } from './pivot.ts'
import type { ReportContext, ReportSource } from './report-source.ts'
import { drawReport, reportPaper } from './paper.ts'
import { statement, type Found } from './statement.ts'
import { reportWorkbook } from './workbook.ts'

/** What an answer may have at most, in rows and columns. */
export type ReportLimits = { rows: number; columns: number }
const shown: ReportLimits = { rows: reportRowLimit, columns: reportColumnLimit }

/** A report with what answers it; `title` names its screen. `ask` answers the same question for who is no request. */
export type ServedReport = {
  report: Report
  title: string
  handlers: readonly Handler[]
  ask(context: ReportContext, query: ReportQuery, limits: ReportLimits): Promise<ReportAnswer>
}

/**
 * Serves a report of the contract: its figures, their workbook and their paper, from one grouped statement (ORD-018).
 * `title` names the files, `screen.<title>.title`. Throws `WindowTooWide` for a period that is turned around or too long
 * (ORD-025), `ReportTooLarge` past what is shown, `ReportAmountsHidden` for amounts that the reader may not see (ORD-020).
 */
export function serveReport<
  D extends Dimensions,
  M extends Measures,
  J extends string,
  W extends number | null,
>(
  report: Report<D, M, W>,
  title: string,
  source: (context: ReportContext) => ReportSource<D, M, J>,
): ServedReport {
  const ask: ServedReport['ask'] = (context, query, limits) =>
    figuresOf(context, report, source(context), query, limits)
  return {
    report: report,
    title,
    ask,
    handlers: [
      handle(report.figures, (context) => ask(context, context.input, shown)),
      handleDownload(report.excel, async (context) => {
        const query = context.input
        return reportWorkbook(context, report, query, await ask(context, query, shown), title)
      }),
      handleDownloadOutside(
        report.pdf,
        async (context) => {
          const query = context.input
          return reportPaper(context, report, query, await ask(context, query, shown), title)
        },
        drawReport,
      ),
    ],
  }
}

/**
 * For the rest of the transaction. PostgreSQL takes groups by an expression for as many as there are records: it would
 * then sort them and not use several processes. The orders of half a year by product, with their names, fit into the
 * memory. A cold cache may take its time.
 */
const forReports = {
  work_mem: '96MB',
  parallel_tuple_cost: '0',
  enable_sort: 'off',
  statement_timeout: '60s',
}

/** Groups that a process keeps in its memory at most. */
const mostGroupsEver = 500_000

async function figuresOf(
  context: ReportContext,
  report: Report,
  source: ReportSource<Dimensions, Measures, string>,
  query: ReportQuery,
  limits: ReportLimits,
): Promise<ReportAnswer> {
  const measure = existing<Measure>(report.measures[query.measure])
  if (measure.price && !source.pricesVisible) throw refusal('ReportAmountsHidden')
  // More groups than these cannot fit into what is asked for.
  const mostGroups = Math.min(mostGroupsEver, (limits.rows + 1) * (limits.columns + 1))
  const { asked, counted } = statement(context, report, source, query, mostGroups)
  await sql`select ${sql.join(Object.entries(forReports).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(
    context.tx,
  )
  const found = await askOnce<Found>(context.tx, asked)
  const tooLarge = () => refusal('ReportTooLarge', limits)
  if (found.length > mostGroups) throw tooLarge()
  const collator = new Intl.Collator(context.language)
  const orderOf = (name: string) => order(existing(report.dimensions[name]), collator)
  const table = pivotOf(
    found.map((row) => groupOf(row, query.rows.length)),
    query.rows.map(orderOf),
    query.column === null ? byValue : orderOf(query.column),
  )
  if (table.rows.length > limits.rows || table.columns.length > limits.columns) throw tooLarge()
  const overall = found.find((row) => row.level === 0 && !row.in_column)
  return {
    ...table,
    currency: measure.kind === 'money' ? (overall?.currency ?? null) : null,
    additive: measure.kind !== 'percent' && measure.kind !== 'days' && !counted,
    freshness: (await source.freshness?.()) ?? null,
    madeAt: context.now.toISOString(),
  }
}

function order({ kind, values }: Dimension, collator: Intl.Collator) {
  return kind === 'time' ? byValue : values ? byWords(values) : byLabel(collator)
}

function groupOf(row: Found, levels: number): Group {
  const places = Array.from({ length: levels }, (_, place) => place)
  return {
    level: row.level,
    inColumn: row.in_column,
    values: places.map((place) => row[`d${place}`] ?? null),
    labels: places.map((place) => row[`n${place}`] ?? row[`d${place}`] ?? null),
    columnValue: row['dc'] ?? null,
    columnLabel: row['nc'] ?? row['dc'] ?? null,
    figure: row.figure,
  }
}

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
import type { SessionContext } from '../context.ts'
import { askOnce } from '../database/db.ts'
import { handle, handleDownload, type Handler } from '../http/handle.ts'
import { byLabel, byValue, byWords, pivotOf, type Group } from './pivot.ts'
import type { ReportSource } from './report-source.ts'
import { groupLimit, statement, type Found } from './statement.ts'
import { reportWorkbook } from './workbook.ts'

/** A report with what answers it. */
export type ServedReport = { report: Report; handlers: readonly [Handler, Handler] }

/**
 * Serves a report of the contract: its figures and their workbook, from one grouped statement (ORD-018). `title` names
 * the workbook, `screen.<title>.title`. Throws `WindowTooWide` for a period that is turned around or too long (ORD-025),
 * `ReportTooLarge` past what is shown, `InvalidInput` for amounts that the reader may not see (ORD-020).
 */
export function serveReport<
  D extends Dimensions,
  M extends Measures,
  J extends string,
  W extends number | null,
>(
  report: Report<D, M, W>,
  title: string,
  source: (context: SessionContext) => ReportSource<D, M, J>,
): ServedReport {
  const ask = (context: SessionContext, query: ReportQuery) =>
    figuresOf(context, report, source(context), query)
  return {
    report: report,
    handlers: [
      handle(report.figures, (context) => ask(context, context.input)),
      handleDownload(report.excel, async (context) => {
        const query = context.input
        return reportWorkbook(context, report, query, await ask(context, query), title)
      }),
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

async function figuresOf(
  context: SessionContext,
  report: Report,
  source: ReportSource<Dimensions, Measures, string>,
  query: ReportQuery,
): Promise<ReportAnswer> {
  const measure = existing<Measure>(report.measures[query.measure])
  if (measure.price && !source.pricesVisible)
    throw refusal('InvalidInput', { issues: [{ path: 'measure', code: 'invalid_value' }] })
  const { asked, counted } = statement(context, report, source, query)
  await sql`select ${sql.join(Object.entries(forReports).map(([name, value]) => sql`set_config(${name}, ${value}, true)`))}`.execute(
    context.tx,
  )
  const found = await askOnce<Found>(context.tx, asked)
  const tooLarge = () => refusal('ReportTooLarge', { rows: reportRowLimit, columns: reportColumnLimit })
  if (found.length > groupLimit) throw tooLarge()
  const collator = new Intl.Collator(context.language)
  const orderOf = (name: string) => order(existing(report.dimensions[name]), collator)
  const table = pivotOf(
    found.map((row) => groupOf(row, query.rows.length)),
    query.rows.map(orderOf),
    query.column === null ? byValue : orderOf(query.column),
  )
  if (table.rows.length > reportRowLimit || table.columns.length > reportColumnLimit) throw tooLarge()
  const overall = found.find((row) => row.level === 0 && !row.in_column)
  return {
    ...table,
    currency: measure.kind === 'money' ? (overall?.currency ?? null) : null,
    additive: measure.kind !== 'percent' && measure.kind !== 'days' && !counted,
    freshness: (await source.freshness?.()) ?? null,
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

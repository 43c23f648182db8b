import { sql, type RawBuilder } from 'kysely'
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
import { withinWindow } from '../lists/window.ts'
import { byLabel, byValue, byWords, pivotOf, type Group } from './pivot.ts'
import { reportWorkbook } from './workbook.ts'

type Sql = RawBuilder<unknown>

/**
 * Where a dimension comes from. `value` is what is grouped by, `text` how it is written where the two differ (written once
 * a group and not once a record), `label` what people read instead, the last one where records differ; `translated` is a
 * select of `label` and `said`, one row a label at most, that is joined once to the groups found. `needs` names the join
 * it stands in.
 */
export type DimensionSql<J extends string> = {
  value: Sql
  text?: (value: Sql) => Sql
  label?: Sql
  translated?: Sql
  needs?: J
}
/**
 * A figure: `parts` are aggregates of the records of one innermost group, `figure` is made of their sums (the first, when
 * left out). `distinct` is for a figure that cannot be summed: how many different ones there are, where it answers one.
 * `has` says whether a join is part of the statement: the same figure reads otherwise by order and by line.
 */
export type MeasureSql<J extends string> = {
  parts: (has: (join: J) => boolean) => readonly [Sql, ...Sql[]]
  figure?: (sums: readonly Sql[]) => Sql
  distinct?: (has: (join: J) => boolean) => Sql | null
  needs?: J
}

export type ReportSource<D extends Dimensions, M extends Measures, J extends string> = {
  from: Sql
  /** Further tables, in the order in which they are joined; `after` names one that has to stand before. */
  joins: Record<J, { join: Sql; after?: J }>
  /** Company and row scope. */
  where: readonly Sql[]
  /** The moment that the period is about. */
  moment: Sql
  /** The currency of amounts, where there are amounts. */
  currency?: Sql
  pricesVisible: boolean
  dimensions: { [K in keyof D]: DimensionSql<J> }
  measures: { [K in keyof M]: MeasureSql<J> }
}

/** A report with what answers it. */
export type ServedReport = { report: Report; handlers: readonly [Handler, Handler] }

/**
 * Serves a report of the contract: its figures and their workbook, from one grouped statement (ORD-018). `title` names
 * the workbook, `screen.<title>.title`. Throws `WindowTooWide` for a period that is turned around or too long (ORD-025),
 * `ReportTooLarge` past what is shown, `InvalidInput` for amounts that the reader may not see (ORD-020).
 */
export function serveReport<D extends Dimensions, M extends Measures, J extends string>(
  report: Report<D, M>,
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

type Found = { level: number; in_column: boolean; currency: string | null; figure: string | null } & Record<
  string,
  string | null
>

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
    additive: measure.kind !== 'percent' && !counted,
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

/** More groups than these cannot fit into what is shown. */
const groupLimit = (reportRowLimit + 1) * (reportColumnLimit + 1)

type Chosen = { as: string; of: DimensionSql<string> }

/**
 * One statement in two steps: the records of each innermost group, which PostgreSQL does with several processes, and from
 * those few groups each level of the rows with and without the column, and the totals. A figure that counts different
 * ones (`counted`) cannot be summed, so each level is asked by itself, with no more joins than it needs.
 */
function statement(
  context: SessionContext,
  report: Report,
  source: ReportSource<Dimensions, Measures, string>,
  query: ReportQuery,
): { asked: RawBuilder<Found>; counted: boolean } {
  const dimension = (name: string) => existing(source.dimensions[name])
  const rows = query.rows.map((name, place): Chosen => ({ as: String(place), of: dimension(name) }))
  const column: Chosen[] = query.column === null ? [] : [{ as: 'c', of: dimension(query.column) }]
  const all = [...rows, ...column]
  const sets = setsOf(rows, column)
  const ask = (chosen: readonly Chosen[], of: readonly Chosen[][]) =>
    grouped(context, report, source, query, { all, chosen, sets: of })
  const whole = ask(all, sets)
  const found = whole.counted
    ? sql.join(
        sets.map((set) => sql`(${ask(set, [set]).asked})`),
        sql` union all `,
      )
    : whole.asked
  const names = all.map(({ as, of }) => {
    const label = sql.id(`n${as}`)
    const translated = sql`coalesce(${sql.id(`t${as}`)}.said, found.${label})`
    return sql`${sql.id(`d${as}`)}, ${of.translated ? translated : label} as ${label}`
  })
  const translations = all.flatMap(({ as, of }) =>
    of.translated
      ? sql` left join (${of.translated}) as ${sql.id(`t${as}`)} on ${sql.id(`t${as}`)}.label = found.${sql.id(`n${as}`)}`
      : [],
  )
  const asked = sql<Found>`select level, in_column, ${sql.join(names)}, currency, figure
    from (${found}) as found${sql.join(translations, sql``)} limit ${groupLimit + 1}`
  return { asked, counted: whole.counted }
}

/** What `statement` asks of the `chosen` dimensions by these `sets` of them; the others of `all` are null. */
function grouped(
  { actor }: SessionContext,
  report: Report,
  source: ReportSource<Dimensions, Measures, string>,
  query: ReportQuery,
  { all, chosen, sets }: { all: readonly Chosen[]; chosen: readonly Chosen[]; sets: readonly Chosen[][] },
): { asked: Sql; counted: boolean } {
  const filters = Object.entries(query.filters).flatMap(([name, values]) =>
    values ? [{ of: existing(source.dimensions[name]), values }] : [],
  )
  const isMoney = report.measures[query.measure]?.kind === 'money'
  const measure = existing(source.measures[query.measure])
  const joined = joinsOf(source, [
    measure.needs,
    ...chosen.map(({ of }) => of.needs),
    ...filters.map(({ of }) => of.needs),
  ])
  const has = (join: string) => joined.includes(join)
  const distinct = measure.distinct?.(has) ?? null
  const parts = distinct ? [] : measure.parts(has)
  const where = sql.join(
    [
      ...source.where,
      withinWindow(actor.company.timeZone, source.moment, query, report.months),
      ...filters.map(({ of, values }) => sql`(${asText(of, of.value)})::text = any(${values}::text[])`),
    ],
    sql` and `,
  )
  // Grouped by position: with parameters in them the expressions would not be the same ones in `group by`.
  const groups = [
    ...chosen.map(({ as, of }) => sql`${of.value} as ${sql.id(`v${as}`)}`),
    ...(isMoney ? [sql`${source.currency ?? sql`null::text`} as currency`] : []),
    ...(distinct ? [sql`${distinct} as one`] : []),
  ]
  const inner = sql`select ${sql.join([
    ...groups,
    ...chosen.map(
      ({ as, of }) =>
        sql`${of.label ? sql`max((${of.label}) collate "C")` : sql`null::text`} as ${sql.id(`n${as}`)}`,
    ),
    ...parts.map((part, place) => sql`${part} as ${sql.id(`p${place}`)}`),
  ])}
    from ${source.from} ${sql.join(
      joined.map((name) => existing(source.joins[name]).join),
      sql` `,
    )}
    where ${where}
    group by ${groups.length > 0 ? sql.join(groups.map((_, place) => sql.lit(place + 1))) : sql`()`}`
  const texts = chosen.map(
    ({ as, of }) => sql`(${asText(of, sql.id(`v${as}`))})::text as ${sql.id(`d${as}`)}`,
  )
  const sums = parts.map((_, place) => sql`sum(${sql.id(`p${place}`)})`)
  // Of one set nothing is counted twice: its groups are those of the inner step.
  const figure = distinct ? sql`count(*)` : (measure.figure?.(sums) ?? sql`coalesce(${sums[0]}, 0)`)
  const isChosen = (one: Chosen) => chosen.includes(one)
  const keyOf = ({ as }: Chosen) => sql.id(`d${as}`)
  const keys = chosen.filter(({ as }) => as !== 'c')
  const named = all.map((one) =>
    isChosen(one)
      ? sql`${keyOf(one)}, max(${sql.id(`n${one.as}`)} collate "C") as ${sql.id(`n${one.as}`)}`
      : sql`null::text as ${keyOf(one)}, null::text as ${sql.id(`n${one.as}`)}`,
  )
  const asked = sql`select ${sql.join(
    [sql`0`, ...keys.map((key) => sql`(1 - grouping(${keyOf(key)}))`)],
    sql` + `,
  )} as level,
      ${chosen.length > keys.length ? sql`grouping(dc) = 0` : sql`false`} as in_column,
      ${sql.join(named)},
      ${isMoney ? sql`case when ${oneCurrency} then min(currency) end` : sql`null::text`} as currency,
      ${isMoney ? sql`case when ${oneCurrency} then (${figure})::text end` : sql`(${figure})::text`} as figure
    from (${inner}) as innermost ${texts.length > 0 ? sql`cross join lateral (select ${sql.join(texts)}) as written` : sql``}
    group by grouping sets (${sql.join(sets.map((set) => sql`(${set.length > 0 ? sql.join(set.map(keyOf)) : sql``})`))})`
  return { asked, counted: distinct !== null }
}

const oneCurrency = sql`min(currency) = max(currency)`

const asText = ({ text }: DimensionSql<string>, value: Sql): Sql => text?.(value) ?? value

/** Each level of the rows, and each again by column. */
function setsOf<T>(keys: readonly T[], column: readonly T[]): T[][] {
  return [0, ...keys.map((_, place) => place + 1)].flatMap((level) => {
    const inner = keys.slice(0, level)
    return column.length > 0 ? [inner, [...inner, ...column]] : [inner]
  })
}

/** The joins that are needed, each with those it stands on, in the order of their declaration. */
function joinsOf(
  { joins }: { joins: Record<string, { after?: string }> },
  needed: (string | undefined)[],
): string[] {
  const wanted = new Set<string>()
  const add = (name: string | undefined): void => {
    if (name === undefined || wanted.has(name)) return
    wanted.add(name)
    add(joins[name]?.after)
  }
  for (const name of needed) add(name)
  return Object.keys(joins).filter((name) => wanted.has(name))
}

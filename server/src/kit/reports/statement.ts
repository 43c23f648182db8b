import { sql, type RawBuilder } from 'kysely'
import { type Dimensions, type Measures, type Report, type ReportQuery } from '@kervan/contract/kit/report'
import { existing } from '@kervan/contract/kit/typed'
import type { Actor } from '../context.ts'
import { daysWithin, withinWindow } from '../lists/window.ts'
import type { DimensionSql, ReportContext, ReportSource, Sql } from './report-source.ts'

// The one statement that answers a report.

/** A group as the statement answers it: `d0` … are its values by row, `n0` … their names, `dc` and `nc` those of the column. */
export type Found = {
  level: number
  in_column: boolean
  currency: string | null
  figure: string | null
} & Record<string, string | null>

type Chosen = { as: string; of: DimensionSql<string> }

/**
 * One statement in two steps: the records of each innermost group, which PostgreSQL does with several processes, and from
 * those few groups each level of the rows with and without the column, and the totals. A figure that counts different
 * ones (`counted`) cannot be summed, so each level is asked by itself, with no more joins than it needs.
 */
export function statement(
  context: ReportContext,
  report: Report,
  source: ReportSource<Dimensions, Measures, string>,
  query: ReportQuery,
  mostGroups: number,
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
    from (${found}) as found${sql.join(translations, sql``)} limit ${mostGroups + 1}`
  return { asked, counted: whole.counted }
}

/** What `statement` asks of the `chosen` dimensions by these `sets` of them; the others of `all` are null. */
function grouped(
  { actor }: ReportContext,
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
      ...periodOf(actor, report, source, query),
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
  const written = texts.length > 0 ? sql`cross join lateral (select ${sql.join(texts)}) as written` : sql``
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
    from (${inner}) as innermost ${written}
    group by grouping sets (${sql.join(sets.map((set) => sql`(${set.length > 0 ? sql.join(set.map(keyOf)) : sql``})`))})`
  return { asked, counted: distinct !== null }
}

/** The condition of the period, where the report has one. */
function periodOf(
  actor: Actor,
  { months }: Report,
  { moment, day }: ReportSource<Dimensions, Measures, string>,
  { from, to }: ReportQuery,
): Sql[] {
  if (months === null || from === null || to === null) return []
  if (day) return [daysWithin(day, { from, to }, months)]
  return moment ? [withinWindow(actor.company.timeZone, moment, { from, to }, months)] : []
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

import type { RawBuilder } from 'kysely'
import type { Dimensions, Measures, Freshness } from '@kervan/contract/kit/report'
import type { SessionContext } from '../context.ts'

// What a report says of the tables that its figures come from.

export type Sql = RawBuilder<unknown>

/** Who asks for a report: a request, or a job in somebody's name. */
export type ReportContext = Pick<SessionContext, 'tx' | 'actor' | 'services' | 'language' | 'now'>

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
  /** What the period is about: a moment, or a day of the company's calendar. Neither in a report of what is there now. */
  moment?: Sql
  day?: Sql
  /** How fresh the figures are, where they are worked out in advance. */
  freshness?: () => Promise<Freshness>
  /** The currency of amounts, where there are amounts. */
  currency?: Sql
  pricesVisible: boolean
  dimensions: { [K in keyof D]: DimensionSql<J> }
  measures: { [K in keyof M]: MeasureSql<J> }
}

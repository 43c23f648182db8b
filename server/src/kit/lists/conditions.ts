import { sql } from 'kysely'
import type { FilterValue, PageList, PageQuery } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { addDays } from '@kervan/contract/kit/days'
import { startOfDay } from '../clock.ts'
import type { Actor, SessionContext } from '../context.ts'
import { askOnce } from '../database/db.ts'
import { containing, fold, folded } from './fold.ts'
import type { AnySource, Sql } from './source.ts'

// Which rows of a list a question means, and in which order.

/** Scope, filters and search as one condition. Throws `InvalidInput` for a filter on a column that the reader may not see. */
export async function conditionsOf(
  context: SessionContext,
  list: PageList,
  source: AnySource,
  query: PageQuery,
): Promise<Sql> {
  const filters = Object.entries(query.filters).flatMap(([name, filter]) =>
    filter ? filterOf(context.actor, list, source, name, filter) : [],
  )
  return sql.join(
    [...source.where, ...filters, ...(await searchOf(context, source, query.search))],
    sql` and `,
  )
}

/** Ends with what names the row, so that two rows never change places between two pages. */
export function orderOf(list: PageList, source: AnySource, query: PageQuery): Sql {
  return sql.join(
    termsOf(list, source, query).map(({ term, direction }) =>
      direction === 'asc' ? sql`${term} asc` : sql`${term} desc`,
    ),
  )
}

/** What a list is put in order by, the key of its rows last. */
export function termsOf(
  list: PageList,
  source: AnySource,
  query: PageQuery,
): { term: Sql; direction: 'asc' | 'desc' }[] {
  const hidden = hiddenColumns(list, source)
  const wanted = query.sort.length > 0 ? query.sort : list.defaultSort
  const terms = wanted.flatMap(({ column, direction }) => {
    const expression = source.sortedBy?.[column] ?? source.columns[column]
    if (!expression || hidden.includes(column)) return []
    const term = list.columns[column]?.type === 'text' ? sql`${expression} collate "tr-x-icu"` : expression
    return [{ term, direction }]
  })
  return [...terms, { term: source.key ?? source.id, direction: wanted.at(-1)?.direction ?? 'asc' }]
}

/** The columns that this reader is not offered: no order, filter, file or row tells what they say. */
export function hiddenColumns(list: PageList, source: AnySource): string[] {
  const prices = Object.keys(list.columns).filter((name) => list.columns[name]?.price)
  if (prices.length > 0 && source.pricesVisible === undefined)
    throw new Error(`${list.key} has prices and does not say who sees them`)
  return source.pricesVisible === false ? prices : []
}

async function searchOf({ tx }: SessionContext, source: AnySource, search: string): Promise<Sql[]> {
  const typed = search.trim()
  if (typed === '') return []
  if (!source.search) throw new Error('a search in a list that has nothing to search in')
  if (source.code && /^\S*\d\S*$/.test(typed)) {
    const isCode = sql`${source.code} = ${typed.toUpperCase()}`
    const where = sql.join([...source.where, isCode], sql` and `)
    const found = await askOnce(tx, sql`select from ${source.from} where ${where} limit 1`)
    if (found.length > 0) return [isCode]
  }
  if (source.code && /^[a-z]+-\d[\d-]*$/i.test(typed)) {
    // The beginning of a code has words of three letters that stand in nearly every row; its index does not need them.
    const begins = sql`${source.code} like ${`${typed.toUpperCase()}%`}`
    const where = sql.join([...source.where, begins], sql` and `)
    const found = await askOnce(tx, sql`select from ${source.from} where ${where} limit 1`)
    if (found.length > 0) return [begins]
  }
  return [sql`${source.search} like ${containing(typed)}`]
}

function filterOf(actor: Actor, list: PageList, source: AnySource, name: string, filter: FilterValue): Sql[] {
  if (hiddenColumns(list, source).includes(name))
    throw refusal('InvalidInput', { issues: [{ path: `filters.${name}`, code: 'unrecognized_keys' }] })
  const column = source.columns[name]
  if (!column) throw new Error(`${list.key} has no SQL for the column ${name}`)
  const { from, to, contains } = filter
  switch (list.columns[name]?.type) {
    case 'text':
    case 'code':
      return [
        ...(contains ? textOf(source, name, column, contains) : []),
        ...(filter.in ? [sql`${column} = any(${filter.in}::text[])`] : []),
      ]
    case 'integer':
    case 'decimal':
      return [
        ...(from ? [sql`${column} >= ${from}::numeric`] : []),
        ...(to ? [sql`${column} <= ${to}::numeric`] : []),
      ]
    case 'date':
      return [
        ...(from ? [sql`${column} >= ${from}::date`] : []),
        ...(to ? [sql`${column} <= ${to}::date`] : []),
      ]
    case 'instant':
      return [
        ...(from ? [sql`${column} >= ${startOfDay(actor.company.timeZone, from)}`] : []),
        ...(to ? [sql`${column} < ${startOfDay(actor.company.timeZone, addDays(to, 1))}`] : []),
      ]
    case 'flag':
      return [sql`${column} = ${filter.is}`]
    case 'choice':
      return [sql`${column} = any(${filter.in}::text[])`]
    case 'choices':
      return [sql`${column} && ${filter.in}::text[]`]
    case undefined:
      throw new Error(`${list.key} has no column ${name}`)
  }
}

const trigram = 3

/**
 * Texts are compared folded, as the search compares them. The index of the search narrows first where it can: part by
 * part, because what a list joins with commas stands in the search without them.
 */
function textOf(source: AnySource, name: string, column: Sql, typed: string): Sql[] {
  if (fold(typed) === '') return [sql`false`]
  const pattern = containing(typed)
  const parts = source.search && source.searched?.includes(name) ? typed.split(', ') : []
  return [
    ...parts
      .filter((part) => fold(part).length >= trigram)
      .map((part) => sql`${source.search} like ${containing(part)}`),
    sql`${folded(column)} like ${pattern}`,
  ]
}

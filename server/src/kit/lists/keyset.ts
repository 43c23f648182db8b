import { sql } from 'kysely'
import type { PageList, PageQuery } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'
import { askOnce, sqlState } from '../database/db.ts'
import { conditionsOf, hiddenColumns, orderOf, termsOf } from './conditions.ts'
import { rowsOf, selectAll } from './rows.ts'
import type { Asked, Sql } from './source.ts'

// Pages of a list that is not counted: each begins after the last row of the one before, by what that row is put in order
// by. An index in this order reads the rows of the page and no other, whatever its number.

type Input = PageQuery & { page: number; pageSize: number; after?: string }

/** A page and what stands next. Throws `InvalidInput` for a place that this order does not have. */
export async function readKeysetPage(context: SessionContext, asked: Asked, input: Input) {
  const { list, source } = asked
  const terms = termsOf(list, source, input)
  const begins = input.after === undefined ? [] : [afterPlace(terms, readPlace(asked, input, input.after))]
  if (begins.length === 0 && input.page > 1) throw wrongPlace()
  const where = sql.join([await conditionsOf(context, list, source, input), ...begins], sql` and `)
  const place = sql`array[${sql.join(terms.map(({ term }) => sql`(${term})::text`))}]`
  // One row more than the page has says whether any follows.
  const found = await askOnce<Record<string, unknown> & { place: string[] }>(
    context.tx,
    sql`select ${selectAll(source, hiddenColumns(list, source))}, ${place} as place from ${source.from} where ${where}
      order by ${orderOf(list, source, input)} limit ${input.pageSize + 1}`,
  ).catch((error: unknown) => {
    // Only a place holds values that nobody has judged: days that are none, numbers that are words.
    throw input.after !== undefined && unreadable.has(sqlState(error) ?? '') ? wrongPlace() : error
  })
  const shown = found.slice(0, input.pageSize)
  const present = rowsOf(context, asked)
  const last = found.length > input.pageSize ? shown.at(-1) : undefined
  return {
    rows: shown.map(({ place: _place, ...row }) => present(row)),
    total: (input.page - 1) * input.pageSize + shown.length,
    totalIsExact: last === undefined,
    asOf: context.now.toISOString(),
    next: last ? writePlace(list, input, last.place) : null,
  }
}

const unreadable = new Set(['22003', '22007', '22008', '22021', '22P02'])

type Terms = ReturnType<typeof termsOf>

/** What comes after a place: all terms of a list by keyset run in one direction. */
function afterPlace(terms: Terms, place: readonly string[]): Sql {
  const left = sql.join(terms.map(({ term }) => term))
  const right = sql.join(place.map((value) => sql`${value}`))
  return terms[0]?.direction === 'desc' ? sql`(${left}) < (${right})` : sql`(${left}) > (${right})`
}

const orderSaid = (list: PageList, { sort }: PageQuery): string =>
  (sort.length > 0 ? sort : list.defaultSort).map(({ column, direction }) => `${column} ${direction}`).join()

/** A place is good for the order in which it was given. */
const writePlace = (list: PageList, query: PageQuery, place: readonly string[]): string =>
  Buffer.from(JSON.stringify([orderSaid(list, query), ...place])).toString('base64url')

function readPlace({ list, source }: Asked, query: PageQuery, after: string): string[] {
  const said = parsed(Buffer.from(after, 'base64url').toString())
  if (!Array.isArray(said) || !said.every((one) => typeof one === 'string')) throw wrongPlace()
  const [order, ...place] = said
  if (order !== orderSaid(list, query) || place.length !== termsOf(list, source, query).length)
    throw wrongPlace()
  return place
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const wrongPlace = () => refusal('InvalidInput', { issues: [{ path: 'after', code: 'invalid_value' }] })

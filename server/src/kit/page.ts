import { sql, type RawBuilder } from 'kysely'
import {
  totalCap,
  type FilterValue,
  type PageList,
  type PageQuery,
  type Selection,
} from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { addDays, startOfDay } from './clock.ts'
import type { Actor, SessionContext } from './context.ts'
import type { Database, Tx } from './db.ts'
import { writeWorkbook, type Column as WorkbookColumn } from './excel/write-workbook.ts'
import { containing } from './fold.ts'
import type { FileAnswer } from './handle.ts'
import { translate } from './messages.ts'

/**
 * A list as SQL. `where` carries company and row scope, so page, total, export and bulk selection cannot differ in
 * what they let the reader see. `columns` are the expressions that filters and sorting use; they never come from the wire.
 */
export type ListSql = {
  select: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>[]
  columns: Record<string, RawBuilder<unknown>>
  /** Columns that this reader is not offered: not sorted by, not in the file, and a filter on one is refused. */
  hidden?: readonly string[]
  id: RawBuilder<unknown>
  /** The folded text that the search looks into; null for lists without search. */
  search: RawBuilder<unknown> | null
  /** When a row came to be, for selections "as of" the moment the user looked; without it a row that came later is chosen as well. */
  createdAt?: RawBuilder<unknown>
}

type PageInput = PageQuery & { page: number; pageSize: number }

/** One page and the total, in two statements that travel together. The total is exact up to the cap. */
export async function readPage<R>(
  tx: Tx,
  actor: Actor,
  list: PageList,
  source: ListSql,
  input: PageInput,
): Promise<{ rows: R[]; total: number; totalIsExact: boolean }> {
  const where = conditions(actor, list, source, input)
  const [rows, count] = await Promise.all([
    sql<R>`select ${source.select} from ${source.from} where ${where} order by ${order(list, source, input)} limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`.execute(
      tx,
    ),
    sql<{
      total: number
    }>`select count(*) as total from (select 1 from ${source.from} where ${where} limit ${totalCap + 1}) as counted`.execute(
      tx,
    ),
  ])
  const total = count.rows[0]?.total ?? 0
  return { rows: rows.rows, total: Math.min(total, totalCap), totalIsExact: total <= totalCap }
}

/** The ids that a query means for this reader: of its matches, those that existed when the user looked. */
export async function readMatches(
  tx: Tx,
  actor: Actor,
  list: PageList,
  source: ListSql,
  selection: Extract<Selection, { mode: 'query' }>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${source.id} as id from ${source.from}
    where ${conditions(actor, list, source, selection.query)} and ${source.id} <> all(${selection.exclude}::uuid[]) and ${source.createdAt ? sql`${source.createdAt} <= ${selection.asOf}::timestamptz` : sql`true`}
    order by ${source.id} limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

function conditions(actor: Actor, list: PageList, source: ListSql, query: PageQuery): RawBuilder<unknown> {
  const filters = Object.entries(query.filters).flatMap(([name, filter]) => {
    if (filter && source.hidden?.includes(name))
      throw refusal('InvalidInput', { issues: [{ path: `filters.${name}`, code: 'unrecognized_keys' }] })
    const column = list.columns[name]
    const expression = source.columns[name]
    return column && expression && filter ? condition(actor, column.type, expression, filter) : []
  })
  const search =
    query.search.trim() !== '' && source.search
      ? [sql`${source.search} like ${containing(query.search)}`]
      : []
  return sql.join([...source.where, ...filters, ...search], sql` and `)
}

function condition(
  actor: Actor,
  type: string,
  column: RawBuilder<unknown>,
  filter: FilterValue,
): RawBuilder<unknown>[] {
  const { from, to } = filter
  switch (type) {
    case 'text':
    case 'code':
      return [
        ...(filter.contains
          ? [
              sql`lower(${column}) like ${`%${filter.contains.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`}`,
            ]
          : []),
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
    default:
      return []
  }
}

/** Ends with the id, so that two rows never change places between two pages. */
function order(list: PageList, source: ListSql, query: PageQuery): RawBuilder<unknown> {
  const wanted = query.sort.length > 0 ? query.sort : list.defaultSort
  const terms = wanted.flatMap(({ column, direction }) => {
    const expression = source.columns[column]
    if (!expression || source.hidden?.includes(column)) return []
    const term = list.columns[column]?.type === 'text' ? sql`${expression} collate "tr-x-icu"` : expression
    return [direction === 'asc' ? sql`${term} asc` : sql`${term} desc`]
  })
  const last = wanted.at(-1)?.direction === 'desc' ? sql`${source.id} desc` : sql`${source.id} asc`
  return sql.join([...terms, last])
}

const batch = 1_000

/**
 * Every row that matches, as a workbook that is sent while it is written. Reads through a cursor in a transaction of
 * its own, so memory stays flat and the file is of one moment. `present` makes the columns' values of what the list
 * selects; without it the file holds the columns' own expressions and only those asked for are read, which is faster.
 */
export function exportRows<R>(
  context: SessionContext,
  list: PageList,
  source: ListSql,
  query: PageQuery & { columns: string[] },
  name: string,
  present?: (row: R) => Record<string, unknown>,
): FileAnswer {
  const { actor, language, services } = context
  const keys = query.columns.filter((key) => !source.hidden?.includes(key))
  if (keys.length === 0) throw refusal('InvalidInput', { issues: [{ path: 'columns', code: 'too_small' }] })
  const columns = keys.map((key) => workbookColumn(language, list, key))
  const words = new Map<string, string>()
  const select = present ? source.select : sql.join(keys.map((key) => exported(list, source, key)))
  const text = sql<R>`select ${select} from ${source.from} where ${conditions(actor, list, source, query)} order by ${order(list, source, query)}`
  const cells = (row: R) => {
    const shown = present ? present(row) : (row as Record<string, unknown>)
    return keys.map((key) => cell(language, list, key, shown[key], words))
  }
  const rows = oneByOne(readBatches<R>(services.db, actor.company.id, text), cells)
  const title = translate(language, `screen.${name}.title`)
  const body = writeWorkbook({
    timeZone: actor.company.timeZone,
    sheets: [{ name: title.slice(0, 31), columns, rows }],
  })
  return {
    name: `${title} ${context.now.toISOString().slice(0, 10)}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body,
  }
}

/** Instants as milliseconds: nothing between the database and the sheet needs them as a date. */
function exported(list: PageList, source: ListSql, key: string): RawBuilder<unknown> {
  const expression = source.columns[key] ?? sql`null`
  const value =
    list.columns[key]?.type === 'instant'
      ? sql`(extract(epoch from ${expression}) * 1000)::bigint`
      : expression
  return sql`${value} as ${sql.id(key)}`
}

async function* readBatches<R>(db: Database, companyId: number, query: RawBuilder<R>): AsyncGenerator<R[]> {
  // The transaction must live as long as somebody reads, so it is a process of its own that hands batches over.
  const handover = new Handover<R[]>()
  const reading = db
    .withCompany(
      companyId,
      async (tx) => {
        await sql`declare export no scroll cursor for ${query}`.execute(tx)
        for (;;) {
          const { rows } = await sql<R>`fetch ${sql.lit(batch)} from export`.execute(tx)
          if (rows.length > 0 && !(await handover.give(rows))) break
          if (rows.length < batch) break
        }
      },
      { long: true },
    )
    .then(
      () => handover.end(),
      (error: unknown) => handover.fail(error),
    )
  try {
    yield* handover
  } finally {
    handover.stop()
    await reading
  }
}

/** The rows of all batches, made as they are asked for. By hand, because a generator of promises costs as much as the row. */
function oneByOne<R, T>(batches: AsyncGenerator<R[]>, make: (row: R) => T): AsyncIterable<T> {
  let rows: R[] = []
  let at = 0
  const next = async (): Promise<IteratorResult<T>> => {
    const more = await batches.next()
    if (more.done) return { done: true, value: undefined }
    rows = more.value
    at = 1
    return { done: false, value: make(rows[0] as R) }
  }
  const iterator: AsyncIterator<T> = {
    next: () => (at < rows.length ? Promise.resolve({ done: false, value: make(rows[at++] as R) }) : next()),
    return: async () => {
      await batches.return(undefined)
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

/** Passes values from a producer to a consumer one by one; the producer waits until the consumer wants more. */
class Handover<T> implements AsyncIterable<T> {
  #waiting: { value: T; taken: (wanted: boolean) => void } | null = null
  #wake: (() => void) | null = null
  #ended = false
  #error: unknown = null
  #stopped = false

  give(value: T): Promise<boolean> {
    if (this.#stopped) return Promise.resolve(false)
    return new Promise((taken) => {
      this.#waiting = { value, taken }
      this.#wake?.()
    })
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#error = error
    this.end()
  }

  stop(): void {
    this.#stopped = true
    this.#waiting?.taken(false)
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (;;) {
      if (this.#waiting) {
        const { value, taken } = this.#waiting
        this.#waiting = null
        taken(true)
        yield value
      } else if (this.#ended) {
        if (this.#error) throw this.#error
        return
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#wake = null
      }
    }
  }
}

const workbookKinds = {
  text: 'text',
  code: 'text',
  choice: 'text',
  flag: 'text',
  integer: 'integer',
  decimal: 'number',
  date: 'date',
  instant: 'instant',
} as const

function workbookColumn(language: Language, list: PageList, key: string): WorkbookColumn {
  const type = list.columns[key]?.type ?? 'text'
  return { header: translate(language, `column.${key}`), kind: workbookKinds[type] }
}

/** `words` remembers the translated words of this file: a state is looked up once, not once a row. */
function cell(
  language: Language,
  list: PageList,
  key: string,
  value: unknown,
  words: Map<string, string>,
): string | number | null {
  if (value === null || value === undefined) return null
  const type = list.columns[key]?.type
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new Error(`${key} is no cell: ${typeof value}`)
  if (type === 'choice') {
    const word = `state.${list.columns[key]?.words ?? stateGroups[key] ?? key}.${value}`
    if (!words.has(word)) words.set(word, translate(language, word))
    return words.get(word) ?? null
  }
  if (type === 'flag') return translate(language, value ? 'kit.yes' : 'kit.no')
  return typeof value === 'number' ? value : String(value)
}

/** Where the words of a choice column stand in the messages, when neither the column says it nor its own name. */
const stateGroups: Record<string, string> = {
  state: 'order',
  shipmentMethod: 'shipment',
  type: 'lineType',
  result: 'importResult',
}

import { sql } from 'kysely'
import type { z } from 'zod'
import {
  totalCap,
  type Columns,
  type PageList,
  type PageQuery,
  type Selection,
} from '@kervan/contract/kit/page'
import { refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../context.ts'
import { askOnce } from '../database/db.ts'
import { handle, handleDownload, type Handler } from '../http/handle.ts'
import { conditionsOf, hiddenColumns, orderOf } from './conditions.ts'
import { exportRows } from './export.ts'
import { readKeysetPage } from './keyset.ts'
import { rowsOf, selectAll } from './rows.ts'
import { countValues } from './counts.ts'
import { exportGroups, summarise } from './summary.ts'
import type {
  AnySource,
  Asked,
  Complete,
  ExtraSql,
  FactSql,
  FoundRow,
  ListSource,
  MadeFields,
} from './source.ts'

export type ServedList<S extends z.ZodRawShape = z.ZodRawShape> = {
  /** Answer the page call and its Excel twin. */
  handlers: readonly [Handler, Handler]
  /** The ids that a selection means for this reader, in order. Throws `SelectionTooLarge` past the limit. */
  ids(context: SessionContext, selection: Selection, limit: number): Promise<string[]>
  /** The rows that a question means for this reader, in SQL: for a call that shows them in another form, such as a map. */
  within(
    context: SessionContext,
    question: PageQuery & z.infer<z.ZodObject<S>>,
  ): Promise<{ from: AnySource['from']; where: AnySource['from']; columns: AnySource['columns'] }>
  /** How many rows the reader has without any filter; past `totalCap` it is `totalCap + 1`. */
  count(context: SessionContext, scope: z.infer<z.ZodObject<S>>): Promise<number>
}

type Rows = z.ZodRawShape & { id: z.ZodUUID }
type SourceOf<S extends z.ZodRawShape, Source> = (
  context: SessionContext,
  scope: z.infer<z.ZodObject<S>>,
) => Source | Promise<Source>

/**
 * Serves a list of the contract: its pages, its workbook, the ids of a selection and its count, all from the one
 * declaration that `source` gives for a reader and the list's further inputs. `row` makes what SQL cannot say, such as
 * actions and sentences, and may be left out where nothing is left. `title` names the workbook: `screen.<title>.title`, or the message itself.
 * Instants become ISO texts, dates and decimals stay the texts that the contract has.
 */
export function serveList<
  C extends Columns,
  E extends Rows,
  S extends z.ZodRawShape,
  R extends RefusalCode,
  B extends boolean,
  X extends ExtraSql<E>,
  F extends FactSql,
>(
  list: PageList<C, E, S, R, B>,
  title: string,
  source: SourceOf<S, ListSource<C, B, X, F> & Complete<MadeFields<C, E, X>>>,
): ServedList<S>
export function serveList<
  C extends Columns,
  E extends Rows,
  S extends z.ZodRawShape,
  R extends RefusalCode,
  B extends boolean,
  X extends ExtraSql<E>,
  F extends FactSql,
>(
  list: PageList<C, E, S, R, B>,
  title: string,
  source: SourceOf<S, ListSource<C, B, X, F>>,
  row: (found: FoundRow<C, E, X, F>, context: SessionContext) => MadeFields<C, E, X>,
): ServedList<S>
export function serveList(
  list: PageList,
  title: string,
  source: SourceOf<z.ZodRawShape, AnySource>,
  row?: (found: never, context: SessionContext, given: never) => Record<string, unknown>,
): ServedList {
  const asked = async (context: SessionContext, scope: Record<string, unknown>): Promise<Asked> => ({
    list,
    source: await source(context, scope),
    ...(row && { row }),
  })
  return {
    handlers: [
      handle(list.page, async (context) =>
        (list.paging === 'keyset' ? readKeysetPage : readPage)(
          context,
          await asked(context, context.input),
          context.input as PageInput,
        ),
      ),
      handleDownload(list.excel, async (context) =>
        writeFile(context, await asked(context, context.input), context.input as ExcelInput, title),
      ),
    ],
    ids: async (context, selection, limit) => {
      const ids =
        selection.mode === 'ids'
          ? [...new Set(selection.ids)].toSorted()
          : await readIds(context, list, await source(context, selection.query), selection, limit + 1)
      if (ids.length > limit) throw refusal('SelectionTooLarge', { limit })
      return ids
    },
    within: async (context, question) => {
      const found = await source(context, question)
      const where = await conditionsOf(context, list, found, question)
      return { from: found.from, where, columns: found.columns }
    },
    count: async (context, scope) => {
      const found = await source(context, scope)
      return countRows(context, found, sql.join(found.where, sql` and `))
    },
  }
}

type PageInput = PageQuery & {
  page: number
  pageSize: number
  known?: number
  summary?: string
  count?: string
}
type ExcelInput = PageQuery & { columns: string[]; summary?: string }

function writeFile(context: SessionContext, asked: Asked, input: ExcelInput, title: string) {
  const { summary } = input
  return summary
    ? exportGroups(context, asked, { ...input, summary }, title)
    : exportRows(context, asked, input, title)
}

async function readPage(context: SessionContext, asked: Asked, input: PageInput) {
  const { tx, now } = context
  const { list, source } = asked
  if (input.count) {
    const { counts, rows } = await countValues(context, asked, input, input.count)
    return { ...totalOf(rows), rows: [], asOf: now.toISOString(), counts }
  }
  const hidden = hiddenColumns(list, source)
  const where = await conditionsOf(context, list, source, input)
  if (input.summary) {
    const summary = await summarise(context, asked, where, input.summary)
    const rows = summary.all?.rows ?? totalCap + 1
    return { ...totalOf(rows), rows: [], asOf: now.toISOString(), summary }
  }
  const order = orderOf(list, source, input)
  const skipped = (input.page - 1) * input.pageSize
  const within = sql`limit ${input.pageSize} offset ${skipped}`
  const select = sql`select ${selectAll(source, hidden)} from ${source.from} where ${where}`
  // What the columns say is asked for the rows of the page only, where rows have to be put in order or passed over.
  const keysFirst = source.key && (skipped > 0 || input.sort.length > 0 || input.search !== '')
  const found = await askOnce<Record<string, unknown>>(
    tx,
    keysFirst
      ? sql`${select} and ${source.key} = any(array(select ${source.key} from ${source.from} where ${where} order by ${order} ${within})) order by ${order}`
      : sql`${select} order by ${order} ${within}`,
  )
  // A page that is not full is the last one, so nothing needs to be counted.
  const isLast = found.length < input.pageSize && (found.length > 0 || skipped === 0)
  const total = isLast ? skipped + found.length : (input.known ?? (await countRows(context, source, where)))
  return { ...totalOf(total), rows: found.map(rowsOf(context, asked)), asOf: now.toISOString() }
}

const totalOf = (rows: number) => ({ total: Math.min(rows, totalCap), totalIsExact: rows <= totalCap })

async function countRows({ tx }: SessionContext, source: AnySource, where: AnySource['id']): Promise<number> {
  const [counted] = await askOnce<{ total: number }>(
    tx,
    sql`select count(*) as total from (select from ${source.from} where ${where} limit ${totalCap + 1}) as counted`,
  )
  return counted?.total ?? 0
}

/** Of what matches, the rows that existed when the user looked. */
async function readIds(
  context: SessionContext,
  list: PageList,
  source: AnySource,
  { query, exclude, asOf }: Extract<Selection, { mode: 'query' }>,
  limit: number,
): Promise<string[]> {
  if (!source.createdAt) throw new Error(`${list.key} does not say when its rows came to be`)
  const where = await conditionsOf(context, list, source, query)
  const rows = await askOnce<{ id: string }>(
    context.tx,
    sql`select ${source.id} as id from ${source.from}
      where ${where} and ${source.id} <> all(${exclude}::uuid[]) and ${source.createdAt} <= ${asOf}::timestamptz
      order by 1 limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

import { sql } from 'kysely'
import { columnWords } from '@kervan/contract/kit/column-words'
import { baseColumn, languageEndings } from '@kervan/contract/kit/master-names'
import type { PageList, PageQuery } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../context.ts'
import { writeWorkbook, type Column as WorkbookColumn, type Row } from '../excel/write-workbook.ts'
import type { FileAnswer } from '../http/handle.ts'
import { translate, translateFirst } from '../messages.ts'
import { conditionsOf, hiddenColumns, orderOf } from './conditions.ts'
import { rowsOf, selectAll } from './rows.ts'
import type { AnySource, Asked, Sql } from './source.ts'

/**
 * Every row that matches, as a workbook that is sent while it is written. Reads through a cursor in a transaction of
 * its own, so memory stays flat and the file is of one moment. Only the columns asked for are read, unless one of them
 * is computed from the whole row.
 */
export async function exportRows(
  context: SessionContext,
  asked: Asked,
  query: PageQuery & { columns: string[] },
  screen: string,
): Promise<FileAnswer> {
  const { actor, language, services } = context
  const { list, source } = asked
  const hidden = hiddenColumns(list, source)
  const keys = query.columns.filter((key) => !hidden.includes(key))
  if (keys.length === 0) throw refusal('InvalidInput', { issues: [{ path: 'columns', code: 'too_small' }] })
  const isComputed = keys.some((key) => list.columns[key]?.computed)
  const select = isComputed
    ? selectAll(source, hidden)
    : sql.join(keys.map((key) => exported(list, source, key)))
  const where = await conditionsOf(context, list, source, query)
  const text = sql<
    Record<string, unknown>
  >`select ${select} from ${source.from} where ${where} order by ${orderOf(list, source, query)}`
  const words = new Map<string, string>()
  const rowOf = rowsOf(context, asked)
  const cells = (found: Record<string, unknown>): Row => {
    const row = isComputed ? rowOf(found) : found
    return keys.map((key) => cell(language, list, key, row[key], words))
  }
  const rows = inSheet(services.db.stream(actor.company.id, text), cells)
  const title = translate(language, screen.includes('.') ? screen : `screen.${screen}.title`)
  const columns = keys.map((key) => workbookColumn(language, list, key, keys))
  return {
    name: `${title} ${context.now.toISOString().slice(0, 10)}.xlsx`,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeWorkbook({
      timeZone: actor.company.timeZone,
      sheets: [{ name: title.slice(0, 31), columns, rows }],
    }),
  }
}

/** Instants as milliseconds: nothing between the database and the sheet needs them as a date. */
function exported(list: PageList, source: AnySource, key: string): Sql {
  const expression = source.columns[key] ?? sql`null`
  const isInstant = list.columns[key]?.type === 'instant'
  return sql`${isInstant ? sql`(extract(epoch from ${expression}) * 1000)::bigint` : expression} as ${sql.id(key)}`
}

async function* inSheet<R>(batches: AsyncIterable<R[]>, cells: (row: R) => Row): AsyncGenerator<Row[]> {
  for await (const rows of batches) yield rows.map(cells)
}

const workbookKinds = {
  text: 'text',
  code: 'text',
  choice: 'text',
  choices: 'text',
  flag: 'text',
  integer: 'integer',
  decimal: 'number',
  date: 'date',
  instant: 'instant',
} as const

/**
 * A name that the list shows in the reader's language is called so in a file, which outlives its reader: an import takes
 * it for that, and not for the name itself.
 */
export function workbookColumn(
  language: Language,
  list: PageList,
  key: string,
  beside: readonly string[] = [],
): WorkbookColumn {
  const type = list.columns[key]?.type ?? 'text'
  const inLanguage = `${key}${languageEndings[language]}`
  const isOfReader = list.columns[baseColumn(key)] !== undefined && !beside.includes(inLanguage)
  return {
    header: translateFirst(language, columnWords(list.words, isOfReader ? inLanguage : key)),
    kind: workbookKinds[type],
  }
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
  if (Array.isArray(value)) return value.map((one) => cell(language, list, key, one, words)).join(', ')
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new Error(`${key} is no cell: ${typeof value}`)
  const column = list.columns[key]
  if (column?.words) {
    const word = `state.${column.words}.${value}`
    if (!words.has(word)) words.set(word, translate(language, word))
    return words.get(word) ?? null
  }
  if (column?.type === 'flag') return translate(language, value ? 'kit.yes' : 'kit.no')
  return typeof value === 'number' ? value : String(value)
}

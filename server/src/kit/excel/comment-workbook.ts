import { open } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Language } from '@kervan/contract/kit/values'
import { translate } from '../messages.ts'
import { commentCsv } from './comment-csv.ts'
import type { CellNote } from './comment-parts.ts'
import { commentedParts } from './commented-parts.ts'
import { defaultLimits, millionRowLimits, type ExcelLimits } from './limits.ts'
import { checkArchive } from './parse-workbook.ts'
import { isZip } from './what-it-is.ts'
import { zip } from './zip-writer.ts'

/** What is wrong with one cell. The row counts from 1, the column from 0, as in the rows that were read. */
export interface SheetComment extends CellNote {
  sheet: string
}

export interface CommentOptions {
  /** For the note that there are more comments than are shown. */
  language?: Language
  /** Those that the file was read with. */
  limits?: Partial<ExcelLimits>
  signal?: AbortSignal
}

const COMMENTS = 10_000

/**
 * Writes the user's own workbook with comments in cells, which turn light red: all else is the same, parts that are not
 * touched byte for byte. A CSV file becomes a workbook with its cells as texts. At most 10,000 comments are written; a note
 * on the first cell says how many there are. Throws WorkbookRefused where the file cannot be read, and what `out` throws.
 */
export async function commentWorkbook(
  sourcePath: string,
  comments: readonly SheetComment[],
  out: Writable,
  options: CommentOptions = {},
): Promise<void> {
  const { language = 'en', signal } = options
  const limits = { ...defaultLimits, ...millionRowLimits, ...options.limits }
  const notes = bySheet(comments, language)
  await using file = await open(sourcePath)
  const stop = new AbortController()
  const bytes = (await isZip(file))
    ? Readable.from(zip(commentedParts(file, await checkArchive(file, limits), notes), stop.signal))
    : await commentCsv(sourcePath, notes.get('') ?? [], limits)
  try {
    await pipeline(bytes, out, signal ? { signal } : {})
  } finally {
    stop.abort()
  }
}

/** One note for each cell, ordered by row and column; the sheets in the order in which they are first named. */
function bySheet(comments: readonly SheetComment[], language: Language): Map<string, CellNote[]> {
  const sheets = new Map<string, Map<string, CellNote>>()
  const add = ({ sheet, row, column, text }: SheetComment, first: boolean) => {
    const cells = sheets.get(sheet) ?? new Map<string, CellNote>()
    sheets.set(sheet, cells)
    const key = `${row}:${column}`
    const before = cells.get(key)?.text
    const texts = before === undefined ? [text] : first ? [text, before] : [before, text]
    cells.set(key, { row, column, text: texts.join('\n') })
  }
  for (const comment of comments.slice(0, COMMENTS)) add(comment, false)
  if (comments.length > COMMENTS) {
    const text = translate(language, 'kit.comments.more', { shown: COMMENTS, total: comments.length })
    add({ sheet: comments[0]?.sheet ?? '', row: 1, column: 0, text }, true)
  }
  return new Map(
    [...sheets].map(([sheet, cells]) => [
      sheet,
      [...cells.values()].toSorted((a, b) => a.row - b.row || a.column - b.column),
    ]),
  )
}

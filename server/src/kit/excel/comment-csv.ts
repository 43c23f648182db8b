import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { CellNote } from './comment-parts.ts'
import { format, type ExcelLimits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import type { Row } from './row-source.ts'
import type { SheetRow } from './sheet-rows.ts'
import { writeWorkbook } from './write-workbook.ts'

/** A workbook with the cells of a CSV file, each where it stood, and comments on some. Throws WorkbookRefused. */
export async function commentCsv(
  path: string,
  notes: readonly CellNote[],
  limits: ExcelLimits,
): Promise<Readable> {
  let header: SheetRow | undefined
  let width = notes.reduce((most, { column }) => Math.max(most, column + 1), 1)
  await readCsv(path, {
    limits,
    onRows: (rows) => {
      header ??= rows[0]
      for (const { cells } of rows) width = Math.max(width, cells.length)
    },
  })
  // The first row of a sheet is its header, whatever stands there.
  const titles = header?.row === 1 ? header.cells : []
  const columns = Array.from({ length: width }, (_, i) => ({
    header: titles[i]?.text ?? '',
    kind: 'text' as const,
  }))
  return writeWorkbook({ sheets: [{ name: 'CSV', columns, rows: rowsBelowFirst(path, limits), notes }] })
}

const BATCH = 500

/** The rows of the file from the second on, and an empty one for each that has no text, as far as a sheet goes. */
async function* rowsBelowFirst(path: string, limits: ExcelLimits): AsyncGenerator<Row[]> {
  const portions = new PassThrough({ objectMode: true, highWaterMark: 2 })
  const stop = new AbortController()
  const { signal } = stop
  const reading = readCsv(path, {
    limits,
    signal,
    onRows: async (rows) => {
      if (!portions.write(rows)) await once(portions, 'drain', { signal })
    },
  }).then(
    () => portions.end(),
    (error: Error) => portions.destroy(error),
  )
  let next = 2
  try {
    for await (const portion of portions) {
      let rows: Row[] = []
      for (const { row, cells } of portion as SheetRow[]) {
        if (row > format.rows) return
        for (; next < row; next++) {
          rows.push([])
          if (rows.length < BATCH) continue
          yield rows
          rows = []
        }
        if (row < next) continue
        rows.push(cells.map((cell) => cell?.value ?? null))
        next++
      }
      yield rows
    }
  } finally {
    stop.abort()
    await reading
  }
}

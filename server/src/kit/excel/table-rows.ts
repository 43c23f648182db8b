import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { languages } from '@kervan/contract/kit/values'
import type { Services } from '../context.ts'
import { fold } from '../lists/fold.ts'
import type { CellValue } from './cell.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetRow } from './read-workbook.ts'
import { isInstructionSheet } from './write-template.ts'

// What every import of a table does before it looks at a row: fetch the file, find the header of each sheet by titles that
// people use, leave out what is no data.

/** Rows at the top of a sheet among which its header may stand. */
export const headerSearch = 20

/** A title as it is compared: folded, without stars, colons, dots and brackets. */
export const tidyTitle = (title: string): string => fold(title.replace(/[*:().]+/g, ''))

export type FoundColumns<C> = {
  /** Where each column stands; of two with one meaning the first. */
  columns: ReadonlyMap<C, number>
  /** Titles that mean nothing here. */
  unknown: string[]
  /** Titles whose meaning another column has already. */
  twice: string[]
}

/** The columns that a row names, by their titles as `tidyTitle` makes them. */
export function columnsBy<C>(
  titles: ReadonlyMap<string, C>,
  cells: readonly (CellValue | string | null)[],
): FoundColumns<C> {
  const columns = new Map<C, number>()
  const unknown: string[] = []
  const twice: string[] = []
  cells.forEach((cell, at) => {
    const title = (typeof cell === 'string' ? cell : (cell?.text ?? '')).trim()
    if (title === '') return
    const column = titles.get(tidyTitle(title))
    if (column === undefined) unknown.push(title)
    else if (columns.has(column)) twice.push(title)
    else columns.set(column, at)
  })
  return { columns, unknown, twice }
}

/**
 * The refusal with the titles that a sheet has twice, or that are not `known`: they are mistakes more often than notes.
 * Null where it has none.
 */
export function columnFault(
  sheet: string,
  { unknown, twice }: FoundColumns<unknown>,
  known: () => readonly string[],
): Refusal | null {
  // A CSV file has no sheets that people could look for.
  const where = sheet || 'CSV'
  if (twice.length > 0) return refusal('TableHeaderTwice', { sheet: where, columns: twice.join(', ') })
  if (unknown.length === 0) return null
  return refusal('TableColumnUnknown', {
    sheet: where,
    columns: unknown.slice(0, 10).join(', '),
    known: known().join(', '),
  })
}

/** Throws what `columnFault` answers. */
export function assertColumns(...given: Parameters<typeof columnFault>): void {
  const fault = columnFault(...given)
  if (fault) throw fault
}

/** Where the columns of a file stand, by sheet. */
export type ColumnPlaces = Record<string, Record<string, number>>

/** The headers of a file, sheet by sheet, as its rows go by. */
export class TableRows<H extends { columns: ReadonlyMap<string, number> }> {
  readonly headers = new Map<string, H & { row: number }>()
  readonly #searched = new Map<string, number>()
  readonly #readHeader: (row: SheetRow) => H | null

  /** `readHeader` understands a row as the header, or answers null; it may refuse the file. */
  constructor(readHeader: (row: SheetRow) => H | null) {
    this.#readHeader = readHeader
  }

  /** Kept with the file, so that what is wrong can be written into its cells. */
  get places(): ColumnPlaces {
    return Object.fromEntries(
      [...this.headers].map(([sheet, { columns }]) => [sheet, Object.fromEntries(columns)]),
    )
  }

  /** The header that a row of data stands under; null for what is none: instructions, notes, headers in any language. */
  headerOf(row: SheetRow): H | null {
    if (isInstructionSheet(row.sheet)) return null
    const header = this.headers.get(row.sheet)
    if (header) {
      // A template has its titles in all languages, one row below the other.
      const repeats = row.row <= header.row + languages.length && this.#readHeader(row) !== null
      return repeats ? null : header
    }
    const searched = (this.#searched.get(row.sheet) ?? 0) + 1
    this.#searched.set(row.sheet, searched)
    const found = searched <= headerSearch ? this.#readHeader(row) : null
    if (found) this.headers.set(row.sheet, { ...found, row: row.row })
    return null
  }
}

/** Reads a file that is kept, from a copy of its own; `use` names the folder. What `readSheet` refuses is thrown. */
export async function readKept(
  { temporary, files }: Pick<Services, 'temporary' | 'files'>,
  { use, key }: { use: string; key: string },
  options: Parameters<typeof readSheet>[1],
): ReturnType<typeof readSheet> {
  const folder = await temporary.make(use)
  try {
    const path = join(folder, 'file')
    await pipeline(await files.open(key), createWriteStream(path))
    return await readSheet(path, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

import type { CellKind, CellValue } from './cell.ts'
import type { SheetRow } from './sheet-rows.ts'

/**
 * Rows as one flat list on their way between two threads, a fifth of what copying them as objects costs both: the sheet, then
 * for each row its number (below 0: hidden), how many cells, and for each cell null or kind, text, and the value where it differs from the text.
 */
export type PackedRows = (string | number | null)[]

const kinds: CellKind[] = ['text', 'number', 'date', 'boolean', 'error']

/** All rows of one portion are from one sheet. */
export function packRows(rows: readonly SheetRow[]): PackedRows {
  const packed: PackedRows = [rows[0]?.sheet ?? '']
  for (const { row, cells, hidden } of rows) {
    packed.push(hidden ? -row : row, cells.length)
    for (const cell of cells) {
      if (cell === null) packed.push(null)
      else packed.push(kinds.indexOf(cell.kind), cell.text, cell.value === cell.text ? null : cell.value)
    }
  }
  return packed
}

export function unpackRows(packed: PackedRows): SheetRow[] {
  const rows: SheetRow[] = []
  const sheet = String(packed[0])
  for (let at = 1; at < packed.length;) {
    const row = Number(packed[at++])
    const width = Number(packed[at++])
    const cells: CellValue[] = []
    for (let column = 0; column < width; column++) {
      const kind = packed[at++]
      if (kind === null) {
        cells.push(null)
        continue
      }
      const text = String(packed[at++])
      cells.push({ kind: kinds[Number(kind)]!, text, value: String(packed[at++] ?? text) })
    }
    rows.push({ sheet, row: Math.abs(row), cells, ...(row < 0 && { hidden: true }) })
  }
  return rows
}

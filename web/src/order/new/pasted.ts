import { pastedRowLimit, type PastedRow } from '@kervan/contract/order/pasted-lines'
import { readBlock } from './matrix.ts'

// What a block copied from a spreadsheet, a mail or a list says: codes and quantities (ORD-001). Pure.

export type Pasted = {
  rows: PastedRow[]
  /** The first row names the columns and is not one of the rows. */
  headed: boolean
  /** Rows past the limit of what is taken in one go. */
  dropped: number
}

const quantityNames = /adet|miktar|menge|st(ü|u)ck|anzahl|qty|quantity|pieces|pcs/i
const codeNames = /kod|code|gtin|ean|barkod|barcode|art(ikel)?[- ]?n|sku|nummer/i
const isQuantity = (cell: string) => /^[-+]?[\d.,'’\s]+$/.test(cell) && cell.replaceAll(/\D/g, '').length < 8

/** Whether pasted text is more than a code: several rows, several columns, or a code with a quantity. */
export function isPastedBlock(text: string): boolean {
  const line = text.trim()
  return /[\t\n\r;]/.test(line) || /^[^\s,]+\s*,\s*[\d.,']+$/.test(line)
}

/**
 * The rows of pasted text. Columns are divided by tabs, semicolons or commas; the code is what a heading says it is or the
 * first column that is no quantity, the quantity the first column of small numbers beside it. Empty rows count nothing.
 */
export function readPasted(text: string): Pasted {
  const all = cellsOf(text.replace(/^\uFEFF/, '')).filter((cells) => cells.some((cell) => cell !== ''))
  const [first = [], ...rest] = all
  const headed = rest.length > 0 && first.length > 1 && first.every((cell) => !/\d/.test(cell))
  const body = headed ? rest : all
  const { code, quantity } = columnsOf(body, headed ? first : [])
  const rows = body.map((cells) => ({
    code: (cells[code] ?? '').slice(0, 300),
    quantity: (cells[quantity] ?? '').slice(0, 60),
  }))
  return {
    rows: rows.slice(0, pastedRowLimit),
    headed,
    dropped: Math.max(0, rows.length - pastedRowLimit),
  }
}

function columnsOf(rows: readonly (readonly string[])[], head: readonly string[]) {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const numeric = columns.filter((at) => {
    const filled = rows.flatMap((cells) => cells[at] || [])
    return filled.length > 0 && filled.filter(isQuantity).length * 2 > filled.length
  })
  const named = (words: RegExp) => {
    const at = head.findIndex((cell) => words.test(cell))
    return at < 0 ? undefined : at
  }
  const quantity =
    named(quantityNames) ?? numeric.find((at) => at > 0) ?? (width > 1 ? numeric[0] : undefined) ?? 1
  const code = named(codeNames) ?? columns.find((at) => at !== quantity) ?? 0
  return { code, quantity }
}

function cellsOf(text: string): string[][] {
  if (text.includes('\t')) return readBlock(text, '\t')
  if (text.includes(';')) return readBlock(text, ';')
  if (text.includes(',')) return readBlock(text, ',').map(withGroups)
  return readBlock(text, '\t').map(([line = '']) => {
    const [, code, quantity] = /^(\S+)\s+([\d.,']+)$/.exec(line) ?? []
    return code === undefined || quantity === undefined ? [line] : [code, quantity]
  })
}

/** With commas between columns, one that groups the digits of a quantity belongs to it: `A-1, 1,200`. */
function withGroups(cells: string[]): string[] {
  const [code = '', whole = '', ...groups] = cells
  const isGrouped =
    groups.length > 0 && /^\d{1,3}$/.test(whole) && groups.every((part) => /^\d{3}$/.test(part))
  return isGrouped ? [code, [whole, ...groups].join(',')] : cells
}

import type { OutputOf } from '@kervan/contract/kit/call'
import type { getProduct } from '@kervan/contract/order/order-new'
import { bySize, isSize } from '@kervan/contract/order/sizes'

export type Product = OutputOf<typeof getProduct>
export type Variant = Product['variants'][number]

type Line = { key: string; label: string | null; hex: string | null }
/** A product as a table to be filled in: a row a colour, a column a size. A cell without a variant is not made. */
export type Matrix = {
  /** What a row is; packs and sizes are told apart by what they are called. */
  rowsAre: 'color' | 'size' | 'pack' | 'variant'
  rows: Line[]
  columns: { key: string; label: string | null }[]
  cells: (Variant | null)[][]
}
export type Place = { row: number; column: number }

export function matrixOf(product: Pick<Product, 'colors' | 'sizes' | 'variants'>): Matrix {
  if (product.colors.length === 0) return listOf(product.variants)
  const crossed = crossColorsAndSizes(product)
  const placed = crossed.cells.flat().filter((cell) => cell !== null).length
  // Variants that differ by neither colour nor size, or share both, stand below one another under their codes.
  return placed === product.variants.length ? crossed : oneByOne(product.variants)
}

function crossColorsAndSizes({
  colors,
  sizes,
  variants,
}: Pick<Product, 'colors' | 'sizes' | 'variants'>): Matrix {
  const rows: Line[] = colors.map(({ name, hex }) => ({ key: name, label: name, hex }))
  if (rows.length === 0 || variants.some(({ color }) => color === null))
    rows.push({ key: '', label: null, hex: null })
  const columns: Matrix['columns'] = sizes.map((size) => ({ key: size, label: size }))
  if (columns.length === 0 || variants.some(({ size }) => size === null))
    columns.push({ key: '', label: null })
  const at = new Map(variants.map((variant) => [`${variant.color ?? ''}\n${variant.size ?? ''}`, variant]))
  return {
    rowsAre: 'color',
    rows,
    columns,
    cells: rows.map((row) => columns.map((column) => at.get(`${row.key}\n${column.key}`) ?? null)),
  }
}

/** Without colours the variants are sizes or packs, and stand below one another. */
function listOf(variants: readonly Variant[]): Matrix {
  const named = variants.every(({ size }) => size !== null)
  if (!named || new Set(variants.map(({ size }) => size)).size < variants.length) return oneByOne(variants)
  const sorted = variants.toSorted((a, b) => bySize(a.size ?? '', b.size ?? ''))
  return {
    rowsAre: sorted.every(({ size }) => isSize(size ?? '')) ? 'size' : 'pack',
    rows: sorted.map(({ variantId, size }) => ({ key: variantId, label: size, hex: null })),
    columns: [{ key: '', label: null }],
    cells: sorted.map((variant) => [variant]),
  }
}

function oneByOne(variants: readonly Variant[]): Matrix {
  return {
    rowsAre: 'variant',
    rows: variants.map((variant) => ({
      key: variant.variantId,
      label:
        variants.length === 1
          ? null
          : [variant.variantCode, variant.color, variant.size].filter(Boolean).join(' · '),
      hex: null,
    })),
    columns: [{ key: '', label: null }],
    cells: variants.map((variant) => [variant]),
  }
}

/** The next cell in a direction that is made; the same place when there is none. */
export function moveFrom({ cells }: Matrix, from: Place, step: { rows: number; columns: number }): Place {
  for (let at = shifted(from, step); cells[at.row]?.[at.column] !== undefined; at = shifted(at, step)) {
    if (cells[at.row]?.[at.column]) return at
  }
  return from
}
const shifted = (from: Place, step: { rows: number; columns: number }): Place => ({
  row: from.row + step.rows,
  column: from.column + step.columns,
})

/** The variants to the right of a cell in its row. */
export function rightOf({ cells }: Matrix, from: Place): Variant[] {
  return (cells[from.row] ?? []).slice(from.column + 1).filter((variant) => variant !== null)
}

/** What a block copied from a spreadsheet puts where, beginning at a cell; `lost` are values that meet no variant. */
export function locationBlock(
  { cells }: Matrix,
  from: Place,
  block: readonly (readonly string[])[],
): { values: Map<string, string>; lost: number } {
  const values = new Map<string, string>()
  let lost = 0
  for (const [down, line] of block.entries()) {
    for (const [right, value] of line.entries()) {
      const variant = cells[from.row + down]?.[from.column + right]
      if (variant) values.set(variant.variantId, value)
      else if (value !== '') lost += 1
    }
  }
  return { values, lost }
}

/** The cells of a copied block: tabs (or what `between` names) between columns, line ends between rows, quotes as spreadsheets set them. */
export function readBlock(text: string, between = '\t'): string[][] {
  const lines: string[][] = [[]]
  let cell = ''
  let quoted = false
  const close = () => {
    lines.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += sign
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === between) close()
    else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      close()
      lines.push([])
    } else cell += sign
  }
  close()
  // Spreadsheets end a block with a line end.
  return lines.at(-1)?.every((value) => value === '') && lines.length > 1 ? lines.slice(0, -1) : lines
}

export const isBlock = (text: string) => /[\t\n\r]/.test(text.trimEnd())

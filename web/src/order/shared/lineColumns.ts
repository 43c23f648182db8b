import { keysOf } from '@kervan/contract/kit/typed'
import type { OrderView } from '@kervan/contract/order/order-view'
import { z } from 'zod'
import { readTab, writeTab } from '../../kit/storage/tabStorage.ts'
import { amountWidth } from '../../kit/values/amountWidth.ts'
import type { Formats } from '../../kit/values/format.ts'
import type { LineView } from './LineTools.tsx'

// Which columns the lines of an order have, and how wide they are.

export type LineColumn =
  | 'box'
  | 'product'
  | 'color'
  | 'size'
  | 'code'
  | 'stock'
  | 'demand'
  | 'po'
  | 'completed'
  | 'price'
  | 'total'
  | 'state'
export const headHeight = 32
/** What colour, size and code add to a row below the name. */
export const secondLine = 16
export const numeric = new Set<LineColumn>(['stock', 'demand', 'po', 'completed', 'price', 'total'])

/** Beside the list colour, size and code stand below the name; with more room each has a column. */
export function columnsOf(
  { lines }: OrderView,
  view: LineView,
  hidden: ReadonlySet<LineColumn>,
): LineColumn[] {
  const has = (field: 'color' | 'size' | 'unitPrice') => lines.some((line) => line[field] !== null)
  const isRoomy = view !== 'beside'
  const all: LineColumn[] = [
    'box',
    'product',
    ...(isRoomy && has('color') ? (['color'] as const) : []),
    ...(isRoomy && has('size') ? (['size'] as const) : []),
    ...(isRoomy ? (['code'] as const) : []),
    'stock',
    'demand',
    'po',
    'completed',
    ...(isRoomy && has('unitPrice') ? (['price'] as const) : []),
    ...(has('unitPrice') ? (['total'] as const) : []),
    'state',
  ]
  return all.filter((column) => !hidden.has(column))
}

/** Columns that may be left out: what a line is and in which state stays. */
export const mayBeHidden = (column: LineColumn) => !['box', 'product', 'po', 'state'].includes(column)

const Hidden = z.array(z.string())
const storageKey = 'kervan.lineColumns'
/** What this tab leaves out. */
export const hiddenColumns = (): ReadonlySet<LineColumn> =>
  new Set(keysOf(widths).filter((column) => readTab(Hidden, storageKey)?.includes(column)))
export const keepHidden = (hidden: ReadonlySet<LineColumn>) => writeTab(storageKey, [...hidden])

/** The widths of these columns; an amount is never cut, because half of it is another one, nor is the longest state. */
export const widthsOf = (
  columns: readonly LineColumn[],
  { lines, currency }: OrderView,
  format: Pick<Formats, 'money'>,
): string =>
  columns
    .map((column) => {
      if (column === 'state' && lines.some(({ state }) => state === 'WaitingExternalApproval'))
        return `max(${widths.state}, 168px)`
      if (column !== 'price' && column !== 'total') return widths[column]
      const widest = lines.reduce((most, line) => {
        const amount = column === 'price' ? line.unitPrice : line.lineTotal
        return Math.max(most, amount === null ? 0 : amountWidth(format.money(amount, currency)))
      }, 0)
      return `max(${widths[column]}, ${widest}px)`
    })
    .join(' ')

const widths: Record<LineColumn, string> = {
  box: '44px',
  product: 'minmax(150px, 1fr)',
  color: 'minmax(72px, 120px)',
  size: 'minmax(56px, 110px)',
  code: '126px',
  stock: '66px',
  demand: '72px',
  po: '80px',
  completed: '76px',
  price: '92px',
  total: '108px',
  state: 'var(--state, 150px)',
}

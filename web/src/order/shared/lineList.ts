import type { LineExportColumn } from '@kervan/contract/order/line-export'
import type { OrderLineView, OrderView } from '@kervan/contract/order/order-view'
import { lineStates } from '@kervan/contract/order/words'
import { column } from '@kervan/contract/kit/page'
import { memoryList } from '../../kit/grid/memoryList.ts'

// The lines of an order as a list: they came with the order, so the grid has all of them (ORD-009).

/** A line with what its columns and chips say beside it. */
export type LineRow = OrderLineView & {
  productCode: string
  stock: number
  confirmedQuantity: number
  shortOfStock: boolean
  quotaExceeded: boolean
  /** In which its amounts are written. */
  currency: string
}

export const lineRows = ({ lines, currency }: Pick<OrderView, 'lines' | 'currency'>): LineRow[] =>
  lines.map((line) => ({
    ...line,
    productCode: line.productUniqueCode,
    stock: line.available,
    confirmedQuantity: line.poQuantity,
    shortOfStock: isShort(line),
    // A line that was taken although it exceeds a quota, so that somebody looks at it (QTA-002).
    quotaExceeded: line.quotaState === 'ExceededQuota',
    currency,
  }))

/** An open line that stock does not cover; what it holds for itself counts as covered. */
export function isShort({ available, poQuantity, completedQuantity, state }: OrderLineView): boolean {
  const isOpen = state === 'Pending' || state === 'Revised' || state === 'WaitingExternalApproval'
  return isOpen && available < poQuantity - completedQuantity
}

const text = { nullable: true } as const
const price = { nullable: true, price: true } as const
export const orderLines = memoryList('OrderLines', {
  searched: (line: LineRow) =>
    [
      line.productName,
      line.color,
      line.size,
      line.gtin,
      line.productUniqueCode,
      line.externalProductCode,
      line.manufacturerProductCode,
    ].join(' '),
  // Variants of one product stand by colour and size.
  sortedBy: {
    productName: ({ productName, color, size }) => [productName, color ?? '', size ?? ''].join(' '),
  },
  columns: {
    productName: column.text(),
    color: column.text(text),
    size: column.text(text),
    gtin: column.code(text),
    productCode: column.code(),
    stock: column.integer(),
    demandQuantity: column.integer(),
    confirmedQuantity: column.integer(),
    completedQuantity: column.integer(),
    unitPrice: column.decimal(price),
    lineTotal: column.decimal(price),
    state: column.choice(lineStates, { words: 'line' }),
    shortOfStock: column.flag(),
    quotaExceeded: column.flag(),
  },
})

const files: Record<string, readonly LineExportColumn[]> = {
  productName: ['product'],
  color: ['color'],
  size: ['size'],
  gtin: ['code', 'gtin'],
  productCode: ['code', 'gtin'],
  stock: ['stock'],
  demandQuantity: ['demand'],
  confirmedQuantity: ['po'],
  completedQuantity: ['completed'],
  unitPrice: ['price'],
  lineTotal: ['total'],
  state: ['state'],
}

/** Beside the list, colour, size and codes stand below the name; in the file each has its column. */
export function fileColumns(shown: readonly string[], isBeside: boolean): LineExportColumn[] {
  const named = isBeside ? ['productName', 'color', 'size', 'gtin'] : ['productName']
  return [
    ...new Set(
      shown.flatMap((one) => (one === 'productName' ? named : [one])).flatMap((one) => files[one] ?? []),
    ),
  ]
}

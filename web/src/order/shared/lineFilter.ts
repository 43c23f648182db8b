import type { OrderLineView } from '@kervan/contract/order/order-view'
import type { LineState } from '@kervan/contract/order/words'
import { matches } from '../../kit/fold.ts'
import type { LineColumn } from './lineColumns.ts'

export type LineFilter = { search: string; short: boolean; overQuota: boolean; state: LineState | null }
export const allLines: LineFilter = { search: '', short: false, overQuota: false, state: null }

/** An open line that stock does not cover; what it holds for itself counts as covered. */
export function isShort({ available, poQuantity, completedQuantity, state }: OrderLineView): boolean {
  const isOpen = state === 'Pending' || state === 'Revised' || state === 'WaitingExternalApproval'
  return isOpen && available < poQuantity - completedQuantity
}

/** A line that was taken although it exceeds a quota, so that somebody looks at it (QTA-002). */
export const isOverQuota = ({ quotaState }: OrderLineView): boolean => quotaState === 'ExceededQuota'

/** The lines that are asked for: every word is found in name, colour, size or one of the codes. */
export function filterLines(
  lines: readonly OrderLineView[],
  { search, short, overQuota, state }: LineFilter,
): readonly OrderLineView[] {
  if (search.trim() === '' && !short && !overQuota && state === null) return lines
  return lines.filter((line) => {
    if (short && !isShort(line)) return false
    if (overQuota && !isOverQuota(line)) return false
    if (state !== null && line.state !== state) return false
    const text = [
      line.productName,
      line.color,
      line.size,
      line.gtin,
      line.productUniqueCode,
      line.externalProductCode,
      line.manufacturerProductCode,
    ].join(' ')
    return matches(search.trim(), text)
  })
}

export type LineSort = { column: LineColumn; descending: boolean }

/** The lines in the order that a column gives them, what has no value last; null is the order's own. */
export function sortLines(
  lines: readonly OrderLineView[],
  sort: LineSort | null,
  language: string,
  words: (line: OrderLineView) => string,
): readonly OrderLineView[] {
  if (sort === null) return lines
  const collator = new Intl.Collator(language, { numeric: true })
  const value = valueOf(sort.column, words)
  const ranked = lines.map((line) => ({ line, key: value(line) }))
  const turn = sort.descending ? -1 : 1
  return ranked
    .toSorted(({ key: a }, { key: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null)
      if (typeof a === 'number' && typeof b === 'number') return turn * (a - b)
      return turn * collator.compare(String(a), String(b))
    })
    .map(({ line }) => line)
}

function valueOf(
  column: LineColumn,
  words: (line: OrderLineView) => string,
): (line: OrderLineView) => string | number | null {
  const amount = (text: string | null) => (text === null ? null : Number(text))
  switch (column) {
    case 'box':
      return ({ lineNo }) => lineNo
    case 'product':
      return ({ productName, color, size }) => [productName, color ?? '', size ?? ''].join(' ')
    case 'color':
      return ({ color }) => color
    case 'size':
      return ({ size }) => size
    case 'code':
      return ({ gtin, productUniqueCode }) => gtin ?? productUniqueCode
    case 'stock':
      return ({ available }) => available
    case 'demand':
      return ({ demandQuantity }) => demandQuantity
    case 'po':
      return ({ poQuantity }) => poQuantity
    case 'completed':
      return ({ completedQuantity }) => completedQuantity
    case 'price':
      return ({ unitPrice }) => amount(unitPrice)
    case 'total':
      return ({ lineTotal }) => amount(lineTotal)
    case 'state':
      return words
  }
}

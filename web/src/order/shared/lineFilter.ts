import type { OrderLineView } from '@kervan/contract/order/order-view'
import { matches } from '../../kit/fold.ts'

export type LineFilter = { search: string; short: boolean }
export const allLines: LineFilter = { search: '', short: false }

/** An open line that stock does not cover; what it holds for itself counts as covered. */
export function isShort({ available, poQuantity, completedQuantity, state }: OrderLineView): boolean {
  const isOpen = state === 'Pending' || state === 'Revised' || state === 'WaitingExternalApproval'
  return isOpen && available < poQuantity - completedQuantity
}

/** The lines that are asked for: every word is found in name, colour, size or one of the codes. */
export function filterLines(
  lines: readonly OrderLineView[],
  { search, short }: LineFilter,
): readonly OrderLineView[] {
  if (search.trim() === '' && !short) return lines
  return lines.filter((line) => {
    if (short && !isShort(line)) return false
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

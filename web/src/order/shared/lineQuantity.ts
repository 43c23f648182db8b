import type { OrderLineView } from '@kervan/contract/order/order-view'

/** What a typed PO quantity is: fit to be sent, the same as before, or wrong, with the quantities that would be right. */
export type TypedQuantity =
  | { is: 'fit'; quantity: number }
  | { is: 'same' }
  | { is: 'noNumber'; use: number[] }
  | { is: 'aboveDemand'; quantity: number; use: number[] }
  | { is: 'noPack'; quantity: number; use: number[] }

type Line = Pick<OrderLineView, 'poQuantity' | 'demandQuantity' | 'packUnit'>

/** Told while typing what the server would say after sending; the server decides all the same (ORD-002, ORD-010). */
export function judgeQuantity(line: Line, typed: string): TypedQuantity {
  const text = typed.trim()
  const quantity = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (quantity < 1) return { is: 'noNumber', use: [] }
  if (quantity === line.poQuantity) return { is: 'same' }
  const most = Math.floor(line.demandQuantity / line.packUnit) * line.packUnit
  if (quantity > line.demandQuantity) return { is: 'aboveDemand', quantity, use: most > 0 ? [most] : [] }
  if (quantity % line.packUnit === 0) return { is: 'fit', quantity }
  const below = Math.floor(quantity / line.packUnit) * line.packUnit
  return {
    is: 'noPack',
    quantity,
    use: [below, below + line.packUnit].filter((full) => full > 0 && full <= line.demandQuantity),
  }
}

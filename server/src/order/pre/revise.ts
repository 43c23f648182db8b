import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { packsAround } from '@kervan/contract/order/packs'

/** A line as it can be changed: `asked` is what whoever ordered wanted, `pack` today's. */
export type RevisableLine = {
  id: string
  lineCode: string
  quantity: number
  asked: number
  pack: number
  minimum: number
  maximum: number
}
type Wanted = { lineId: string; quantity: number }

/**
 * What quantities these lines get, by line, or why not (ORD-012): within what was asked for, in full packs, within the
 * company's bounds, or 0 for nothing. Something has to change, and something has to be left to order.
 */
export function reviseLines(
  order: string,
  lines: readonly RevisableLine[],
  wanted: readonly Wanted[],
): { refused: Refusal } | { refused: null; changed: Map<string, number> } {
  const known = new Map(lines.map((line) => [line.id, line]))
  const changed = new Map<string, number>()
  for (const { lineId, quantity } of wanted) {
    const line = known.get(lineId)
    if (!line) return { refused: refusal('LineNotFound', { line: lineId }) }
    const refused = refusedQuantity(line, quantity)
    if (refused) return { refused }
    if (quantity !== line.quantity) changed.set(lineId, quantity)
  }
  if (changed.size === 0) {
    const [first] = lines
    return {
      refused: refusal('QuantityUnchanged', {
        line: first?.lineCode ?? order,
        quantity: first?.quantity ?? 0,
      }),
    }
  }
  if (lines.every((line) => (changed.get(line.id) ?? line.quantity) === 0))
    return { refused: refusal('PreOrderEmpty', { order }) }
  return { refused: null, changed }
}

function refusedQuantity(
  { lineCode, quantity: now, asked, pack, minimum, maximum }: RevisableLine,
  quantity: number,
): Refusal | null {
  if (quantity === now || quantity === 0) return null
  if (quantity > asked) return refusal('QuantityAboveDemand', { line: lineCode, demand: asked, quantity })
  if (quantity % pack !== 0)
    return refusal('QuantityNotPack', { quantity, pack, ...packsAround(quantity, pack) })
  return quantity < minimum || quantity > maximum
    ? refusal('QuantityOutOfBounds', { quantity, minimum, maximum })
    : null
}

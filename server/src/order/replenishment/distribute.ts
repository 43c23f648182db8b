import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { approvedState, orderLineTable } from '@kervan/contract/order/states'
import { packsAround } from '@kervan/contract/order/packs'
import type { DecidedLine, DecidedOrder, LineChange } from '../decide.ts'
import { stockKey } from '../../company/company.api.ts'
import type { FreeStock } from '../free-stock.ts'
import { rebook, type Books, type Rebooked } from '../quota/rebook.ts'

// Lines of one order approved with the pieces that a distribution gives them (ORD-017). Pure. Unlike in Order Management
// backorders are decided on here: what they get is taken from the nearest supplier that has it.

export type Given = {
  quantities: ReadonlyMap<string, number>
  /** Who supplies the order's delivery location, nearest first. */
  suppliers: readonly string[]
  /** The reader has placed the order. */
  isOwn: boolean
}

/** Takes from `free` and from `books`, so that orders share them in their order. The first obstacle refuses the whole. */
export function giveOut(
  order: DecidedOrder,
  { quantities, suppliers, isOwn }: Given,
  free: FreeStock,
  books: Books,
): { changes: LineChange[]; quota: Rebooked } | Refusal {
  if (isOwn) return refusal('OwnOrder')
  const changes: LineChange[] = []
  for (const line of order.lines) {
    const quantity = quantities.get(line.id) ?? 0
    if (quantity === 0) continue
    const change = approved(order, line, quantity, suppliers, free)
    if (change instanceof Error) return change
    if (change.supplyLocationId !== null) {
      const key = stockKey(change.variantId, change.supplyLocationId)
      free.set(key, (free.get(key) ?? 0) - change.reserve)
    }
    changes.push(change)
  }
  const quota = rebook(order, changes, books)
  return quota instanceof Error ? quota : { changes, quota }
}

function approved(
  { externalStage = false }: Pick<DecidedOrder, 'externalStage'>,
  line: DecidedLine,
  quantity: number,
  suppliers: readonly string[],
  free: FreeStock,
): LineChange | Refusal {
  const { lineCode, demandQuantity, packUnit, variantId } = line
  if (!orderLineTable.allows('approve', line.state, 'manager')) return refusal('DistributionOutdated')
  if (quantity > demandQuantity)
    return refusal('QuantityAboveDemand', { line: lineCode, demand: demandQuantity, quantity })
  if (quantity % packUnit !== 0)
    return refusal('QuantityNotPack', { quantity, pack: packUnit, ...packsAround(quantity, packUnit) })
  const held = line.supplyLocationId === null ? 0 : line.poQuantity
  const reserve = quantity - held
  const freeAt = (location: string) => free.get(stockKey(variantId, location)) ?? 0
  const from = line.supplyLocationId ?? suppliers.find((location) => freeAt(location) >= reserve) ?? null
  if (from === null || freeAt(from) < reserve)
    return refusal('StockShort', {
      line: lineCode,
      wanted: reserve,
      available: Math.max(0, ...(from === null ? suppliers : [from]).map(freeAt)),
    })
  return {
    id: line.id,
    variantId,
    supplyLocationId: from,
    state: approvedState(externalStage),
    poQuantity: quantity,
    rejectReason: 'None',
    memo: null,
    reserve,
  }
}

import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { orderLineTable } from '@kervan/contract/order/states'
import type { DecidedLine, DecidedOrder, LineChange } from '../decide.ts'
import { rebook, type Books, type Rebooked } from '../quota/rebook.ts'

// What goods issues mean for the lines they are for (domain/advisor.md 4, "delivery message"). Pure.

/** All issues of a line together: how many pieces have left, and whether nothing more will come. */
export type Issued = { quantity: number; closes: boolean }
export type BookedIssues = { changes: LineChange[]; quota: Rebooked; completed: boolean }

/**
 * Books what was issued of the lines of one order. Stock loses what has left and is free of what will not come any more,
 * which goes back to its quota as well. A line is completed when all of it was issued or the ERP has closed it.
 *
 * @param issued by line id, the sum of its issues; lines that are not named stay as they are
 * @returns the changes, empty where nothing differs from what was booked, or why a line refuses it
 */
export function bookIssues(
  order: DecidedOrder,
  issued: ReadonlyMap<string, Issued>,
  books: Books,
): BookedIssues | Refusal {
  const changes: LineChange[] = []
  for (const line of order.lines) {
    const now = issued.get(line.id)
    if (!now || (now.quantity === line.completedQuantity && !now.closes)) continue
    const change = changeOf(line, now)
    if (change instanceof Error) return change
    changes.push(change)
  }
  const released = changes
    .filter(({ state }) => state === 'Completed')
    .map((change) => ({ ...change, poQuantity: change.completedQuantity ?? change.poQuantity }))
  const quota = rebook(order, released, books)
  if (quota instanceof Error) return quota
  const changed = new Map(changes.map(({ id, state }) => [id, state]))
  const states = order.lines.map(({ id, state }) => changed.get(id) ?? state)
  const completed =
    changes.length > 0 && states.every((state) => ['Completed', 'Rejected', 'Cancelled'].includes(state))
  return { changes, quota, completed }
}

function changeOf(line: DecidedLine, { quantity, closes }: Issued): LineChange | Refusal {
  const { lineCode, poQuantity, completedQuantity } = line
  if (!orderLineTable.allows('complete', line.state, 'erp'))
    return refusal('GoodsIssueState', { line: lineCode, state: line.state })
  if (quantity > poQuantity)
    return refusal('GoodsIssueAboveOrdered', { line: lineCode, quantity, ordered: poQuantity })
  if (quantity === 0 && closes) return refusal('GoodsIssueEmpty', { line: lineCode })
  const isComplete = closes || quantity === poQuantity
  const left = quantity - completedQuantity
  const holds = line.supplyLocationId !== null
  return {
    id: line.id,
    variantId: line.variantId,
    supplyLocationId: line.supplyLocationId,
    state: isComplete ? orderLineTable.moves.complete.to : line.state,
    poQuantity,
    completedQuantity: quantity,
    rejectReason: 'None',
    memo: null,
    reserve: holds ? -left - (isComplete ? poQuantity - quantity : 0) : 0,
    issued: holds ? left : 0,
  }
}

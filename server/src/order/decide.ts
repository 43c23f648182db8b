import {
  nothingToDo,
  approvedState,
  orderLineTable,
  refusedOnLine,
  refusedOnOrder,
  type Side,
} from '@kervan/contract/order/states'
import type { LineState, LineType, RejectReason } from '@kervan/contract/order/words'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import { packsAround } from '@kervan/contract/order/packs'
import { stockKey } from '../company/company.api.ts'
import type { FreeStock } from './free-stock.ts'
import { noBooks, rebook, type Books, type Rebooked } from './quota/rebook.ts'

// The rule of every move on order lines: may this be done with these lines, and what becomes of them?
// Pure: it knows the order, the stock and the person, and neither clock nor database.

export type DecidedLine = {
  id: string
  lineCode: string
  variantId: string
  /** Whose stock the line holds; null for a backorder, which holds none. */
  supplyLocationId: string | null
  type: LineType
  state: LineState
  packUnit: number
  demandQuantity: number
  poQuantity: number
  completedQuantity: number
  rejectReason: RejectReason
}
export type DecidedOrder = {
  code: string
  recordUserId: string
  /** Somebody outside is asked once it is approved (ORD-012). */
  externalStage?: boolean
  lines: readonly DecidedLine[]
}

/** Lines by their id as they were before a decision. */
export type LinesBefore = ReadonlyMap<string, Pick<DecidedLine, 'state' | 'poQuantity'>>

/** What is to be done. `before` is reverting to what was, in place of to what was ordered; `percent` is revising all lines to a share of their demand. */
export type Decision =
  | { action: 'approve' }
  | { action: 'revert'; before?: LinesBefore }
  | { action: 'reject'; reason: RejectReason; memo: string | null }
  | { action: 'revise'; quantities: ReadonlyMap<string, number>; memo: string | null }
  | { action: 'revise'; percent: number; memo: string | null }
  | { action: 'cancel'; memo: string }
  | { action: 'sendExternal' }
  | { action: 'acceptExternal' }
  | { action: 'refuseExternal'; reason: RejectReason; memo: string | null }
  | { action: 'overrideQuota'; memo: string }

export type LineChange = {
  id: string
  variantId: string
  supplyLocationId: string | null
  state: LineState
  poQuantity: number
  rejectReason: RejectReason
  memo: string | null
  /** What stock has to hold more (or less) for this line. Backorders hold none. */
  reserve: number
  /** Delivered of it so far, and what has left the stock just now; only goods issues say so. */
  completedQuantity?: number
  issued?: number
}
export type Outcome = { refused: Refusal } | ({ refused: null } & Decided)
/** What becomes of the lines, and what that means for the quotas they were booked on. */
export type Decided = { changes: LineChange[]; quota: Rebooked }

export type Decider = { membershipId: string; who: Side }

/**
 * Decides on lines of one order: on those named, or on all that the action fits when `lineIds` is null. The first
 * obstacle refuses the whole; nothing is half done. It takes from `free` and from `books`, so that one bulk shares stock
 * and quotas in order.
 */
export function decide(
  order: DecidedOrder,
  lineIds: readonly string[] | null,
  decision: Decision,
  decider: Decider,
  free: FreeStock,
  books: Books = noBooks,
): Outcome {
  const { action } = decision
  const side = decider.who
  if ('reason' in decision && decision.reason === 'Other' && !decision.memo?.trim())
    return { refused: refusal('MemoRequired') }
  const ruled = { ...order, isOwn: order.recordUserId === decider.membershipId }
  const refused = refusedOnOrder(action, ruled, side)
  if (refused && lineIds === null) return { refused }
  const picked = lineIds === null ? order.lines : named(order, lineIds)
  if ('refused' in picked) return picked
  const taken = new Map<string, number>()
  const changes: LineChange[] = []
  for (const line of picked) {
    const blocked = refusedOnLine(action, ruled, line, side)
    if (blocked && lineIds === null) continue
    const change = blocked ?? changeOf(line, decision, order)
    if (change instanceof Error) return { refused: change }
    if (change === null) continue
    const key = heldAt(line)
    if (change.reserve > 0) {
      const wanted = (taken.get(key) ?? 0) + change.reserve
      const available = free.get(key) ?? 0
      if (wanted > available)
        return {
          refused: refusal('StockShort', {
            line: line.lineCode,
            wanted: change.reserve,
            available: Math.max(0, available - (taken.get(key) ?? 0)),
          }),
        }
      taken.set(key, wanted)
    }
    changes.push(change)
  }
  if (changes.length === 0) return { refused: nothingToDo(order) }
  const quota = rebook(order, changes, books, { override: action === 'overrideQuota' })
  if (quota instanceof Error) return { refused: quota }
  for (const change of changes) free.set(heldAt(change), (free.get(heldAt(change)) ?? 0) - change.reserve)
  return { refused: null, changes, quota }
}

const heldAt = ({ variantId, supplyLocationId }: Pick<DecidedLine, 'variantId' | 'supplyLocationId'>) =>
  stockKey(variantId, supplyLocationId ?? '')

function named(order: DecidedOrder, lineIds: readonly string[]): DecidedLine[] | { refused: Refusal } {
  const byId = new Map(order.lines.map((line) => [line.id, line]))
  const missing = lineIds.find((id) => !byId.has(id))
  if (missing !== undefined) return { refused: refusal('LineNotFound', { line: missing }) }
  return [...new Set(lineIds)].flatMap((id) => byId.get(id) ?? [])
}

/** What becomes of the line; the state it goes to is the table's. Null where it stays as it is. */
function changeOf(
  line: DecidedLine,
  decision: Decision,
  { externalStage = false }: Pick<DecidedOrder, 'externalStage'>,
): LineChange | Refusal | null {
  const holds = line.type === 'DirectlyOrder'
  const was = decision.action === 'revert' ? decision.before?.get(line.id) : undefined
  const target = (): LineState => {
    if (decision.action === 'approve')
      return orderLineTable.after('approve', line.state, approvedState(externalStage))
    if (decision.action === 'revert')
      return orderLineTable.after('revert', line.state, was?.state ?? 'Pending')
    return orderLineTable.after(decision.action, line.state)
  }
  const to = (
    poQuantity: number,
    over: Partial<Pick<LineChange, 'rejectReason' | 'memo'>> = {},
  ): LineChange => ({
    id: line.id,
    variantId: line.variantId,
    supplyLocationId: line.supplyLocationId,
    state: target(),
    poQuantity,
    rejectReason: 'None',
    memo: null,
    reserve: holds ? poQuantity - line.poQuantity : 0,
    ...over,
  })
  switch (decision.action) {
    case 'approve':
    case 'sendExternal':
    case 'acceptExternal':
      return to(line.poQuantity)
    case 'reject':
    case 'refuseExternal':
      return to(0, { rejectReason: decision.reason, memo: decision.memo })
    case 'overrideQuota':
      return to(line.demandQuantity)
    case 'cancel':
      return to(0, { memo: decision.memo })
    case 'revert':
      return to(was?.poQuantity ?? line.demandQuantity)
    case 'revise': {
      const quantity =
        'percent' in decision ? share(line, decision.percent) : decision.quantities.get(line.id)
      if (quantity === undefined) return refusal('LineNotFound', { line: line.lineCode })
      if ('percent' in decision && quantity === line.poQuantity) return null
      return unfitQuantity(line, quantity) ?? to(quantity, { memo: decision.memo })
    }
  }
}

/** The share of the demand in full packs, rounded down, one pack at least. */
function share(line: DecidedLine, percent: number): number {
  return Math.max(
    line.packUnit,
    packsAround(Math.floor((line.demandQuantity * percent) / 100), line.packUnit).below,
  )
}

function unfitQuantity(line: DecidedLine, quantity: number): Refusal | null {
  if (quantity === line.poQuantity) return refusal('QuantityUnchanged', { line: line.lineCode, quantity })
  if (quantity > line.demandQuantity)
    return refusal('QuantityAboveDemand', { line: line.lineCode, demand: line.demandQuantity, quantity })
  if (quantity % line.packUnit === 0) return null
  return refusal('QuantityNotPack', {
    quantity,
    pack: line.packUnit,
    ...packsAround(quantity, line.packUnit),
  })
}

import type { PackState } from '../porta/pack-states.ts'

// The chain of custody of a pack, worked out of its movements: pure. Source: TRC-003, domain/pharma 1.5 and 1.7.

/** One thing that happened to a pack. GLNs are null where none is named. */
export type TraceMovement = {
  declarationId: string
  /** ISO instant. */
  at: string
  movement: string
  fromGln: string | null
  toGln: string | null
  resultCode: string
}

/** Where a pack stood, from when to when; the last stay has no end. */
export type Stay = { gln: string; from: string; to: string | null }

/** What does not fit together; the chain is drawn all the same. */
export const contradictions = ['ReceiptWithoutDispatch', 'MovedByOther', 'AfterTheEnd'] as const
export type Contradiction = { kind: (typeof contradictions)[number]; declarationId: string }

export type Chain = {
  state: PackState
  ownerGln: string | null
  /** The receiver of a pack that is under way. */
  pendingGln: string | null
  stays: Stay[]
  contradictions: Contradiction[]
}

const done = '00000'
const ends: Readonly<Partial<Record<string, PackState>>> = {
  Sale: 'Consumed',
  Consumption: 'Consumed',
  Deactivation: 'DeActivated',
  Export: 'Exported',
}

/** The movements that took effect, in the order in which they happened, whatever the order in which they are known. */
export const inOrder = <M extends TraceMovement>(movements: readonly M[]): M[] =>
  movements
    .filter(({ resultCode }) => resultCode === done)
    .toSorted(
      (a, b) =>
        Date.parse(a.at) - Date.parse(b.at) ||
        a.declarationId.localeCompare(b.declarationId, 'en', { numeric: true }),
    )

/**
 * Where the pack stood and what it is now. A movement that contradicts those before it still takes effect, because the
 * drug-tracking system has accepted it, and is named.
 */
export function chainOf(movements: readonly TraceMovement[]): Chain {
  const chain: Chain = { state: 'Other', ownerGln: null, pendingGln: null, stays: [], contradictions: [] }
  for (const row of inOrder(movements)) {
    const strange = contradictionOf(chain, row)
    if (strange) chain.contradictions.push({ kind: strange, declarationId: row.declarationId })
    apply(chain, row)
  }
  return chain
}

const isOver = ({ state }: Chain) => state === 'Consumed' || state === 'DeActivated' || state === 'Exported'

function contradictionOf(
  chain: Chain,
  { movement, fromGln, toGln }: TraceMovement,
): Contradiction['kind'] | null {
  if (isOver(chain) && !movement.endsWith('Cancel')) return 'AfterTheEnd'
  if (movement === 'Receipt') return chain.pendingGln === toGln ? null : 'ReceiptWithoutDispatch'
  const needsOwner = chain.ownerGln !== null && fromGln !== null && !movement.endsWith('Cancel')
  return needsOwner && movement !== 'Production' && fromGln !== chain.ownerGln ? 'MovedByOther' : null
}

function apply(chain: Chain, { movement, fromGln, toGln, at }: TraceMovement): void {
  switch (movement) {
    case 'Production':
      settle(chain, fromGln ?? toGln, at)
      chain.state = 'InCentralWarehouse'
      return
    case 'Dispatch':
    case 'Return':
    case 'Transfer':
      if (chain.ownerGln === null) settle(chain, fromGln, at)
      chain.pendingGln = toGln
      chain.state = 'InTransit'
      return
    case 'DispatchCancel':
    case 'TransferCancel':
      chain.pendingGln = null
      chain.state = 'ReadyToSell'
      return
    case 'Receipt':
      settle(chain, toGln, at)
      chain.pendingGln = null
      chain.state = 'ReadyToSell'
      return
    case 'SaleCancel':
      if (chain.ownerGln !== null && chain.stays.at(-1)?.to !== null) settle(chain, chain.ownerGln, at)
      chain.state = 'ReadyToSell'
      return
    default: {
      const end = ends[movement]
      if (end === undefined) return
      if (chain.ownerGln === null) settle(chain, fromGln, at)
      leave(chain, at)
      chain.pendingGln = null
      chain.state = end
    }
  }
}

function settle(chain: Chain, gln: string | null, at: string): void {
  leave(chain, at)
  chain.ownerGln = gln
  if (gln !== null) chain.stays.push({ gln, from: at, to: null })
}

function leave(chain: Chain, at: string): void {
  const last = chain.stays.at(-1)
  if (last && last.to === null) last.to = at
}

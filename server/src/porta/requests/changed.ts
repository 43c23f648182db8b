import type { DeclineReason } from '@kervan/contract/porta/words'
import type { PackState } from '@kervan/contract/porta/pack-states'
import type { EvidenceAnswer } from '../evidence/port.ts'

/** What was known of a pack when its request was approved. */
export type KnownThen = { packState: PackState | null; ownerGln: string | null }
/** Kept in `discount_request.changed`. A state of null: ITS no longer knows the pack. */
export type Changed = {
  reason: DeclineReason
  at: string
  stateBefore: PackState
  stateNow: PackState | null
  ownerBefore: string | null
  ownerNow: string | null
}

/**
 * What a later answer of ITS says otherwise than what was approved; null where nothing does, or ITS has not answered. A
 * request that was approved without an answer of ITS was approved as sold. Another owner counts more than another state:
 * it brings one with it. Pure; source: DSC-012, domain/pharma 4.4.
 */
export function changedSince(then: KnownThen, answer: EvidenceAnswer, at: Date): Changed | null {
  if (answer.kind === 'failed') return null
  const stateBefore = then.packState ?? 'Consumed'
  const now = answer.kind === 'unknown' ? null : answer.evidence
  const ownerNow = now?.ownerGln ?? null
  const isOther = then.ownerGln !== null && ownerNow !== null && ownerNow !== then.ownerGln
  const stateNow = now?.state ?? null
  if (!isOther && stateNow === stateBefore) return null
  return {
    reason: isOther ? 'OwnerChanged' : 'StateChanged',
    at: at.toISOString(),
    stateBefore,
    stateNow,
    ownerBefore: then.ownerGln,
    ownerNow,
  }
}

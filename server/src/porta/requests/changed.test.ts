import { describe, expect, it } from 'vitest'
import type { PackState } from '@kervan/contract/porta/pack-states'
import type { EvidenceAnswer, PackEvidence } from '../evidence/port.ts'
import { changedSince } from './changed.ts'

const at = new Date('2026-11-28T01:00:00Z')
const [shop, other] = ['8689999100010', '8689999100027']
const says = (state: PackState, ownerGln: string | null): EvidenceAnswer => ({
  kind: 'evidence',
  evidence: { state, ownerGln } as PackEvidence,
})
const then = { packState: 'Consumed', ownerGln: shop } as const

describe('[DSC-012] what has changed since the approval', () => {
  it('is nothing where ITS says the same, or does not answer', () => {
    expect(changedSince(then, says('Consumed', shop), at)).toBeNull()
    expect(changedSince(then, { kind: 'failed', problem: 'Unavailable' }, at)).toBeNull()
  })

  it('is the state', () => {
    expect(changedSince(then, says('ReadyToSell', shop), at)).toMatchObject({
      reason: 'StateChanged',
      stateBefore: 'Consumed',
      stateNow: 'ReadyToSell',
    })
    expect(changedSince(then, { kind: 'unknown' }, at)).toMatchObject({
      reason: 'StateChanged',
      stateNow: null,
    })
  })

  it('is the owner, even where the state is another one as well', () => {
    for (const state of ['Consumed', 'ReadyToSell'] as const)
      expect(changedSince(then, says(state, other), at)).toMatchObject({
        reason: 'OwnerChanged',
        ownerBefore: shop,
        ownerNow: other,
      })
  })

  it('of what was approved on a picture alone is whatever is not a sale', () => {
    const unasked = { packState: null, ownerGln: null }
    expect(changedSince(unasked, says('Consumed', shop), at)).toBeNull()
    expect(changedSince(unasked, says('ReadyToSell', shop), at)).toMatchObject({ reason: 'StateChanged' })
  })
})

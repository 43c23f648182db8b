// What the drug-tracking system knows: who takes part, the packs and how they moved.

export type StakeholderKind = 'manufacturer' | 'wholesaler' | 'pharmacy' | 'hospital'
export type Stakeholder = { gln: string; kind: StakeholderKind; name: string; city: string; active: boolean }

/** What names a pack in a notification; `bn` and `xd` are compared where they are given. */
export type PackCode = { gtin: string; sn: string; bn?: string; xd?: string }

type Sale = { by: string; to: string; at: Date; id: string; finalized: boolean; queriedByPayer: boolean }
export type Pack = Required<PackCode> & {
  owner: string
  /** Who sold it to the owner; a return goes back to them only. */
  seller: string | null
  /** Who it was sent to and has not accepted it yet. */
  pendingTo: string | null
  condition: 'OnHand' | 'Sold' | 'Consumed' | 'Exported' | 'Deactivated'
  sale: Sale | null
  recalled: boolean
}
export type Movement = {
  id: string
  at: Date
  /** The letter of the action: M, S, C, P, R, T, L, D, X, O, or V for a sale of a pharmacy and W for its cancelling. */
  action: string
  gtin: string
  sn: string
  from: string
  to: string | null
}

/** A whole notification that is refused, before any pack is looked at. */
export class Fault extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const accepted = '00000'
/** The buyer of a sale without a prescription. */
export const cashBuyer = '0'.repeat(13)

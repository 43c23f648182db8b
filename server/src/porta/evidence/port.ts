import type { ItsProblem } from '@kervan/contract/porta/its'
import type { EvidenceSource } from '@kervan/contract/porta/words'
import type { PackState } from '@kervan/contract/porta/pack-states'

// The port to who knows what became of a pack (ITS-001): the national drug-tracking system's services, its pages, a helper
// on the pharmacist's machine, a picture. What stands behind it knows nothing of requests.

/** What names a pack: 14 digits, serial number, lot, day (`2028-01-31`). */
export type PackKey = { gtin: string; serialNumber: string; lotNumber: string; expiryDate: string }

/** How a pharmacy signs in at ITS: its GLN and four further digits, and its password. Never stored, never logged (DSC-009). */
export type ItsCredentials = { userName: string; password: string }

export type PackMovement = {
  declarationId: string
  /** An instant, `2026-11-28T09:00:05.000Z`. */
  declaredAt: string
  /** One of `itsMovements`, or what the source calls it. */
  movement: string
  fromGln: string | null
  toGln: string | null
  /** Five characters; `00000` is accepted. */
  resultCode: string
}

export type PackSale = {
  declarationId: string
  at: string
  toGln: string
  /** Whether the prescription is finalized; null where that does not apply or the source does not say it. */
  finalized: boolean | null
}

export type PackEvidence = {
  gtin: string
  serialNumber: string
  /** As the source has them; null where it has not said them, or has others than were asked with (10203). */
  lotNumber: string | null
  expiryDate: string | null
  state: PackState
  /** The five characters that the source answered, whether they are known or not. */
  resultCode: string
  /** What stands against selling it, for a pack on hand: `00000` nothing; null where that was not asked. */
  saleCode: string | null
  ownerGln: string | null
  /** Who it was sent to and has not accepted it, or was sold to. */
  pendingGln: string | null
  /** The oldest first; empty where the source has none. */
  movements: PackMovement[]
  /** The sale of a pharmacy that holds: one that was cancelled is none. */
  sale: PackSale | null
  source: EvidenceSource
  readAt: Date
}

export type EvidenceAnswer =
  | { kind: 'evidence'; evidence: PackEvidence }
  /** The pack was sold, and its prescription is not finalized. */
  | { kind: 'notFinalized'; evidence: PackEvidence }
  /** The source has no such pack. */
  | { kind: 'unknown' }
  | { kind: 'failed'; problem: ItsProblem; resultCode?: string }

export type Inquiry = {
  /** At most 20 (`itsAtOnce`). */
  packs: readonly PackKey[]
  credentials: ItsCredentials
  /** Told of each pack once, as soon as nothing more is asked about it. */
  onAnswer?: ((index: number, answer: EvidenceAnswer) => void) | undefined
  /** After it nothing more is asked; what is not answered then has failed as Unavailable. */
  signal?: AbortSignal | undefined
}

export type PackEvidenceSource = {
  /** An answer for each pack, in their order. Faults of the source are answers, so that it never throws for them. */
  ask(inquiry: Inquiry): Promise<EvidenceAnswer[]>
}

/** Waits until the system may be asked once more. */
export type Turn = (signal?: AbortSignal) => Promise<void>

/** The GLN that a user name begins with. */
export const glnOfUser = (userName: string): string => userName.slice(0, 13)

/** As a source says that a pack was answered: a sale whose prescription is open is an answer of its own. */
export const answerWith = (evidence: PackEvidence): EvidenceAnswer =>
  evidence.sale?.finalized === false ? { kind: 'notFinalized', evidence } : { kind: 'evidence', evidence }

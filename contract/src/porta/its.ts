import { isKeyOf } from '../kit/typed.ts'
import type { RequestRejectReason } from './words.ts'
import type { PackState } from './pack-states.ts'

// What the national drug-tracking system (ITS) answers for a pack, as the portal understands it (ITS-001). Codes are five
// characters and compared as such. The list is not complete, and is not meant to be: a code that is not here is shown as
// it is, with the state Other. Its words are `its.result.<code>`.

type Meaning = { state?: PackState; suggests?: RequestRejectReason }

/** Codes whose meaning is known: the state of the pack that they tell, and the reason to reject that would follow. */
export const itsResults = {
  '00000': {},
  '60000': { state: 'DeActivated' },
  '60001': { state: 'InCentralWarehouse' },
  '60002': { state: 'ReadyToSell' },
  '60003': { state: 'ReadyToSell', suggests: 'NoSaleOnITS' },
  '60004': { state: 'Consumed' },
  '60005': { state: 'Exported' },
  '60006': { state: 'Consumed' },
  '60007': { state: 'Waived' },
  '60008': {},
  '10201': {},
  '10202': {},
  '10203': {},
  '10204': { state: 'Consumed' },
  '10205': {},
  '10207': { state: 'Exported' },
  '10209': { state: 'ReadyToSell', suggests: 'POSGLNDoesNotMatch' },
  '10210': { state: 'ReadyToSell', suggests: 'NoSaleOnITS' },
  '10211': {},
  '10219': {},
  '10220': { state: 'Consumed' },
  '10221': {},
  '10222': {},
  '10223': {},
  '10224': { state: 'Consumed' },
  '10225': {},
  '10227': {},
  '10230': { state: 'Consumed' },
  '10231': { state: 'Consumed' },
  '10301': {},
  '10302': {},
  '10303': {},
  '10304': {},
  '10305': {},
  '10306': {},
  '10307': {},
  '10308': {},
  '10309': {},
  '40001': {},
  '40002': {},
  '40003': {},
  '40004': { state: 'Consumed' },
  '40005': { state: 'Waived' },
  '40006': {},
  '40007': { state: 'Waived' },
  '40008': { state: 'Waived' },
  '40009': { state: 'Waived' },
  '11001': {},
  '11003': {},
  '11004': {},
  '11012': {},
  '11013': {},
  '11016': {},
  '11021': {},
  '11023': {},
  '11031': {},
  '11032': {},
  '11035': {},
  '11036': {},
  '11037': {},
  '11039': {},
  '11045': { state: 'Waived' },
  '11901': {},
  '11904': {},
  '10007': {},
  '10008': {},
  '10206': {},
  '11002': {},
  '11005': {},
} as const satisfies Readonly<Record<string, Meaning>>

const meanings: Readonly<Record<string, Meaning>> = itsResults
const meaningOf = (code: string): Meaning => (isKeyOf(meanings, code) ? (meanings[code] ?? {}) : {})

/** Somebody has it on hand: it can be on its way to somebody else. */
const onHand: ReadonlySet<string> = new Set(['60001', '60002', '60003', '60008'])

/**
 * The state of a pack by the code of a status inquiry. A pack on hand that was sent and not accepted yet is in transit: its
 * owner is still the sender, and `pendingGln` names the receiver.
 */
export function packStateOf(
  code: string,
  { ownerGln, pendingGln }: { ownerGln: string | null; pendingGln: string | null },
): PackState {
  if (onHand.has(code) && pendingGln !== null && pendingGln !== ownerGln) return 'InTransit'
  return meaningOf(code).state ?? 'Other'
}

/** The reason to reject a request that a code suggests; null where it suggests none by itself. */
export const reasonSuggestedBy = (code: string): RequestRejectReason | null =>
  meaningOf(code).suggests ?? null

/** How a pack moved, by the words of the system's pages; one that is not here is shown as it stands there. */
export const itsMovements = [
  'Production',
  'Dispatch',
  'DispatchCancel',
  'Receipt',
  'Return',
  'Transfer',
  'TransferCancel',
  'Deactivation',
  'Export',
  'Consumption',
  'Sale',
  'SaleCancel',
] as const
export type ItsMovement = (typeof itsMovements)[number]

/** Why nothing is known of a pack; Refused: ITS does not take its GTIN, serial number, lot or expiry date as they are. */
export const itsProblems = [
  'SignInRefused',
  'NotAllowed',
  'Refused',
  'Busy',
  'Unavailable',
  'Malformed',
] as const
export type ItsProblem = (typeof itsProblems)[number]

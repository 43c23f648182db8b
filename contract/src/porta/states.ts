import { refusal, type Refusal } from '../kit/refusals.ts'
import { keysOf } from '../kit/typed.ts'
import { stateTable } from '../kit/state-table.ts'
import { requestStates, tabOfState, type RequestState } from './words.ts'
import type { RequestTab } from './tabs.ts'

/**
 * The life of an institutional-discount request (DSC-003). `portal`: what the portal does by itself when a picture is
 * matched, ITS has answered, a period is reported or a warehouse has given its receipt.
 */
export const discountTable = stateTable({
  name: 'discount request',
  states: requestStates,
  initial: 'PreApplication',
  final: ['Rejected', 'Cancelled', 'Declined', 'ApplicationOnThirdPartyDomain'],
  moves: {
    validate: { from: ['PreApplication'], to: 'Pending', who: ['portal'] },
    approve: { from: ['Pending'], to: 'Approved', who: ['reviewer'] },
    reject: { from: ['Pending'], to: 'Rejected', who: ['reviewer'] },
    dispute: { from: ['Rejected'], to: 'Pending', who: ['applicant'] },
    decline: { from: ['Pending', 'Approved'], to: 'Declined', who: ['auditor'] },
    cancel: { from: ['PreApplication', 'Pending'], to: 'Cancelled', who: ['applicant'] },
    report: { from: ['Approved'], to: 'Completed', who: ['portal'] },
    forward: { from: ['Completed'], to: 'ApplicationOnThirdPartyDomain', who: ['portal'] },
  },
})
export type RequestAction = keyof typeof discountTable.moves
export const requestActions = keysOf(discountTable.moves)

/** From which side a request is looked at: by those who applied, those who review, or who inspects from outside. */
export type RequestSide = 'applicant' | 'reviewer' | 'auditor'

type RuledRequest = {
  code: string
  state: RequestState
  archived: boolean
  /** Whether the reader has applied for it or recorded it. */
  isOwn: boolean
  /** The day on which ITS is asked again about a pack that it did not know, where that is still to come. */
  askedAgainOn?: string | null
  /** The applicant has disputed its rejection, which is done once. */
  disputed?: boolean
  /** The reader made the decision that was disputed. */
  decidedBefore?: boolean
}

/**
 * Why this cannot be done with a request from that side, or null when it can. Nobody approves what they have applied for,
 * what is archived stays as it is, and a pack that ITS did not know is not refused before it was asked again. A rejection
 * is disputed once, and somebody else answers than the one who rejected. Source: DSC-003, DSC-011.
 */
export function refusedOnRequest(
  action: RequestAction,
  request: RuledRequest,
  side: RequestSide | 'portal',
): Refusal | null {
  const {
    code,
    state,
    archived,
    isOwn,
    askedAgainOn = null,
    disputed = false,
    decidedBefore = false,
  } = request
  if (archived) return refusal('RequestArchived', { request: code })
  if (!discountTable.allows(action, state, side))
    return refusal('RequestState', { request: code, discountRequest: state })
  if (action === 'reject' && askedAgainOn !== null)
    return refusal('PackAskedAgain', { request: code, until: askedAgainOn })
  if (action === 'dispute' && disputed) return refusal('RequestDisputed', { request: code })
  if ((action === 'approve' || action === 'reject') && decidedBefore)
    return refusal('DisputeForOther', { request: code })
  return action === 'approve' && isOwn ? refusal('OwnRequest', { request: code }) : null
}

/** The states that stand in a tab; none where the tab goes by something else. */
export const statesOfTab = (tab: RequestTab): RequestState[] =>
  requestStates.filter((state) => tabOfState[state] === tab)

import { disputeRequest } from '@kervan/contract/porta/applications'
import {
  approveRequests,
  cancelRequests,
  declineRequests,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import {
  refusedOnRequest,
  statesOfTab,
  type RequestAction,
  type RequestSide,
} from '@kervan/contract/porta/states'
import {
  approvePriceChangeRequests,
  cancelPriceChangeRequests,
  rejectPriceChangeRequests,
} from '@kervan/contract/porta/price-change-requests'
import { applicantMonths, type RequestKind, type RequestState } from '@kervan/contract/porta/words'
import type { RequestTab } from '@kervan/contract/porta/tabs'
import { addMonths } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { offer } from '../../kit/records/offer.ts'
import { scopeOfLocations, scopeOfPartners } from '../../kit/records/scope.ts'
import { portaSettings } from '../settings.ts'

// Whose refund requests one sees, and what may be done with them.

/** Requests of one kind, or of both where the way to them is the same. */
export type AskedKind = RequestKind | 'any'

/** Conditions on `discount_request r`. Applicants of the company itself see what they have recorded. */
export const requestScope = (
  actor: Actor,
  side: RequestSide,
  kind: AskedKind = 'InstitutionalDiscount',
): RawBuilder<unknown>[] => [
  sql`r.company_id = ${actor.company.id}`,
  ...(kind === 'any' ? [] : [sql`r.kind = ${kind}`]),
  ...scopeOfPartners(actor, sql`r.partner_id`),
  ...scopeOfLocations(actor, sql`r.point_of_sale_id`),
  ...(side === 'applicant' && !actor.partnerId ? [sql`r.record_user_id = ${actor.membershipId}`] : []),
  ...(side === 'auditor' ? [sql`r.archived_at is null`] : []),
]

/** Conditions on `discount_request r`: what stands in a tab (DSC-001). */
export function inTab(tab: RequestTab): RawBuilder<unknown>[] {
  if (tab === 'archived') return [sql`r.archived_at is not null`]
  return [sql`r.archived_at is null`, sql`r.state = any(${statesOfTab(tab)}::text[])`]
}

/** The first day that applicants see, and why they see none before it (DSC-015). */
export async function earliestOf({
  tx,
  actor,
  now,
}: Pick<SessionContext, 'tx' | 'actor' | 'now'>): Promise<{ from: string; by: 'Months' | 'ArchiveDate' }> {
  const { archiveDate } = await portaSettings(tx, actor.company)
  const months = addMonths(dayIn(actor.company.timeZone, now), -applicantMonths)
  return archiveDate !== null && archiveDate > months
    ? { from: archiveDate, by: 'ArchiveDate' }
    : { from: months, by: 'Months' }
}

/** Throws `RequestWindowTooEarly`. */
export async function assertWithinReach(
  context: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  window: DayWindow,
): Promise<void> {
  const { from } = await earliestOf(context)
  if (window.from < from) throw refusal('RequestWindowTooEarly', { from })
}

const calls = {
  InstitutionalDiscount: {
    reviewer: { approve: approveRequests, reject: rejectRequests },
    applicant: { cancel: cancelRequests, dispute: disputeRequest },
    auditor: { decline: declineRequests },
  },
  PriceChange: {
    reviewer: { approve: approvePriceChangeRequests, reject: rejectPriceChangeRequests },
    applicant: { cancel: cancelPriceChangeRequests },
    auditor: {},
  },
} as const satisfies Record<RequestKind, Record<RequestSide, { [A in RequestAction]?: unknown }>>

export type Ruled = {
  code: string
  state: RequestState
  archived: boolean
  applicantId: string
  recordUserId: string
  askedAgainOn: string | null
  disputed: boolean
  /** Who made the decision that was disputed. */
  disputedReviewerId: string | null
}

/** The day on which ITS is asked again about the pack of `discount_request r`, where that is still to come. */
export const askedAgainOn = (actor: Actor, now: Date): RawBuilder<string | null> =>
  sql`case when r.its_again_at > ${now} then (r.its_again_at at time zone ${actor.company.timeZone})::date::text end`

/** What the rule asks of a dispute, of `discount_request r`. */
export const disputeFacts = {
  disputed: sql<boolean>`r.dispute is not null`,
  disputedReviewerId: sql<string | null>`r.dispute->>'reviewerId'`,
}

/** The rule, for this reader: what an applicant or the one who has recorded it calls their own. */
export const refusedFor = (actor: Actor, side: RequestSide, action: RequestAction, request: Ruled) =>
  refusedOnRequest(
    action,
    {
      ...request,
      isOwn: [request.applicantId, request.recordUserId].includes(actor.membershipId),
      decidedBefore: request.disputedReviewerId === actor.membershipId,
    },
    side,
  )

export const actionsOf = (
  context: Pick<SessionContext, 'actor' | 'language'>,
  side: RequestSide,
  request: Ruled,
  kind: RequestKind = 'InstitutionalDiscount',
) =>
  offer<RequestAction>(context, calls[kind][side], (action) =>
    refusedFor(context.actor, side, action, request),
  )

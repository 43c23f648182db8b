import {
  approveRequests,
  cancelRequests,
  declineRequests,
  lookAtRequest,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import { discountTable, type RequestAction, type RequestSide } from '@kervan/contract/porta/states'
import type { PriceChangeReason } from '@kervan/contract/porta/price-change-rules'
import { lookAtPriceChangeRequest } from '@kervan/contract/porta/price-change-requests'
import {
  lookingSeconds,
  recordTypeOf,
  type DeclineReason,
  type RequestKind,
  type RequestRejectReason,
} from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { handleBulk, pass, type BulkContext, type Passing } from '../../kit/lists/handle-bulk.ts'
import { record } from '../../kit/records/audit.ts'
import { notify } from '../../kit/work/notices.ts'
import { inspectedList, myRequestList, requestList } from './lists.ts'
import { askedAgainOn, disputeFacts, refusedFor, requestScope, type Ruled } from './scope.ts'

// What becomes of discount requests (DSC-011 to DSC-013): one is a bulk of one.

export type Head = Ruled & {
  id: string
  version: number
  lookedAtBy: string | null
  lookedAtName: string | null
}
type Action = Exclude<RequestAction, 'validate' | 'dispute' | 'report' | 'forward'>

export const load =
  (side: RequestSide, kind: RequestKind = 'InstitutionalDiscount') =>
  async (
    { tx, actor, now }: BulkContext,
    ids: readonly string[],
    { lock }: { lock: boolean },
  ): Promise<Head[]> => {
    const { rows } = await sql<Head>`
      select r.id, r.code, r.version, r.state, r.archived_at is not null as archived, r.applicant_id as "applicantId", r.record_user_id as "recordUserId", ${askedAgainOn(actor, now)} as "askedAgainOn",
        ${disputeFacts.disputed} as disputed, ${disputeFacts.disputedReviewerId} as "disputedReviewerId", case when r.looked_at_until > ${now} then r.looked_at_by end as "lookedAtBy", r.looked_at_name as "lookedAtName"
      from discount_request r
      where ${sql.join(requestScope(actor, side, kind), sql` and `)} and r.id = any(${ids}::uuid[])
      order by r.id ${lock ? sql`for update of r` : sql``}`.execute(tx)
    return rows
  }

/** The rule of an action for each request, by who decides. */
export const judged =
  (action: Action, side: RequestSide, { actor }: BulkContext) =>
  (request: Head) =>
    refusedFor(actor, side, action, request) ??
    lookedAtByOther(actor.membershipId, side, request) ??
    pass(null)

/** Somebody has it open to decide on it, and not the caller. */
const lookedAtByOther = (membershipId: string, side: RequestSide, request: Head): Refusal | null =>
  side === 'reviewer' && request.lookedAtBy !== null && request.lookedAtBy !== membershipId
    ? refusal('RequestLookedAt', { request: request.code, name: request.lookedAtName ?? '' })
    : null

export const chosen = { limit: 10_000, job: { atOnce: 500, chunk: 200 }, notFound: () => refusal('NotFound') }
export type Nothing = null

export const approveRequestsHandler = handleBulk<typeof approveRequests, Head, Nothing>(approveRequests, {
  ...chosen,
  list: () => requestList,
  load: load('reviewer'),
  judge: async (context) => judged('approve', 'reviewer', context),
  apply: (context, passing) => decide(context, 'approve', passing, {}),
})

export const rejectRequestsHandler = handleBulk<typeof rejectRequests, Head, Nothing>(rejectRequests, {
  ...chosen,
  list: () => requestList,
  load: load('reviewer'),
  judge: async (context) => {
    assertMemo(context.input)
    return judged('reject', 'reviewer', context)
  },
  apply: (context, passing) =>
    decide(context, 'reject', passing, {
      rejectReason: context.input.reason,
      memo: context.input.memo ?? null,
    }),
})

export const declineRequestsHandler = handleBulk<typeof declineRequests, Head, Nothing>(declineRequests, {
  ...chosen,
  list: () => inspectedList,
  load: load('auditor'),
  judge: async (context) => {
    assertMemo(context.input)
    return judged('decline', 'auditor', context)
  },
  apply: (context, passing) =>
    decide(context, 'decline', passing, {
      declineReason: context.input.reason,
      memo: context.input.memo ?? null,
    }),
})

export const cancelRequestsHandler = handleBulk<typeof cancelRequests, Head, Nothing>(cancelRequests, {
  ...chosen,
  list: () => myRequestList,
  load: load('applicant'),
  judge: async (context) => judged('cancel', 'applicant', context),
  apply: (context, passing) => decide(context, 'cancel', passing, { memo: context.input.memo }),
})

function assertMemo({ reason, memo }: { reason: string; memo?: string | undefined }): void {
  if (reason === 'Other' && !memo?.trim()) throw refusal('ReasonMemoRequired')
}

/** What each action is called in time lines, the audit log and notices. */
const operations = {
  InstitutionalDiscount: {
    approve: 'discountRequest.approved',
    reject: 'discountRequest.rejected',
    decline: 'discountRequest.declined',
    cancel: 'discountRequest.cancelled',
  },
  PriceChange: {
    approve: 'priceChangeRequest.approved',
    reject: 'priceChangeRequest.rejected',
    decline: null,
    cancel: 'priceChangeRequest.cancelled',
  },
} as const satisfies Record<RequestKind, Record<Action, string | null>>

type Why = {
  rejectReason?: RequestRejectReason
  priceChangeReason?: PriceChangeReason
  declineReason?: DeclineReason
  memo?: string | null
}

/** Writes what was decided, with events and audit entries, and tells applicants what somebody else has decided. */
export async function decide(
  { tx, actor, services, now, jobId }: Omit<BulkContext, 'input'>,
  action: Action,
  passing: readonly Passing<Head, Nothing>[],
  { rejectReason, priceChangeReason, declineReason, memo = null }: Why,
  kind: RequestKind = 'InstitutionalDiscount',
): Promise<void> {
  const recordType = recordTypeOf[kind]
  const operation = operations[kind][action]
  if (operation === null) return
  const requests = passing.map(({ record: request }) => request)
  const { to } = discountTable.moves[action]
  await sql`
    update discount_request r set version = r.version + 1, state = ${to}, decision_memo = ${memo}, decided_by = ${actor.name}, decided_by_id = ${actor.membershipId}, decided_at = ${now},
      reject_reason = coalesce(${rejectReason ?? priceChangeReason ?? null}, r.reject_reason), decline_reason = coalesce(${declineReason ?? null}, r.decline_reason),
      last_event_at = ${now}, last_event_by = ${actor.name}, looked_at_by = null, looked_at_name = null, looked_at_until = null
    where r.company_id = ${actor.company.id} and r.id = any(${requests.map(({ id }) => id)}::uuid[])`.execute(
    tx,
  )
  if (operation !== 'discountRequest.cancelled' && operation !== 'priceChangeRequest.cancelled') {
    const byApplicant = Map.groupBy(requests, ({ applicantId }) => applicantId)
    byApplicant.delete(actor.membershipId)
    await notify(
      tx,
      services.jobs,
      { id: actor.company.id, jobId },
      now,
      operation,
      [...byApplicant].map(([membershipId, own]) => ({
        membershipId,
        codes: own.map(({ code }) => code),
        facts: {
          by: actor.name,
          count: own.length,
          request: own.length === 1 ? (own[0]?.code ?? null) : null,
        },
        mail: {
          memo: memo ?? '',
          ...(kind === 'PriceChange'
            ? { priceChangeReason: priceChangeReason ?? null }
            : { discountRejectReason: rejectReason ?? null, declineReason: declineReason ?? null }),
        },
      })),
    )
  }
  const facts = {
    ...(rejectReason && { discountRejectReason: rejectReason }),
    ...(priceChangeReason && { priceChangeReason }),
    ...(declineReason && { declineReason }),
    ...(memo && { memo }),
  }
  await record(tx, actor, now, {
    events: requests.map(({ id }) => ({
      recordType,
      recordId: id,
      kind: operation,
      facts,
    })),
    audit: requests.map(({ id, code, state }) => ({
      operation,
      recordType,
      recordId: id,
      recordCode: code,
      before: { [recordType]: state },
      after: { [recordType]: to, ...facts },
    })),
  })
}

/** Holds a request for the reader, unless it is somebody else's. */
const lookAt =
  (kind: RequestKind) =>
  async ({ tx, actor, now, input }: SessionContext & { input: { requestId: string } }) => {
    const until = new Date(now.getTime() + lookingSeconds * 1_000)
    const scope = sql.join(requestScope(actor, 'reviewer', kind), sql` and `)
    const { rows } = await sql<{ code: string; byOther: boolean; name: string | null }>`
    select r.code, coalesce(r.looked_at_until > ${now} and r.looked_at_by <> ${actor.membershipId}, false) as "byOther", r.looked_at_name as name
    from discount_request r where ${scope} and r.id = ${input.requestId} for update of r`.execute(tx)
    const [found] = rows
    if (!found) throw refusal('NotFound')
    if (found.byOther) throw refusal('RequestLookedAt', { request: found.code, name: found.name ?? '' })
    await sql`
    update discount_request r set looked_at_by = ${actor.membershipId}, looked_at_name = ${actor.name}, looked_at_until = ${until}
    where r.company_id = ${actor.company.id} and r.id = ${input.requestId}`.execute(tx)
    return { until: until.toISOString() }
  }

export const lookAtRequestHandler = handle(lookAtRequest, lookAt('InstitutionalDiscount'))
export const lookAtPriceChangeRequestHandler = handle(lookAtPriceChangeRequest, lookAt('PriceChange'))

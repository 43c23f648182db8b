import type { DiscountMonth } from '@kervan/contract/home/home'
import { addMonths } from '@kervan/contract/kit/days'
import type { RequestSide } from '@kervan/contract/porta/states'
import { approvedStates, type RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import { requestScope } from './requests/scope.ts'

const monthsShown = 12
/** The permission of those who review requests of a kind. */
const reviews: Record<RequestKind, string> = {
  InstitutionalDiscount: 'PromotionManagement',
  PriceChange: 'PriceChangeManagement',
}

/**
 * Requests of a kind by the month in which they were recorded, by the company's calendar: this one and the eleven before
 * it, oldest first, divided as the tabs of their screens are. Reviewers have all that they see counted, applicants their
 * own.
 */
export async function discountMonths({
  tx,
  actor,
  now,
  kind,
}: Pick<SessionContext, 'tx' | 'actor' | 'now'> & { kind: RequestKind }): Promise<DiscountMonth[]> {
  const { timeZone } = actor.company
  const side: RequestSide = actor.permissions.has(reviews[kind]) ? 'reviewer' : 'applicant'
  const first = addMonths(`${dayIn(timeZone, now).slice(0, 7)}-01`, 1 - monthsShown)
  // Price change refunds have no tabs of their own for pre-applications and for what is archived (PCR-001).
  const isDiscount = kind === 'InstitutionalDiscount'
  const archived = isDiscount ? sql`r.archived_at is not null` : sql`false`
  const part = (...states: readonly string[]) =>
    sql`count(*) filter (where not (${archived}) and r.state = any(${[...states]}::text[]))::int`
  const { rows } = await sql<DiscountMonth>`
    select to_char(r.recorded_at at time zone ${timeZone}, 'YYYY-MM') || '-01' as month,
      ${part(...approvedStates)} as approved,
      ${part('Rejected')} as rejected,
      ${part('Cancelled')} as cancelled,
      ${part('Declined')} as declined,
      ${part('Pending', ...(isDiscount ? [] : ['PreApplication']))} as pending,
      ${part(...(isDiscount ? ['PreApplication'] : []))} as "preApplication",
      count(*) filter (where ${archived})::int as archived
    from discount_request r
    where ${sql.join(requestScope(actor, side, kind), sql` and `)} and r.recorded_at >= ${startOfDay(timeZone, first)}
    group by 1`.execute(tx)
  const found = new Map(rows.map((row) => [row.month, row]))
  return Array.from({ length: monthsShown }, (_, at) => {
    const month = addMonths(first, at)
    return (
      found.get(month) ?? {
        month,
        approved: 0,
        rejected: 0,
        cancelled: 0,
        declined: 0,
        pending: 0,
        preApplication: 0,
        archived: 0,
      }
    )
  })
}

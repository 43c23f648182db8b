import { addMonths } from '@kervan/contract/kit/days'
import type { RequestSide } from '@kervan/contract/porta/states'
import type { RequestKind } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import { dayIn, startOfDay } from '../kit/clock.ts'
import type { SessionContext } from '../kit/context.ts'
import { requestScope } from './requests/scope.ts'

export type DiscountMonth = { month: string; open: number; approved: number; refused: number }

const monthsShown = 12
/** The permission of those who review requests of a kind. */
const reviews: Record<RequestKind, string> = {
  InstitutionalDiscount: 'PromotionManagement',
  PriceChange: 'PriceChangeManagement',
}

/**
 * Requests of a kind by the month in which they were recorded, by the company's calendar: this one and the eleven before
 * it, oldest first. Reviewers have all that they see counted, applicants their own.
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
  const { rows } = await sql<DiscountMonth>`
    select to_char(r.recorded_at at time zone ${timeZone}, 'YYYY-MM') || '-01' as month,
      count(*) filter (where r.state in ('PreApplication', 'Pending'))::int as open,
      count(*) filter (where r.state in ('Approved', 'Completed', 'ApplicationOnThirdPartyDomain'))::int as approved,
      count(*) filter (where r.state in ('Rejected', 'Declined', 'Cancelled'))::int as refused
    from discount_request r
    where ${sql.join(requestScope(actor, side, kind), sql` and `)} and r.recorded_at >= ${startOfDay(timeZone, first)}
    group by 1`.execute(tx)
  const found = new Map(rows.map((row) => [row.month, row]))
  return Array.from({ length: monthsShown }, (_, at) => {
    const month = addMonths(first, at)
    return found.get(month) ?? { month, open: 0, approved: 0, refused: 0 }
  })
}

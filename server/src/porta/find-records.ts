import { discountRequests, myDiscountRequests } from '@kervan/contract/porta/discount-requests'
import type { RequestState } from '@kervan/contract/porta/words'
import { sql } from 'kysely'
import type { Actor } from '../kit/context.ts'
import { containing, fold } from '../kit/lists/fold.ts'
import { translate } from '../kit/messages.ts'
import { mayOpen, noOrder, type Finder } from '../kit/records/find.ts'
import { earliestOf, requestScope } from './requests/scope.ts'

const reviews = (actor: Actor) => mayOpen(actor, 'PromotionManagement', discountRequests.page)
const applies = (actor: Actor) => mayOpen(actor, 'MyPromotionRequests', myDiscountRequests.page)

/** Discount requests that the palette finds: those of the list that the reader may open, of applicants their own. */
export const discountRequestFinder: Finder = {
  kind: 'discountRequest',
  allowed: (actor) => reviews(actor) || applies(actor),
  async find(context, text, limit) {
    const { tx, actor, language } = context
    const isReviewer = reviews(actor)
    const { from } = await earliestOf(context)
    const where = sql.join(
      [
        ...requestScope(actor, isReviewer ? 'reviewer' : 'applicant'),
        ...(isReviewer
          ? []
          : [sql`(r.recorded_at at time zone ${actor.company.timeZone})::date >= ${from}::date`]),
        sql`r.search_text like ${containing(text)}`,
      ],
      sql` and `,
    )
    const { rows } = await sql<{
      id: string
      code: string
      name: string
      product: string
      state: RequestState
    }>`
      select r.id, r.code, r.point_of_sale_name as name, r.product_name as product, r.state from discount_request r where ${where}
      order by fold(r.code) = ${fold(text)} desc, r.recorded_at desc, r.id desc limit ${limit}`.execute(tx)
    return rows.map(({ product, state, ...request }) => ({
      ...noOrder,
      ...request,
      hint: [product, translate(language, `state.discountRequest.${state}`)].filter(Boolean).join(' · '),
    }))
  },
}

import { myPriceChangeRequests, priceChangeRequests } from '@kervan/contract/porta/price-change-requests'
import type { RequestSide } from '@kervan/contract/porta/states'
import {
  applicantMonths,
  managementMonths,
  priceChangeStates,
  priceChangeTabOf,
  type RequestState,
} from '@kervan/contract/porta/words'
import type { PriceChangeTab } from '@kervan/contract/porta/tabs'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow, type DayWindow } from '../../kit/lists/window.ts'
import { actionsOf, askedAgainOn, assertWithinReach, requestScope } from '../requests/scope.ts'

// Price-change refunds as they are listed to those who decide and who applied (PCR-001, PCR-002).

type Asked = DayWindow & { tab: PriceChangeTab }

const statesOf = (tab: PriceChangeTab) => priceChangeStates.filter((state) => priceChangeTabOf[state] === tab)

function source({ actor, now }: Pick<SessionContext, 'actor' | 'now'>, side: RequestSide, asked: Asked) {
  const company = actor.company.id
  const months = side === 'applicant' ? applicantMonths : managementMonths
  return {
    from: sql`discount_request r join product p on p.company_id = ${company} and p.id = r.product_id
      join location l on l.company_id = ${company} and l.id = r.point_of_sale_id
      join price_change c on c.company_id = ${company} and c.id = r.price_change_id`,
    where: [
      ...requestScope(actor, side, 'PriceChange'),
      sql`r.state = any(${statesOf(asked.tab)}::text[])`,
      withinWindow(actor.company.timeZone, sql`r.recorded_at`, asked, months),
    ],
    id: sql`r.id`,
    key: sql`r.id`,
    code: sql`r.code`,
    columns: {
      requestCode: sql`r.code`,
      requestState: sql`r.state`,
      refundScope: sql`r.scope`,
      suggestion: sql`coalesce(r.suggested ->> 'verdict', 'NoEvidence')`,
      suggestedReason: sql`r.suggested #>> '{found,0,reason}'`,
      productCode: sql`p.code`,
      productName: sql`r.product_name`,
      gtin: sql`r.gtin`,
      serialNumber: sql`r.serial_number`,
      lotNumber: sql`r.lot_number`,
      expiryDate: sql`r.expiry_date`,
      originalDataMatrix: sql`r.original_code`,
      validDataMatrix: sql`r.valid_code`,
      pointOfSaleCode: sql`r.point_of_sale_code`,
      pointOfSaleName: sql`r.point_of_sale_name`,
      blacklisted: sql`l.blacklisted`,
      city: sql`r.city`,
      paymentLocationCode: sql`r.payment_location_code`,
      paymentLocationName: sql`r.payment_location_name`,
      declaredSaleDate: sql`r.declared_sale_date`,
      changeDate: sql`c.change_date`,
      refundAmount: sql`r.refund_amount`,
      packState: sql`r.pack_state`,
      validationFlow: sql`r.validation_flow`,
      imageCount: sql`r.image_count`,
      description: sql`r.description`,
      rejectReason: sql`r.reject_reason`,
      decisionMemo: sql`r.decision_memo`,
      applicant: sql`r.applicant_name`,
      recordDate: sql`r.recorded_at`,
      lastEventDate: sql`r.last_event_at`,
      lastEventUser: sql`r.last_event_by`,
    },
    extra: { version: sql`r.version`, archived: sql`r.archived_at is not null` },
    facts: {
      state: sql<RequestState>`r.state`,
      applicantId: sql<string>`r.applicant_id`,
      recordUserId: sql<string>`r.record_user_id`,
      askedAgainOn: askedAgainOn(actor, now),
    },
    search: sql`r.search_text`,
    createdAt: sql`r.recorded_at`,
    pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
  }
}

type Found = {
  requestCode: string
  archived: boolean
  state: RequestState
  applicantId: string
  recordUserId: string
  askedAgainOn: string | null
}
const row =
  (side: RequestSide) =>
  ({ requestCode: code, ...known }: Found, context: SessionContext) => ({
    // Its rejections are final.
    actions: actionsOf(
      context,
      side,
      { code, disputed: false, disputedReviewerId: null, ...known },
      'PriceChange',
    ),
  })

export const priceChangeList = serveList(
  priceChangeRequests,
  'priceChangeRefundRequests',
  (context: SessionContext, asked: Asked) => source(context, 'reviewer', asked),
  row('reviewer'),
)

export const myPriceChangeList = serveList(
  myPriceChangeRequests,
  'myPriceChangeRefundRequests',
  async (context: SessionContext, asked: Asked) => {
    await assertWithinReach(context, asked)
    return source(context, 'applicant', asked)
  },
  row('applicant'),
)

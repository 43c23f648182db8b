import {
  discountRequests,
  inspectedRequests,
  myDiscountRequests,
} from '@kervan/contract/porta/discount-requests'
import type { RequestSide } from '@kervan/contract/porta/states'
import { applicantMonths, managementMonths, type RequestState } from '@kervan/contract/porta/words'
import type { RequestTab } from '@kervan/contract/porta/tabs'
import { sql } from 'kysely'
import type { SessionContext } from '../../kit/context.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { withinWindow, type DayWindow } from '../../kit/lists/window.ts'
import { actionsOf, askedAgainOn, assertWithinReach, disputeFacts, inTab, requestScope } from './scope.ts'

// Discount requests as they are listed to those who review, who applied and who inspects (DSC-001, DSC-012).

type Asked = DayWindow & { tab?: RequestTab }

function source({ actor, now }: Pick<SessionContext, 'actor' | 'now'>, side: RequestSide, asked: Asked) {
  const months = side === 'applicant' ? applicantMonths : managementMonths
  return {
    from: sql`discount_request r`,
    where: [
      ...requestScope(actor, side),
      ...(asked.tab ? inTab(asked.tab) : []),
      withinWindow(actor.company.timeZone, sql`r.recorded_at`, asked, months),
    ],
    id: sql`r.id`,
    key: sql`r.id`,
    code: sql`r.code`,
    columns: {
      requestCode: sql`r.code`,
      requestState: sql`r.state`,
      penalty: sql`r.penalty`,
      dataPenalty: sql`r.data_penalty`,
      itsPenalty: sql`r.its_penalty`,
      packState: sql`r.pack_state`,
      productName: sql`r.product_name`,
      gtin: sql`r.gtin`,
      serialNumber: sql`r.serial_number`,
      lotNumber: sql`r.lot_number`,
      expiryDate: sql`r.expiry_date`,
      originalDataMatrix: sql`r.original_code`,
      validDataMatrix: sql`r.valid_code`,
      pointOfSaleCode: sql`r.point_of_sale_code`,
      pointOfSaleName: sql`r.point_of_sale_name`,
      city: sql`r.city`,
      town: sql`r.town`,
      address: sql`r.address`,
      paymentLocationCode: sql`r.payment_location_code`,
      paymentLocationName: sql`r.payment_location_name`,
      declaredSaleDate: sql`r.declared_sale_date`,
      validSaleDate: sql`r.valid_sale_date`,
      declarationId: sql`r.declaration_id`,
      declarationDate: sql`r.declaration_date`,
      validationFlow: sql`r.validation_flow`,
      imageCount: sql`r.image_count`,
      disputed: disputeFacts.disputed,
      description: sql`r.description`,
      rejectReason: sql`r.reject_reason`,
      declineReason: sql`r.decline_reason`,
      decisionMemo: sql`r.decision_memo`,
      applicant: sql`r.applicant_name`,
      recordUser: sql`r.record_user_name`,
      recordDate: sql`r.recorded_at`,
      itsAgainAt: sql`r.its_again_at`,
      lastEventDate: sql`r.last_event_at`,
      lastEventUser: sql`r.last_event_by`,
    },
    extra: { version: sql`r.version`, archived: sql`r.archived_at is not null` },
    facts: {
      state: sql<RequestState>`r.state`,
      applicantId: sql<string>`r.applicant_id`,
      recordUserId: sql<string>`r.record_user_id`,
      askedAgainOn: askedAgainOn(actor, now),
      disputedReviewerId: disputeFacts.disputedReviewerId,
    },
    search: sql`r.search_text`,
    createdAt: sql`r.recorded_at`,
  }
}

type Found = {
  requestCode: string
  archived: boolean
  state: RequestState
  applicantId: string
  recordUserId: string
  askedAgainOn: string | null
  disputed: boolean
  disputedReviewerId: string | null
}
const row =
  (side: RequestSide) =>
  ({ requestCode: code, ...known }: Found, context: SessionContext) => ({
    actions: actionsOf(context, side, { code, ...known }),
  })

export const requestList = serveList(
  discountRequests,
  'institutionalDiscountRequests',
  (context: SessionContext, asked: Asked) => source(context, 'reviewer', asked),
  row('reviewer'),
)

export const myRequestList = serveList(
  myDiscountRequests,
  'myInstitutionalDiscountRequests',
  async (context: SessionContext, asked: Asked) => {
    await assertWithinReach(context, asked)
    return source(context, 'applicant', asked)
  },
  row('applicant'),
)

export const inspectedList = serveList(
  inspectedRequests,
  'institutionalDiscountRequests',
  (context: SessionContext, asked: DayWindow) => {
    const found = source(context, 'auditor', asked)
    return {
      ...found,
      where: [
        ...found.where,
        sql`r.state in ('Pending', 'Approved', 'Completed', 'ApplicationOnThirdPartyDomain')`,
      ],
      columns: {
        ...found.columns,
        sampled: sql`r.sampled`,
        changedSince: sql`r.changed_since`,
        changedReason: sql`r.changed->>'reason'`,
      },
    }
  },
  row('auditor'),
)

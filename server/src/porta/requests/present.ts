import {
  getDiscountRequest,
  getInspectedRequest,
  getMyDiscountRequest,
  type DiscountRequestView,
  type PenaltyPoint,
} from '@kervan/contract/porta/discount-requests'
import { addDays } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import type { RequestSide } from '@kervan/contract/porta/states'
import {
  recordTypeOf,
  rejectReasons,
  type DeclineReason,
  type RequestKind,
  type RequestState,
  type ValidationFlow,
} from '@kervan/contract/porta/words'
import type { PackState } from '@kervan/contract/porta/pack-states'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { sayDay, translate } from '../../kit/messages.ts'
import { readEvents } from '../../kit/records/read-events.ts'
import { payerGlnOf } from '../payer.ts'
import { compare, suggestedReason, type Told } from './compare.ts'
import {
  presentEvidence,
  presentImage,
  readEvidence,
  readImages,
  type EvidenceRow,
  type ImageRow,
} from './evidence.ts'
import type { Changed } from './changed.ts'
import type { Dispute } from './dispute.ts'
import { portaSettings } from '../settings.ts'
import { actionsOf, askedAgainOn, disputeFacts, requestScope } from './scope.ts'
import type { Points } from './score.ts'

// One request as it is shown (DSC-002, DSC-011): what was applied for, what its pictures and ITS say, what differs.

export const getDiscountRequestHandler = handle(getDiscountRequest, (context) =>
  presentRequest(context, 'reviewer', context.input.requestId),
)
export const getMyDiscountRequestHandler = handle(getMyDiscountRequest, (context) =>
  presentRequest(context, 'applicant', context.input.requestId),
)
export const getInspectedRequestHandler = handle(getInspectedRequest, (context) =>
  presentRequest(context, 'auditor', context.input.requestId),
)

export type Presented = {
  id: string
  version: number
  code: string
  state: RequestState
  archived: boolean
  flow: ValidationFlow | null
  gtin: string
  productName: string
  serialNumber: string
  lotNumber: string
  expiryDate: string
  originalCode: string
  validCode: string
  posCode: string
  posName: string
  posGln: string
  city: string
  town: string
  address: string | null
  payerCode: string
  payerName: string
  declaredSaleDate: string
  validSaleDate: string | null
  declarationId: string | null
  declarationDate: string | null
  packState: PackState | null
  description: string | null
  rejectReason: string | null
  declineReason: DeclineReason | null
  memo: string | null
  decidedBy: string | null
  decidedAt: Date | null
  applicant: string
  applicantId: string
  recordUser: string
  recordUserId: string
  recordedAt: Date
  data: number
  its: number
  penalty: number
  points: Points[]
  askedAgainOn: string | null
  itsAgainAt: Date | null
  disputed: boolean
  disputedReviewerId: string | null
  dispute: Dispute | null
  madeFrom: { id: string; code: string } | null
  changed: Changed | null
  receipt: string | null
  lookedAtBy: string | null
}

type Reader = Pick<SessionContext, 'tx' | 'actor' | 'language' | 'now' | 'services'>

/** Throws `NotFound` for what the reader does not see from that side. */
export async function presentRequest(
  context: Reader,
  side: RequestSide,
  id: string,
): Promise<DiscountRequestView> {
  const { row, evidence, view } = await presentAny(context, side, 'InstitutionalDiscount', id)
  const ofIts = evidence.filter(({ source }) => source !== 'Image')
  return {
    ...view,
    requestState: row.state,
    rejectReason: rejectReasons.find((reason) => reason === row.rejectReason) ?? null,
    declineReason: row.declineReason,
    penalty: row.penalty,
    dataPenalty: row.data,
    itsPenalty: row.its,
    penaltyPoints: row.points.map((point) => sayPoint(context, point)),
    suggestedReason: suggestedReason(view.compared, itsSays(ofIts, row.posGln, payerGlnOf(context.services))),
    changed: side === 'applicant' ? null : row.changed,
    dispute: row.dispute && {
      at: row.dispute.at,
      message: row.dispute.message,
      reason: row.dispute.rejectReason,
      memo: row.dispute.memo,
      reviewer: row.dispute.reviewer,
    },
    correctUntil: await correctUntil(context, row),
  }
}

/**
 * What requests of both kinds have in common, with the row and the evidence that the rest is made from. Throws `NotFound` for what
 * the reader does not see from that side.
 */
export async function presentAny(context: Reader, side: RequestSide, kind: RequestKind, id: string) {
  const { tx, actor, now } = context
  const company = actor.company.id
  const { rows } = await sql<Presented>`
    select r.id, r.version, r.code, r.state, r.archived_at is not null as archived, r.validation_flow as flow, r.gtin, r.product_name as "productName", r.serial_number as "serialNumber",
      r.lot_number as "lotNumber", r.expiry_date::text as "expiryDate", r.original_code as "originalCode", r.valid_code as "validCode", r.point_of_sale_code as "posCode", r.point_of_sale_name as "posName",
      r.point_of_sale_gln as "posGln", r.city, r.town, r.address, r.payment_location_code as "payerCode", r.payment_location_name as "payerName", r.declared_sale_date::text as "declaredSaleDate",
      r.valid_sale_date::text as "validSaleDate", r.declaration_id as "declarationId", r.declaration_date::text as "declarationDate", r.pack_state as "packState", r.description,
      r.reject_reason as "rejectReason", r.decline_reason as "declineReason", r.decision_memo as memo, r.decided_by as "decidedBy", r.decided_at as "decidedAt", r.applicant_name as applicant,
      r.applicant_id as "applicantId", r.record_user_name as "recordUser", r.record_user_id as "recordUserId", r.recorded_at as "recordedAt", r.data_penalty as data, r.its_penalty as its, r.penalty,
      r.penalty_points as points, ${askedAgainOn(actor, now)} as "askedAgainOn", r.its_again_at as "itsAgainAt", ${disputeFacts.disputed} as disputed, ${disputeFacts.disputedReviewerId} as "disputedReviewerId", r.dispute,
      (select json_build_object('id', f.id, 'code', f.code) from discount_request f where f.company_id = ${company} and f.id = r.made_from_id) as "madeFrom", r.changed, r.receipt, case when r.looked_at_until > ${now} and r.looked_at_by <> ${actor.membershipId} then r.looked_at_name end as "lookedAtBy"
    from discount_request r where ${sql.join(requestScope(actor, side, kind), sql` and `)} and r.id = ${id}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw refusal('NotFound')
  const [images, evidence, events] = await Promise.all([
    readImages(tx, company, [id]),
    readEvidence(tx, company, [id]),
    readEvents(tx, actor, recordTypeOf[kind], id),
  ])
  const ofIts = evidence.filter(({ source }) => source !== 'Image')
  const compared = compare(
    { ...row, pointOfSaleGln: row.posGln },
    toldByImages(images),
    toldByIts(ofIts, context.actor.company.timeZone),
  )
  const view = {
    id: row.id,
    version: row.version,
    requestCode: row.code,
    archived: row.archived,
    validationFlow: row.flow,
    gtin: row.gtin,
    productName: row.productName,
    serialNumber: row.serialNumber,
    lotNumber: row.lotNumber,
    expiryDate: row.expiryDate,
    originalDataMatrix: row.originalCode,
    validDataMatrix: row.validCode,
    pointOfSaleCode: row.posCode,
    pointOfSaleName: row.posName,
    pointOfSaleGln: row.posGln,
    city: row.city,
    town: row.town,
    address: row.address,
    paymentLocationCode: row.payerCode,
    paymentLocationName: row.payerName,
    declaredSaleDate: row.declaredSaleDate,
    validSaleDate: row.validSaleDate,
    declarationId: row.declarationId,
    declarationDate: row.declarationDate,
    packState: row.packState,
    description: row.description,
    decisionMemo: row.memo,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    applicant: row.applicant,
    recordUser: row.recordUser,
    recordDate: row.recordedAt.toISOString(),
    images: images.map((image) => presentImage(context, image)),
    evidence: evidence.map(presentEvidence),
    compared,
    itsAgainAt: row.itsAgainAt?.toISOString() ?? null,
    madeFrom: row.madeFrom,
    receipt: row.receipt,
    lookedAtBy: row.lookedAtBy,
    events,
    actions: actionsOf(context, side, row, kind),
  }
  return { row, evidence, view }
}

/** Until when a rejected request can be corrected and sent again; null where it cannot any more. */
async function correctUntil(
  { tx, actor, now }: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  { state, archived, declaredSaleDate }: Pick<Presented, 'state' | 'archived' | 'declaredSaleDate'>,
): Promise<string | null> {
  if (state !== 'Rejected' || archived) return null
  const { saleDays } = await portaSettings(tx, actor.company)
  const last = addDays(declaredSaleDate, saleDays)
  return last < dayIn(actor.company.timeZone, now) ? null : last
}

const sayPoint = (
  { language }: Pick<SessionContext, 'language'>,
  { score, rule, points, facts }: Points,
): PenaltyPoint => ({
  score,
  rule,
  points,
  evidence: translate(language, `porta.penalty.${rule}`, {
    ...facts,
    ...(typeof facts['date'] === 'string' && { date: sayDay(language, facts['date']) }),
  }),
})

/** What the pictures say: what all passes agree on, of the newest picture that tells it. */
function toldByImages(images: readonly ImageRow[]): Told {
  const read = (
    name:
      | 'gtin'
      | 'serialNumber'
      | 'lot'
      | 'expiryDate'
      | 'pharmacyGln'
      | 'buyerGln'
      | 'declaredAt'
      | 'declarationId',
  ) =>
    images.flatMap(({ reading }) => reading.fields?.[name] ?? []).findLast(({ trust }) => trust === 'auto')
      ?.value ?? null
  const pack = images.findLast(({ reading }) => reading.packs?.length)?.reading.packs?.[0]
  return {
    gtin: pack?.gtin ?? read('gtin'),
    serialNumber: pack?.serial ?? read('serialNumber'),
    lotNumber: pack?.lot ?? read('lot'),
    expiryDate: pack?.expiry ?? read('expiryDate'),
    pointOfSaleGln: read('pharmacyGln'),
    saleDate: read('declaredAt')?.slice(0, 10) ?? null,
    declarationId: read('declarationId'),
    repaymentGln: read('buyerGln'),
  }
}

function toldByIts(its: readonly EvidenceRow[], timeZone: string): Told {
  const [newest] = its
  if (!newest) return {}
  const sale = its.find(({ says }) => says.sale)?.says.sale ?? null
  const movements = its.find(({ says }) => says.movements.length > 0)?.says.movements ?? []
  return {
    gtin: newest.says.gtin,
    serialNumber: newest.says.serialNumber,
    lotNumber: newest.says.lotNumber,
    expiryDate: newest.says.expiryDate,
    pointOfSaleGln: movements.findLast(({ movement }) => movement === 'Sale')?.fromGln ?? newest.ownerGln,
    saleDate: sale && dayIn(timeZone, new Date(sale.at)),
    declarationId: sale?.declarationId ?? null,
    repaymentGln: sale?.toGln ?? null,
    finalized: sale?.finalized == null ? null : sale.finalized ? 'yes' : 'no',
  }
}

function itsSays(its: readonly EvidenceRow[], gln: string, payerGln: string | null) {
  const [newest] = its
  if (!newest) return null
  const sale = its.find(({ says }) => says.sale)?.says.sale ?? null
  return {
    resultCode: newest.resultCode,
    inApplicantsStock: sale === null && newest.packState === 'ReadyToSell' && newest.ownerGln === gln,
    saleToGln: sale?.toGln ?? null,
    payerGln,
    finalized: sale?.finalized ?? null,
  }
}

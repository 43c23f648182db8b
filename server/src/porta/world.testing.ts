import { inDatabase } from '../../test/office.ts'
import { applyFor, applyForPriceChange, changePrice, openPharmacy } from '../../test/pharmacy.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'
import { newId } from '../kit/database/uuid.ts'

export const kinds = {
  discountRequest: 'location',
  managedDiscountRequest: 'location',
  discountImage: 'location',
  managedDiscountImage: 'location',
  priceChangeRequest: 'location',
  managedPriceChangeRequest: 'location',
  priceChangeImage: 'location',
  managedPriceChangeImage: 'location',
  imageBatch: 'person',
  priceChangeBatch: 'person',
  itsRun: 'person',
} as const

/** What no two worlds share, and what is long enough to be looked for. */
export const own = [
  'discountRequest',
  'managedDiscountRequest',
  'discountImage',
  'managedDiscountImage',
  'priceChangeRequest',
  'managedPriceChangeRequest',
  'priceChangeImage',
  'managedPriceChangeImage',
  'imageBatch',
  'priceChangeBatch',
  'itsRun',
] as const

export const fields: AreaFields = {
  byName: {
    requestId: 'discountRequest',
    requestIds: 'discountRequest',
    imageId: 'discountImage',
    batchId: 'imageBatch',
    runId: 'itsRun',
  },
  byGroup: {
    PromotionManagement: {
      discountRequest: 'managedDiscountRequest',
      discountImage: 'managedDiscountImage',
    },
    PriceChangeManagement: {
      discountRequest: 'managedPriceChangeRequest',
      discountImage: 'managedPriceChangeImage',
    },
    MyPriceChangeRequests: {
      discountRequest: 'priceChangeRequest',
      discountImage: 'priceChangeImage',
      imageBatch: 'priceChangeBatch',
    },
  },
  byList: {
    'MyPromotionRequests/GetRequests': 'discountRequest',
    'PromotionManagement/GetRequests': 'managedDiscountRequest',
    'PromotionManagement/GetInspectedRequests': 'managedDiscountRequest',
    'MyPriceChangeRequests/GetRequests': 'priceChangeRequest',
    'PriceChangeManagement/GetRequests': 'managedPriceChangeRequest',
  },
  noRecord: {
    'ProjectSetting/UpdateRefundSettings.maximumCodes': 'a number',
    // What others are told of them stands in reports.http.test.ts.
    reportId: 'a report of the whole company, for who sees all of it',
    // What strangers are told of them stands in applications.http.test.ts.
    paymentLocationId: 'a warehouse of the company, asked about with its point of sale',
    'MyPromotionRequests/CheckApplication.pointOfSaleId': 'asked about with a code only',
    'MyPriceChangeRequests/CheckApplication.pointOfSaleId': 'asked about with a code only',
    // What devices of others are told stands in porta-mate.http.test.ts.
    'PortaMate/SendAnswers.runId': 'a job of the device, known with its nonce only',
    'PortaMate/SendAnswers.requestId': 'a pack of that job',
    'PortaMate/SendAnswers.resultCode': 'of the drug-tracking system',
    'PortaMate/SendAnswers.saleCode': 'of the drug-tracking system',
    'PortaMate/SendAnswers.declarationId': 'of the drug-tracking system',
  },
}

/** Requests of this person and of a colleague, a picture, an import of pictures and a run of ITS validation. */
export async function fill(start: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const { portal, company, location, product, me, colleague, office, number } = start
  const pharmacy = await openPharmacy({ portal, company, location, product })
  const mine = await applyFor(pharmacy, me, `W${number}A`)
  const other = await applyFor(pharmacy, colleague, `W${number}B`)
  await changePrice(pharmacy, { changeDate: '2026-01-01', entitlementDate: '2025-12-01' })
  const refund = await applyForPriceChange(pharmacy, me, `W${number}A`)
  const otherRefund = await applyForPriceChange(pharmacy, colleague, `W${number}B`)
  const [image, managed, batch, run] = [newId(), newId(), newId(), newId()]
  const [refundImage, managedRefundImage, refundBatch] = [newId(), newId(), newId()]
  for (const [id, request, ofBatch, kind] of [
    [image, mine.id, null, 'InstitutionalDiscount'],
    [managed, other.id, null, 'InstitutionalDiscount'],
    [newId(), mine.id, batch, 'InstitutionalDiscount'],
    [refundImage, refund.id, null, 'PriceChange'],
    [managedRefundImage, otherRefund.id, null, 'PriceChange'],
    [newId(), refund.id, refundBatch, 'PriceChange'],
  ] as const) {
    const file = newId()
    await inDatabase(
      office,
      `insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by) values ($1, $2, $3, 'picture.png', 'image/png', 4, $4, 'discount-image', $5)`,
      file,
      `${company.id}/world-${file}`,
      Buffer.alloc(32),
      me.id,
    )
    await inDatabase(
      office,
      `insert into discount_image (company_id, id, request_id, batch_id, file_id, name, state, by_id, by_name, at, kind) values ($1, $2, $3, $4, $5, 'picture.png', 'Matched', $6, 'Own', now(), $7)`,
      id,
      request,
      ofBatch,
      file,
      me.id,
      kind,
    )
  }
  await inDatabase(
    office,
    `insert into its_run (company_id, id, by_id, begun_at, beats_at, finished_at) values ($1, $2, $3, now(), now(), now())`,
    run,
    me.id,
  )
  await inDatabase(
    office,
    `insert into its_run_pack (company_id, run_id, request_id, result) values ($1, $2, $3, 'Succeeded')`,
    run,
    mine.id,
  )
  return {
    records: {
      discountRequest: mine.id,
      managedDiscountRequest: other.id,
      discountImage: image,
      managedDiscountImage: managed,
      imageBatch: batch,
      priceChangeRequest: refund.id,
      managedPriceChangeRequest: otherRefund.id,
      priceChangeImage: refundImage,
      managedPriceChangeImage: managedRefundImage,
      priceChangeBatch: refundBatch,
      itsRun: run,
    },
    versions: {
      discountRequest: 1,
      managedDiscountRequest: 1,
      priceChangeRequest: 1,
      managedPriceChangeRequest: 1,
    },
  }
}

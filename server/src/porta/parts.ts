import { part, type Part } from '../kit/parts.ts'
import { discountRequestFinder } from './find-records.ts'
import { discountAskAgainWork, discountRecheckWork, inquireAgain } from './inspection/inquiries.ts'
import { discountSampleWork } from './inspection/sample.ts'
import { discountArchiveWork } from './requests/archive.ts'
import { claims } from './passport/claimed.ts'
import { discountsApproved, monthsPaid, refundsApproved, reported } from './passport/earned.ts'
import { itsTransferSource } from './evidence/transfer-source.ts'
import { discountReportsWork } from './reports/make.ts'
import { reportDeliveries } from './reports/send.ts'
import { portaUses } from './uses.ts'
import { rescoreAll } from './requests/rescore-all.ts'
import { readImage } from './requests/read-images.ts'

export const parts: readonly Part[] = [
  part('queue', {
    queue: 'pictureReading',
    work: (services) => async (entries) => {
      for (const entry of entries) await readImage(services, entry)
    },
  }),
  part('queue', {
    queue: 'packInquiry',
    work: (services) => async (entries) => {
      for (const entry of entries) await inquireAgain(services, entry)
    },
  }),
  part('queue', {
    queue: 'penaltyRescoring',
    work: (services) => async (entries) => {
      for (const entry of entries) await rescoreAll(services, entry)
    },
  }),
  part('finder', discountRequestFinder),
  part('schedule', discountReportsWork),
  part('schedule', discountSampleWork),
  part('schedule', discountRecheckWork),
  part('schedule', discountAskAgainWork),
  part('schedule', discountArchiveWork),
  part('deliveries', reportDeliveries),
  part('mails', {
    discountApproved: 'order/my-institutional-discount-requests',
    discountRejected: 'order/my-institutional-discount-requests',
    discountDeclined: 'order/my-institutional-discount-requests',
    discountImageUnmatched: 'order/my-institutional-discount-requests',
    priceChangeApproved: 'porta/my-price-change-refund-requests',
    priceChangeRejected: 'porta/my-price-change-refund-requests',
    priceChangeImageUnmatched: 'porta/my-price-change-refund-requests',
  }),
  part('transferSource', itsTransferSource),
  part('packPassport', claims('InstitutionalDiscount')),
  part('packPassport', claims('PriceChange')),
  part('packPassport', discountsApproved),
  part('packPassport', refundsApproved),
  part('packPassport', reported('InstitutionalDiscount')),
  part('packPassport', reported('PriceChange')),
  part('packPassport', monthsPaid),
  ...portaUses.map((use) => part('use', use)),
]

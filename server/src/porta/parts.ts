import { part, type Part } from '../kit/parts.ts'
import { discountReportsWork } from './reports/make.ts'
import { reportDeliveries } from './reports/send.ts'
import { portaUses } from './uses.ts'
import { readImage } from './requests/read-images.ts'

export const parts: readonly Part[] = [
  part('queue', {
    queue: 'pictureReading',
    work: (services) => async (entries) => {
      for (const entry of entries) await readImage(services, entry)
    },
  }),
  part('schedule', discountReportsWork),
  part('deliveries', reportDeliveries),
  part('mails', {
    discountApproved: 'order/my-institutional-discount-requests',
    discountRejected: 'order/my-institutional-discount-requests',
    discountDeclined: 'order/my-institutional-discount-requests',
    discountImageUnmatched: 'order/my-institutional-discount-requests',
  }),
  ...portaUses.map((use) => part('use', use)),
]

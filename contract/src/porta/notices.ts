import type { NoticeEvents } from '../kit/notice-event.ts'

/** What applicants are told of their requests. */
export const portaNotices = {
  'discountRequest.approved': { mail: 'discountApproved', usual: 'Notice', opens: 'discountRequest' },
  'discountRequest.rejected': { mail: 'discountRejected', usual: 'NoticeAndMail', opens: 'discountRequest' },
  'discountRequest.declined': { mail: 'discountDeclined', usual: 'NoticeAndMail', opens: 'discountRequest' },
  'discountRequest.imageUnmatched': {
    mail: 'discountImageUnmatched',
    usual: 'Notice',
    opens: 'preApplication',
  },
} as const satisfies NoticeEvents

import type { NoticeEvents } from '../kit/notice-event.ts'

/** What applicants are told of their requests, and auditors of those that they inspect. */
export const portaNotices = {
  'discountRequest.approved': { mail: 'discountApproved', usual: 'Notice', opens: 'discountRequest' },
  'discountRequest.rejected': { mail: 'discountRejected', usual: 'NoticeAndMail', opens: 'discountRequest' },
  'discountRequest.declined': { mail: 'discountDeclined', usual: 'NoticeAndMail', opens: 'discountRequest' },
  'discountRequest.changed': { mail: 'discountChanged', usual: 'Notice', opens: 'inspectedRequest' },
  'discountRequest.imageUnmatched': {
    mail: 'discountImageUnmatched',
    usual: 'Notice',
    opens: 'preApplication',
  },
  'priceChangeRequest.approved': {
    mail: 'priceChangeApproved',
    usual: 'Notice',
    opens: 'priceChangeRequest',
  },
  'priceChangeRequest.rejected': {
    mail: 'priceChangeRejected',
    usual: 'NoticeAndMail',
    opens: 'priceChangeRequest',
  },
  'priceChangeRequest.imageUnmatched': {
    mail: 'priceChangeImageUnmatched',
    usual: 'Notice',
    opens: 'priceChangeApplication',
  },
} as const satisfies NoticeEvents

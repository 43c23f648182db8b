import type { NoticeEvents } from '../kit/notice-event.ts'

/** What somebody else did with lines of one's orders (ORD-024). */
export const orderNotices = {
  'order.approved': { mail: 'ordersApproved', usual: 'NoticeAndMail', opens: 'order' },
  'order.rejected': { mail: 'ordersRejected', usual: 'NoticeAndMail', opens: 'order' },
  'order.revised': { mail: 'ordersRevised', usual: 'Notice', opens: 'order' },
  'order.reverted': { mail: 'ordersReverted', usual: 'Notice', opens: 'order' },
} as const satisfies NoticeEvents

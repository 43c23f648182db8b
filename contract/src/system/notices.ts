import type { NoticeEvents } from '../kit/notice-event.ts'

/** What the portal could not send to systems outside, for those who may send it again. */
export const systemNotices = {
  'delivery.failed': { mail: 'deliveriesFailed', usual: 'NoticeAndMail', opens: 'deliveries' },
} as const satisfies NoticeEvents

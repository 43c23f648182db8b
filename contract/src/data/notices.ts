import type { NoticeEvents } from '../kit/notice-event.ts'

/** What a second person decided on one's change of master data (DAT-003). */
export const dataNotices = {
  'masterData.approved': { mail: 'changeApproved', usual: 'Notice', opens: 'change' },
  'masterData.rejected': { mail: 'changeRejected', usual: 'Notice', opens: 'change' },
} as const satisfies NoticeEvents

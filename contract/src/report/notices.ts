import type { NoticeEvents } from '../kit/notice-event.ts'

/** What became of runs of reports: of one's own, and of those that are sent. */
export const reportNotices = {
  'reportRun.ready': { mail: 'reportReady', usual: 'Notice', opens: 'reportRun' },
  'reportRun.failed': { mail: 'reportFailed', usual: 'Notice', opens: 'reportRun' },
} as const satisfies NoticeEvents

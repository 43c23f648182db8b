import type { NoticeEvents } from '../kit/notice-event.ts'

/** What became of one's long work. */
export const jobNotices = {
  'job.succeeded': { mail: 'jobSucceeded', usual: 'Notice', opens: 'job' },
  'job.failed': { mail: 'jobFailed', usual: 'Notice', opens: 'job' },
} as const satisfies NoticeEvents

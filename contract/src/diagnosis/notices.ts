import type { NoticeEvents } from '../kit/notice-event.ts'

/** New findings of the system diagnosis, for who sees all of it. */
export const diagnosisNotices = {
  'diagnosis.found': { mail: 'diagnosisFound', usual: 'Notice', opens: 'diagnosis' },
} as const satisfies NoticeEvents

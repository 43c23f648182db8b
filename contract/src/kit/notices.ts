import { dataNotices } from '../data/notices.ts'
import { diagnosisNotices } from '../diagnosis/notices.ts'
import { jobNotices } from '../jobs/notices.ts'
import { orderNotices } from '../order/notices.ts'
import { portaNotices } from '../porta/notices.ts'
import { reportNotices } from '../report/notices.ts'
import { servicesNotices } from '../services/notices.ts'
import { systemNotices } from '../system/notices.ts'
import { traceNotices } from '../trace/notices.ts'
import { keysOf } from './typed.ts'

// The events that somebody can be told of, put together from the areas' own (ORD-024).

export const noticeEvents = {
  ...orderNotices,
  ...jobNotices,
  ...dataNotices,
  ...diagnosisNotices,
  ...portaNotices,
  ...reportNotices,
  ...servicesNotices,
  ...systemNotices,
  ...traceNotices,
} as const
export type NoticeEvent = keyof typeof noticeEvents
/** What a click on a notice opens; the screens of its area know where. */
export type NoticeTarget = (typeof noticeEvents)[NoticeEvent]['opens']
export const noticeEventNames = keysOf(noticeEvents)

/** The event of that name; undefined for one that this version does not know. */
export function noticeEventOf(name: string): NoticeEvent | undefined {
  return noticeEventNames.find((event) => event === name)
}

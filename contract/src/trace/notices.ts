import type { NoticeEvents } from '../kit/notice-event.ts'

/** What those are told whom a recall concerns: staff who see recalls, and the places that have packs of the lot. */
export const traceNotices = {
  'recall.started': { mail: 'recallStarted', usual: 'NoticeAndMail', opens: 'recall' },
  'recall.atPlace': { mail: 'recallAtPlace', usual: 'NoticeAndMail', opens: 'recalledPlace' },
  'recall.lifted': { mail: 'recallLifted', usual: 'NoticeAndMail', opens: 'recall' },
  'recall.liftedAtPlace': { mail: 'recallLiftedAtPlace', usual: 'NoticeAndMail', opens: 'recalledPlace' },
} as const satisfies NoticeEvents

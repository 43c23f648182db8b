import { z } from 'zod'
import { call, Done, Nothing, Uuid } from '../kit/call.ts'
import { noticeChoices } from '../kit/notice-event.ts'
import { noticeEventNames } from '../kit/notices.ts'
import { Instant } from '../kit/values.ts'

// What a user is told of, and how (ORD-024). Everybody sees their own notices and no others.

export const noticesAtOnce = 20

export const Notice = z.strictObject({
  id: Uuid,
  event: z.enum(noticeEventNames),
  /** What happened, without words: the reader's language makes the sentence. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The record that it happened to; null when there are several. */
  recordCode: z.string().nullable(),
  createdAt: Instant,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

/** The newest first; `before` is the last notice that is known already. */
export const getMyNotices = call('Notices/GetMyNotices', {
  access: 'session',
  reads: true,
  input: z.strictObject({ before: Uuid.nullable() }),
  output: z.strictObject({ notices: z.array(Notice), more: z.boolean() }),
  refusals: [],
})

export const countMyNotices = call('Notices/CountMyNotices', {
  access: 'session',
  reads: true,
  polled: true,
  input: Nothing,
  output: z.strictObject({ unread: z.int() }),
  refusals: [],
})

/** The count now, and again whenever it has changed, as long as somebody listens. */
export const watchMyNotices = call('Notices/WatchMyNotices', {
  access: 'session',
  kind: 'stream',
  reads: true,
  polled: true,
  input: Nothing,
  output: z.strictObject({ unread: z.int() }),
  refusals: [],
})

/** `id` null reads all. A notice that is gone, or somebody else's, is left alone. */
export const markNoticesRead = call('Notices/MarkNoticesRead', {
  access: 'session',
  input: z.strictObject({ id: Uuid.nullable() }),
  output: Done,
  refusals: [],
})

export const getNoticeChoices = call('Notices/GetNoticeChoices', {
  access: 'session',
  reads: true,
  input: Nothing,
  output: z.strictObject({
    choices: z.array(z.strictObject({ event: z.enum(noticeEventNames), choice: z.enum(noticeChoices) })),
  }),
  refusals: [],
})

export const setNoticeChoice = call('Notices/SetNoticeChoice', {
  access: 'session',
  input: z.strictObject({ event: z.enum(noticeEventNames), choice: z.enum(noticeChoices) }),
  output: Done,
  refusals: [],
})

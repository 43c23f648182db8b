import { z } from 'zod'

/** What a bulk action answers for each record it was given (style: say which ones failed, and why). */
export const ItemResult = z.strictObject({
  id: z.uuid(),
  code: z.string(),
  /** Done, or what would be done in a dry run. */
  ok: z.boolean(),
  /** Lines or parts that were touched. */
  count: z.int(),
  refusal: z.string().nullable(),
  /** The refusal in the caller's language. */
  message: z.string().nullable(),
})
export type ItemResult = z.infer<typeof ItemResult>

export const BulkAnswer = z.strictObject({
  /** Set when the selection is too large for one answer; its progress is streamed by Jobs/WatchJob. */
  jobId: z.uuid().nullable(),
  done: z.int(),
  refused: z.int(),
  results: z.array(ItemResult),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

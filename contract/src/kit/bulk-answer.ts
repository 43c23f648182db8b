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

/** Why records were refused: each refusal once, with how many it holds back, the most frequent first. */
export const BulkReason = z.strictObject({
  refusal: z.string(),
  count: z.int(),
  /** In the caller's language; null where it says something else of each record. */
  message: z.string().nullable(),
})
export type BulkReason = z.infer<typeof BulkReason>

/** Records that pass and should be looked at before they are done: all for one cause, in the caller's language. */
export const BulkWarning = z.strictObject({
  warning: z.string(),
  message: z.string(),
  count: z.int(),
  /** The first of them, as many as a selection can name. */
  records: z.array(z.strictObject({ id: z.uuid(), code: z.string() })),
})
export type BulkWarning = z.infer<typeof BulkWarning>

/** Selects what a bulk job of the caller has done, without what it refused: to take it back. */
export const DoneByJob = z.strictObject({ mode: z.literal('job'), jobId: z.uuid() })

export const BulkAnswer = z.strictObject({
  /** Set when the selection is too large for one answer; its progress is streamed by Jobs/WatchJob. */
  jobId: z.uuid().nullable(),
  done: z.int(),
  /** Records whose change waits for another person's approval: they passed, and nothing is done yet. */
  waiting: z.int().optional(),
  refused: z.int(),
  /** Of all records, also where there are more than `results` names. */
  reasons: z.array(BulkReason),
  results: z.array(ItemResult),
  /** Of a dry run: what this leads to elsewhere, sentences that have to be seen before it is done. */
  consequences: z.array(z.string()).optional(),
  /** Of a dry run: what passes in figures, each as words such as “28 customers”. */
  figures: z.array(z.string()).optional(),
  warnings: z.array(BulkWarning).optional(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

/** Counts, reasons, and the results with the refused ones first, because those are what somebody has to look at. */
export function summariseResults(results: readonly ItemResult[]): Omit<BulkAnswer, 'jobId'> {
  const refused = results.filter(({ ok }) => !ok)
  const reasons = [...Map.groupBy(refused, ({ refusal }) => refusal ?? '')].map(([refusal, of]) => {
    const messages = new Set(of.map(({ message }) => message))
    return { refusal, count: of.length, message: messages.size === 1 ? (of[0]?.message ?? null) : null }
  })
  return {
    done: results.length - refused.length,
    refused: refused.length,
    reasons: reasons.toSorted((one, other) => other.count - one.count),
    results: [...refused, ...results.filter(({ ok }) => ok)],
  }
}

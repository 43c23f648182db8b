import { chosenRejectReasons } from '@kervan/contract/order/words'
import { z } from 'zod'

/** A refusal of goods needs its reason; with Other also the words (ORD-009). */
export const RejectForm = z
  .object({ reason: z.enum(chosenRejectReasons), memo: z.string().max(500) })
  .superRefine(({ reason, memo }, context) => {
    if (reason === 'Other' && memo.trim() === '')
      context.addIssue({ code: 'custom', path: ['memo'], message: 'order.decide.memoNeeded' })
  })
export type RejectForm = z.infer<typeof RejectForm>

export const CancelForm = z.object({
  memo: z.string().trim().min(1, 'order.decide.memoNeededCancel').max(500),
})
export type CancelForm = z.infer<typeof CancelForm>

/** A memo as the calls take it: absent rather than empty. */
export function memoOf(memo: string): { memo?: string } {
  return memo.trim() === '' ? {} : { memo: memo.trim() }
}

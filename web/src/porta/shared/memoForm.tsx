import { z } from 'zod'
import { actionForm } from '../../kit/bulk/action.ts'
import { Memo, memoOf } from '../../kit/bulk/reasonForms.tsx'

/** What may be said with an approval; needed where a point of sale is on the blacklist, which the server says of each request. */
export const memoForm = actionForm({
  schema: z.object({ memo: z.string().max(500) }),
  start: { memo: '' },
  Fields: () => <Memo optional />,
  input: ({ memo }) => memoOf(memo),
  // Whether a reason is missing is said with the result; what passes with one is counted before.
  dryRunWith: () => ({ memo: '-' }),
})

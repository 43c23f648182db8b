import { z } from 'zod'
import { call } from '../kit/call.ts'
import { FoundRecord, recordKinds } from '../kit/found-record.ts'
import { keywordMinimum } from '../kit/page-limits.ts'

/** Of each kind no more than the eye takes in beside the others. */
export const foundPerKind = 4
export const foundOfOneKind = 20

/**
 * Records by what somebody types, from two letters on. Each kind is for those who may open its screen and its list, and
 * within the rows of that list; whoever may open none gets an empty answer.
 */
export const findRecords = call('Search/FindRecords', {
  input: z.strictObject({
    text: z
      .string()
      .max(100)
      .refine((text) => text.trim().length >= keywordMinimum),
    /** Only these, and more of them: for a field that picks one. */
    kind: z.enum(recordKinds).optional(),
  }),
  output: z.strictObject({ records: z.array(FoundRecord) }),
  refusals: [],
  access: 'session',
  reads: true,
})

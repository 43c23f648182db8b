import { z } from 'zod'
import { call } from '../kit/call.ts'
import { keywordMinimum } from '../kit/page-limits.ts'

/** What the palette finds on the server, in the order in which it shows it. */
export const recordKinds = [
  'order',
  'customer',
  'location',
  'product',
  'user',
  'strategy',
  'serviceRun',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** Of each kind no more than the eye takes in beside the others. */
export const foundPerKind = 4
export const foundOfOneKind = 20

/** Where an order stands for this reader. */
export const orderPlaces = ['pending', 'closed', 'external', 'myPending', 'myPast'] as const

export const FoundRecord = z.strictObject({
  kind: z.enum(recordKinds),
  id: z.uuid(),
  code: z.string().nullable(),
  name: z.string(),
  /** What tells it from others of the same name: a town, a brand, a user name. */
  hint: z.string(),
  /** Of orders: how many pieces, the state, and the list it stands in. */
  quantity: z.int().nullable(),
  state: z.string().nullable(),
  place: z.enum(orderPlaces).nullable(),
})
export type FoundRecord = z.infer<typeof FoundRecord>

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

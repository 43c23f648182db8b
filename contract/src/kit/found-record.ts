import { z } from 'zod'

/** What the palette finds on the server, in the order in which it shows it. */
export const recordKinds = [
  'order',
  'customer',
  'location',
  'product',
  'user',
  'strategy',
  'serviceRun',
  'discountRequest',
] as const
export type RecordKind = (typeof recordKinds)[number]

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

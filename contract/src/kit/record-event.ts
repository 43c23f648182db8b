import { z } from 'zod'
import { Instant } from './values.ts'

/** What happened to a record, as its time line shows it. */
export const RecordEvent = z.strictObject({
  id: z.uuid(),
  at: Instant,
  by: z.string(),
  /** The kind of event; its sentence is the message `event.<kind>` with `facts`. */
  kind: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type RecordEvent = z.infer<typeof RecordEvent>

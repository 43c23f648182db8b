import { z } from 'zod'
import { call, Uuid } from '../kit/call.ts'
import { DateOnly } from '../kit/values.ts'

/** A value and the days for which it holds: the first of them, and the day from which it no longer does. */
export const TimelineSpan = z.strictObject({
  value: z.string().nullable(),
  from: DateOnly,
  to: DateOnly.nullable(),
})

/** What became of a product in time (PRD-001): its listing, season, price and state, each from day to day. */
export const getProductTimeline = call('Product/GetProductTimeline', {
  sharesPermission: 'GetProducts',
  reads: true,
  input: z.strictObject({ productId: Uuid }),
  output: z.strictObject({
    today: DateOnly,
    /** The first day that anything is known of. */
    since: DateOnly,
    listing: z.array(TimelineSpan),
    season: z.array(TimelineSpan),
    /** List prices in the company's currency; null for readers who may not see prices. */
    price: z.array(TimelineSpan).nullable(),
    status: z.array(TimelineSpan),
    currency: z.string(),
  }),
  refusals: ['NotFound'],
})

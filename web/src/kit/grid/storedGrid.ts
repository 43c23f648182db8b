import { pageSizes } from '@kervan/contract/kit/page-limits'
import { z } from 'zod'

// What the browser and the server keep of a grid's arrangement; apart, since the sign-in page checks it too.

export const gridStateVersion = 9
export const widths = { minimum: 56, maximum: 900 } as const

export const SortShape = z.array(z.object({ column: z.string(), direction: z.enum(['asc', 'desc']) })).max(3)

export const StoredGridState = z.object({
  v: z.literal(gridStateVersion),
  /** When it was stored; of two copies the later one counts. */
  at: z.number(),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number().min(widths.minimum).max(widths.maximum)),
  hidden: z.array(z.string()),
  pinned: z.array(z.string()),
  sort: SortShape,
  pageSize: z.literal([...pageSizes]),
})
export type StoredGridState = z.infer<typeof StoredGridState>

export const StoredTemplate = StoredGridState.extend({
  filters: z.record(z.string(), z.looseObject({})),
  search: z.string(),
})
export type StoredTemplate = z.infer<typeof StoredTemplate>

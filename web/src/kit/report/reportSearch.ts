import { z } from 'zod'

// What a report keeps in the address and in saved views.

const view = {
  rows: z.array(z.string()).optional().catch(undefined),
  column: z.string().nullable().optional().catch(undefined),
  measure: z.string().optional().catch(undefined),
  only: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
  /** What the values of `only` are called, where that is not the value itself. */
  names: z.record(z.string(), z.string()).optional().catch(undefined),
  sort: z.enum(['name', 'total']).optional().catch(undefined),
}
/** What a saved view keeps. */
export const StoredView = z.object(view)
export type StoredView = z.infer<typeof StoredView>
/** What a report keeps in the address. */
export const ReportSearch = z.object({
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  ...view,
})
export type ReportSearch = z.infer<typeof ReportSearch>

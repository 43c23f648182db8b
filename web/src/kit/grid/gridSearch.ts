import { pageSizes } from '@kervan/contract/kit/page-limits'
import { z } from 'zod'

// What a grid keeps in the address, in a file of its own: the addresses of all screens are known before any list is.

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
export const gridSearchShape = {
  page: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
  /** Where the page begins, in a list that is not counted. */
  after: z.string().max(2_000).optional().catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.literal([...pageSizes]))
    .optional()
    .catch(undefined),
  sort: z.string().optional().catch(undefined),
  q: text.optional().catch(undefined),
  f: z.record(z.string(), z.record(z.string(), z.unknown())).optional().catch(undefined),
}
/** For routes with one grid and nothing else in their address. */
export const GridSearch = z.object(gridSearchShape)
export type GridSearch = z.infer<typeof GridSearch>

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

/** What the address of a list of orders carries beside its tab: the grid's question, the window, the open order. */
export const orderSearchShape = {
  ...gridSearchShape,
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  order: z
    .union([z.string().min(1).max(40), z.number().transform(String)])
    .optional()
    .catch(undefined),
}

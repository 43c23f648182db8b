import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

/** `order`: the order that a return is to be announced of; empty where it is still to be named. */
export const returnsSearch = z.object({
  ...gridSearchShape,
  return: z.uuid().optional().catch(undefined),
  order: z.coerce.string().max(40).optional().catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const subscriptionsSearch = z.object({
  ...gridSearchShape,
  subscription: z.uuid().optional().catch(undefined),
})

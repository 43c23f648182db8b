import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const replenishmentSearch = z.object({
  ...gridSearchShape,
  variant: z.uuid().optional().catch(undefined),
})

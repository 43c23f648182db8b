import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const ediSearch = z.object({
  ...gridSearchShape,
  message: z.uuid().optional().catch(undefined),
})

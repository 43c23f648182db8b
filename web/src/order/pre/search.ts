import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const preOrderSearch = z.object({
  ...gridSearchShape,
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  pre: z.uuid().optional().catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const templatesSearch = z.object({
  ...gridSearchShape,
  template: z.uuid().optional().catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

/** The address of the screen: the list's own part, and the filter whose form is open, `new` for a new one. */
export const filterSearch = z.object({
  ...gridSearchShape,
  filter: z.string().optional().catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

/** What the parts of the mass customization interface keep in the address. */
export const mciSearch = z.object({
  ...gridSearchShape,
  entity: z.uuid().optional().catch(undefined),
  file: z.uuid().optional().catch(undefined),
  rowPage: z.int().min(1).optional().catch(undefined),
  find: z.string().max(100).optional().catch(undefined),
})

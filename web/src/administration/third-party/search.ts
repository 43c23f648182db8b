import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const thirdPartySearch = z.object(gridSearchShape)

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridQuery.ts'

export const thirdPartySearch = z.object(gridSearchShape)

import { z } from 'zod'
import { priceUnits } from '@kervan/contract/lma/price-units'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'

export const expectationSearch = z.object({
  ...gridSearchShape,
  /** The expectation that is open. */
  line: z.uuid().optional().catch(undefined),
  unit: z.enum(priceUnits).optional().catch(undefined),
})

/** Screens of master data keep their own share of the address. */
export const partSearch = z.looseObject({ part: z.string().optional().catch(undefined) })

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

/** Margins by day: of one product or all, as a list or drawn. */
export const marginSearch = z.object({
  ...gridSearchShape,
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  product: z.string().max(20).optional().catch(undefined),
  tab: z.enum(['list', 'chart']).optional().catch(undefined),
})

export const simulationSearch = z.object({
  product: z.string().max(20).optional().catch(undefined),
})

export const historySearch = z.object({
  /** Series and product, such as `MarketPrice:DIESEL`. */
  series: z.array(z.string().max(40)).max(10).optional().catch(undefined),
  unit: z.enum(priceUnits).optional().catch(undefined),
  tab: z.enum(['series', 'backtest']).optional().catch(undefined),
  product: z.string().max(20).optional().catch(undefined),
  average: z.enum(['Weekly', 'Monthly', 'Yearly']).optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
})

export const transferSearch = z.object({
  ...gridSearchShape,
  /** The transfer price that is open. */
  price: z.uuid().optional().catch(undefined),
})

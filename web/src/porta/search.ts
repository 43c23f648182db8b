import { priceChangeTabs, requestTabs } from '@kervan/contract/porta/tabs'
import { z } from 'zod'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'

const shape = {
  ...gridSearchShape,
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  request: z.uuid().optional().catch(undefined),
}

export const mySearch = z.object({ ...shape, tab: z.enum(requestTabs).optional().catch(undefined) })

/** Staff have the tabs of applicants, the auditor one more, and one for reports to warehouses. */
export const managementTabs = [...requestTabs, 'inspection', 'reports'] as const
export const managementSearch = z.object({
  ...shape,
  tab: z.enum(managementTabs).optional().catch(undefined),
})

export const myPriceChangeSearch = z.object({
  ...shape,
  tab: z.enum(priceChangeTabs).optional().catch(undefined),
})
export const priceChangeSearch = z.object({
  ...shape,
  tab: z
    .enum([...priceChangeTabs, 'reports'])
    .optional()
    .catch(undefined),
})

export const kigoSearch = z.object({ ...gridSearchShape, from: shape.from, to: shape.to })

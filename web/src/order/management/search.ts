import { z } from 'zod'
import { orderSearchShape } from '../shared/orderSearch.ts'

export const managementTabs = ['pending', 'closed', 'external'] as const
export type ManagementTab = (typeof managementTabs)[number]

export const managementSearch = z.object({
  ...orderSearchShape,
  tab: z.enum(managementTabs).optional().catch(undefined),
})

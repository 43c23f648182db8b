import type { OpenPart } from '@kervan/contract/order/order-management'
import { z } from 'zod'
import { orderSearchShape } from '../shared/orderSearch.ts'

// Part of everybody's first load, so it names the parts itself instead of loading the contract of ordering.
const openParts = ['toDecide', 'inFulfilment'] as const satisfies readonly OpenPart[]
export const managementTabs = [...openParts, 'closed', 'external'] as const
export type ManagementTab = (typeof managementTabs)[number]

export const managementSearch = z.object({
  ...orderSearchShape,
  tab: z.enum(managementTabs).optional().catch(undefined),
})

/** Which tabs are parts of the open orders. */
export const isPart = (tab: ManagementTab): tab is OpenPart => openParts.some((part) => part === tab)

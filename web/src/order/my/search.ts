import { z } from 'zod'
import { orderSearchShape } from '../shared/orderSearch.ts'

export const myTabs = ['pending', 'past', 'preApproval', 'documents'] as const
export type MyTab = (typeof myTabs)[number]

export const mySearch = z.object({
  ...orderSearchShape,
  tab: z.enum(myTabs).optional().catch(undefined),
  pre: z.uuid().optional().catch(undefined),
})

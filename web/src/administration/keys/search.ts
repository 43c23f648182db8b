import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const keyTabs = ['details', 'may', 'history'] as const
export type KeyTab = (typeof keyTabs)[number]

export const keysSearch = z.object({
  ...gridSearchShape,
  key: z.uuid().optional().catch(undefined),
  tab: z.enum(keyTabs).optional().catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const userTabs = ['details', 'roles', 'locations', 'keys', 'signIns', 'access', 'history'] as const
export type UserTab = (typeof userTabs)[number]

export const usersSearch = z.object({
  ...gridSearchShape,
  user: z.uuid().optional().catch(undefined),
  tab: z.enum(userTabs).optional().catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const activityTabs = ['activity', 'signIns'] as const

export const activitySearch = z.object({
  ...gridSearchShape,
  tab: z.enum(activityTabs).catch('activity'),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  entry: z.uuid().optional().catch(undefined),
})

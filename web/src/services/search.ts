import { z } from 'zod'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'

const day = z.iso.date().optional().catch(undefined)
const id = z.uuid().optional().catch(undefined)
const window = { from: day, to: day }

export const strategiesSearch = z.object({
  ...gridSearchShape,
  tab: z.enum(['strategies', 'pool']).optional().catch(undefined),
  strategy: id,
})
const calendarViews = ['month', 'week', 'agenda'] as const
const calendar = { day, calendar: z.enum(calendarViews).optional().catch(undefined) }
export const schedulingSearch = z.object({
  ...gridSearchShape,
  ...window,
  ...calendar,
  tab: z.enum(['plans', 'dates', 'calendar']).optional().catch(undefined),
})
export const calendarSearch = z.object(calendar)
export const operationsSearch = z.object({ ...gridSearchShape, ...window, run: id })
export const workOrderSearch = z.object({
  ...gridSearchShape,
  ...window,
  workOrder: id,
  view: z.enum(['list', 'map']).optional().catch(undefined),
})
const code = z.string().max(64).optional().catch(undefined)
export const overrideSearch = z.object({
  run: code,
  product: code,
  by: z.enum(['sku', 'set']).optional().catch(undefined),
})
export const downloadsSearch = z.object({ ...gridSearchShape, ...window })

/** Months that lists of services show at once. */
export const serviceMonths = 13

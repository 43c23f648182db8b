import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const deviceTabs = ['details', 'may', 'history'] as const
export type DeviceTab = (typeof deviceTabs)[number]

export const devicesSearch = z.object({
  ...gridSearchShape,
  device: z.uuid().optional().catch(undefined),
  tab: z.enum(deviceTabs).optional().catch(undefined),
})

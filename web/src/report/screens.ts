import { z } from 'zod'
import { screenParts, type AreaScreens } from '../kit/page/screen.ts'

/** A report reads its part of the address itself. */
const readThere = z.looseObject({})

export const screens: AreaScreens = {
  stockSenseReport: screenParts({ component: () => import('./StockSense.tsx'), search: readThere }),
  primaryDataReport: screenParts({ component: () => import('./PrimaryData.tsx'), search: readThere }),
  reportFiles: screenParts({ component: () => import('./ReportFiles.tsx'), search: readThere }),
  serviceInsights: screenParts({ component: () => import('./ServiceInsights.tsx'), search: readThere }),
}

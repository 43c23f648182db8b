import { findingTabs } from '@kervan/contract/diagnosis/tabs'
import { z } from 'zod'
import { gridSearchShape } from '../kit/grid/gridSearch.ts'

export const diagnosisSearch = z.object({
  ...gridSearchShape,
  tab: z.enum(findingTabs).optional().catch(undefined),
  /** A report of earlier. */
  run: z.uuid().optional().catch(undefined),
})

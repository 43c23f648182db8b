import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const versionTabs = ['text', 'difference', 'choices', 'history'] as const
export type VersionTab = (typeof versionTabs)[number]

/** `version` is the record's id; `edit` is a definition's number whose next version is written, or `new`. */
export const acknowledgementsSearch = z.object({
  ...gridSearchShape,
  version: z.uuid().optional().catch(undefined),
  tab: z.enum(versionTabs).optional().catch(undefined),
  edit: z
    .union([z.literal('new'), z.string().regex(/^\d{1,10}\/\d{1,5}$/)])
    .optional()
    .catch(undefined),
})

import { z } from 'zod'
import { gridSearchShape } from '../../kit/grid/gridSearch.ts'

export const roleTabs = ['info', 'users', 'history'] as const
export type RoleTab = (typeof roleTabs)[number]

/** `edit` is the role in the editor, or `new`. */
export const rolesSearch = z.object({
  ...gridSearchShape,
  role: z.uuid().optional().catch(undefined),
  edit: z
    .union([z.literal('new'), z.uuid()])
    .optional()
    .catch(undefined),
  tab: z.enum(roleTabs).optional().catch(undefined),
})

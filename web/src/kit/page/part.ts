import type { UiPermission, UserType } from '@kervan/contract/access/words'
import type { ComponentType } from 'react'

export const partGroups = ['me', 'people', 'company'] as const

export type AccountPart = {
  /** Stands in the address (`?part=users`) and names the part: `account.part.<key>`. */
  key: string
  permission: UiPermission
  /** Offered to users of this type only. */
  userType?: UserType
  group: (typeof partGroups)[number]
  /** A `PageFrame` of its own. What else it keeps in the address it reads with `useScreenSearch`. */
  component: () => Promise<{ default: ComponentType }>
}

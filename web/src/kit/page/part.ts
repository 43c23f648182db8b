import type { Session } from '@kervan/contract/access/authentication'
import type { UiPermission, UserType } from '@kervan/contract/access/words'
import type { ComponentType } from 'react'

/** A part of a screen that has several. */
export type ScreenPart<G extends string = string> = {
  /** Stands in the address (`?part=users`) and names the part. */
  key: string
  /** Of a screen, or of the call that the part begins with. */
  permission: string
  /** A further permission that it takes, of the call it begins with. */
  needs?: string
  /** Offered to users of this type only. */
  userType?: UserType
  group: G
  /** Customer success has not opened it for this company: the part stands in the menu and says so (API-008). */
  isClosed?: (session: Session) => boolean
  /** A `PageFrame` of its own. What else it keeps in the address it reads with `useScreenSearch`. */
  component: () => Promise<{ default: ComponentType }>
}

/** A part that lives in another screen: a link to it. */
export type LinkPart<G extends string = string> = Omit<ScreenPart<G>, 'component'> & {
  opens: { to: string; search: Record<string, unknown> }
}
export type AnyPart<G extends string = string> = ScreenPart<G> | LinkPart<G>

export const partGroups = ['me', 'people', 'company'] as const

/** A part of account settings, named by `account.part.<key>`. */
export type AccountPart = ScreenPart<(typeof partGroups)[number]> & { permission: UiPermission }

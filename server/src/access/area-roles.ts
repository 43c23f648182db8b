import type { UiPermission } from '@kervan/contract/access/words'
import type { ReadyMadeRoleCode } from './ready-made-role-names.ts'

/** Every call of a group (`orderNew-*`), those of them that change nothing (`orderManagement-read*`), or a single one that looks or decides. */
export type CallPattern =
  | `${string}-*`
  | `${string}-read*`
  | `${string}-${'get' | 'export' | 'approve' | 'reject' | 'decline' | 'look' | 'inquire' | 'report' | 'send' | 'readImage' | 'announce' | 'accept' | 'refuse' | 'withdraw' | 'receive'}${string}`

/** What an area says of the ready-made roles (USR-005): the `roles.ts` of its folder, found by `administration/roles`. */
export type AreaRoles = {
  /** What fills a screen, a part or a box of the area: whoever is shown it may ask for it. */
  reads: Partial<Record<UiPermission, readonly CallPattern[]>>
  /** Calls of the area that roles have beyond what fills their screens. */
  calls?: Partial<Record<ReadyMadeRoleCode, readonly CallPattern[]>>
}

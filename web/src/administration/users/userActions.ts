import {
  assignRoles,
  changeUsername,
  changeUserStates,
  endUserSessions,
  inviteAgain,
  removeSecondFactor,
  resetPassword,
  unlockUser,
  updateUser,
  withdrawInvitation,
  type Blocked,
  type UserAction,
} from '@kervan/contract/administration/users'
import type { InvitationView, MembershipState } from '@kervan/contract/access/words'
import { setUserLocations } from '@kervan/contract/administration/user-locations'
import {
  IconAt,
  IconBan,
  IconKey,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMailForward,
  IconMailX,
  IconMapPin,
  IconPencil,
  IconShieldOff,
  IconUserCheck,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AnyCall } from '../../kit/call/client.ts'
import type { GridAction } from '../../kit/grid/types.ts'
import type { MessageKey } from '../../kit/i18n/words.ts'
import { useRights } from '../../kit/call/rights.ts'
import type { BulkDialogState } from './BulkDialogs.tsx'
import type { UserDialogState } from './UserDialogs.tsx'

/** What is known of a user on a row and in the drawer alike. */
export type Subject = {
  id: string
  version: number
  name: string
  username: string
  state: MembershipState
  invitation: InvitationView | null
  blocked: Blocked
}

type Action = {
  key: string
  action: UserAction
  call: AnyCall
  label: MessageKey
  icon: TablerIcon
  danger?: boolean
  hotkey?: string
  shown?: (user: Subject) => boolean
}

/** Everything that can be done with one user: its call, so its permission; its reason comes with the user. */
const actions: readonly Action[] = [
  {
    key: 'edit',
    action: 'edit',
    call: updateUser,
    label: 'account.users.act.edit',
    icon: IconPencil,
    hotkey: 'e',
  },
  {
    key: 'allocate',
    action: 'allocate',
    call: setUserLocations,
    label: 'account.users.act.allocate',
    icon: IconMapPin,
  },
  {
    key: 'inviteAgain',
    action: 'inviteAgain',
    call: inviteAgain,
    label: 'account.users.act.inviteAgain',
    icon: IconMailForward,
    shown: ({ invitation }) => invitation !== null && invitation !== 'Accepted',
  },
  {
    key: 'withdrawInvitation',
    action: 'withdrawInvitation',
    call: withdrawInvitation,
    label: 'account.users.act.withdrawInvitation',
    icon: IconMailX,
    danger: true,
    shown: ({ blocked }) => blocked.withdrawInvitation === null,
  },
  {
    key: 'unlock',
    action: 'unlock',
    call: unlockUser,
    label: 'account.users.act.unlock',
    icon: IconLockOpen,
    shown: ({ blocked }) => blocked.unlock === null,
  },
  {
    key: 'resetPassword',
    action: 'resetPassword',
    call: resetPassword,
    label: 'account.users.act.resetPassword',
    icon: IconKey,
  },
  {
    key: 'changeUsername',
    action: 'changeUsername',
    call: changeUsername,
    label: 'account.users.act.changeUsername',
    icon: IconAt,
  },
  {
    key: 'endSessions',
    action: 'endSessions',
    call: endUserSessions,
    label: 'account.users.act.endSessions',
    icon: IconLogout,
  },
  {
    key: 'removeSecondFactor',
    action: 'removeSecondFactor',
    call: removeSecondFactor,
    label: 'account.users.act.removeSecondFactor',
    icon: IconShieldOff,
    shown: ({ blocked }) => blocked.removeSecondFactor === null,
  },
  {
    key: 'Active',
    action: 'changeState',
    call: changeUserStates,
    label: 'account.users.state.Active.asking',
    icon: IconUserCheck,
    shown: ({ state }) => state === 'Passive',
  },
  {
    key: 'Passive',
    action: 'changeState',
    call: changeUserStates,
    label: 'account.users.state.Passive.asking',
    icon: IconBan,
    danger: true,
    shown: ({ state }) => state === 'Active',
  },
  {
    key: 'Blocked',
    action: 'changeState',
    call: changeUserStates,
    label: 'account.users.state.Blocked.asking',
    icon: IconLock,
    danger: true,
    shown: ({ state }) => state !== 'Blocked',
  },
]

export type UserDialogName =
  | 'edit'
  | 'allocate'
  | 'unlock'
  | 'resetPassword'
  | 'changeUsername'
  | 'endSessions'
  | 'removeSecondFactor'
  | 'inviteAgain'
  | 'withdrawInvitation'
  | MembershipState

/** The actions on a user that the caller has the permission for; what is not possible now says why. */
export function useUserActions(onDialog: (dialog: UserDialogState) => void): (user: Subject) => GridAction[] {
  const { t } = useTranslation()
  const rights = useRights()
  return (user) =>
    actions
      .filter(({ call, shown }) => rights.has(call.permission ?? '') && (shown?.(user) ?? true))
      .map(({ key, action, label, icon, danger, hotkey }) => ({
        key,
        label: t(label),
        icon,
        tone: danger ? 'danger' : 'default',
        blocked: user.blocked[action],
        ...(hotkey ? { hotkey } : {}),
        run: () => onDialog({ action: key as UserDialogName, user }),
      }))
}

/** What can be done with many users at once. */
export const bulkUserActions: readonly {
  action: BulkDialogState['action']
  call: AnyCall
  label: MessageKey
  icon: TablerIcon
  danger?: boolean
}[] = [
  { action: 'roles', call: assignRoles, label: 'account.users.act.assignRoles', icon: IconUsersGroup },
  {
    action: 'Active',
    call: changeUserStates,
    label: 'account.users.state.Active.asking',
    icon: IconUserCheck,
  },
  {
    action: 'Passive',
    call: changeUserStates,
    label: 'account.users.state.Passive.asking',
    icon: IconBan,
    danger: true,
  },
  {
    action: 'Blocked',
    call: changeUserStates,
    label: 'account.users.state.Blocked.asking',
    icon: IconLock,
    danger: true,
  },
]

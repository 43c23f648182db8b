import { assignRoles, changeUserStates } from '@kervan/contract/administration/users'
import { endUserSessions } from '@kervan/contract/administration/user-acts'
import { withdrawInvitation } from '@kervan/contract/administration/user-acts'
import { changeUsername } from '@kervan/contract/administration/user-acts'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { removeSecondFactor } from '@kervan/contract/administration/user-acts'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import type { MembershipState } from '@kervan/contract/access/words'
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
import { z } from 'zod'
import { actionForm } from '../../kit/bulk/action.ts'
import { MultiLookupField } from '../../kit/form/LookupField.tsx'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { AllocateDialog } from '../locations/AllocateDialog.tsx'
import { lookupOf } from '../lookups.ts'
import { nameOf, type Subject } from '../subject.ts'
import { EditUser, Rename, ResetPassword } from './UserDialogs.tsx'

type Action = RecordAction<Subject>
const isMailed = (invitation: Subject['invitation']) => invitation === 'Mailed' || invitation === 'MailEnded'
const one = ({ id }: Subject) => ({ membershipId: id })
/** Where it is not open it says nothing about the user. */
const onlyOpen = (action: keyof Subject['actions']) => (user: Subject) => user.actions[action] === null

const changeState = (
  state: MembershipState,
  icon: TablerIcon,
  shown: (user: Subject) => boolean,
): Action => ({
  key: state,
  rule: 'changeState',
  label: `account.users.state.${state}.asking`,
  icon,
  call: changeUserStates,
  shown,
  bulk: { words: `account.users.state.${state}`, input: { state } },
  ...(state === 'Active' ? {} : { tone: 'danger' }),
})

const rolesForm = actionForm({
  schema: z
    .object({ add: z.array(z.string()), remove: z.array(z.string()) })
    .refine(({ add, remove }) => add.length + remove.length > 0, {
      path: ['add'],
      message: 'kit.issue.choose',
    }),
  start: { add: [], remove: [] },
  Fields: RolesFields,
})

function RolesFields() {
  const { t } = useTranslation()
  return (
    <>
      <MultiLookupField name="add" label={t('account.users.assign.add')} {...lookupOf('role')} focusFirst />
      <MultiLookupField name="remove" label={t('account.users.assign.remove')} {...lookupOf('role')} />
    </>
  )
}

/** Everything that can be done with users, one or many (USR-004). */
export const userActions: readonly Action[] = [
  {
    key: 'edit',
    call: updateUser,
    label: 'account.users.act.edit',
    icon: IconPencil,
    hotkey: 'e',
    Dialog: EditUser,
  },
  {
    key: 'allocate',
    call: setUserLocations,
    label: 'account.users.act.allocate',
    icon: IconMapPin,
    Dialog: AllocateDialog,
  },
  {
    key: 'inviteAgain',
    call: inviteAgain,
    label: 'account.users.act.inviteAgain',
    icon: IconMailForward,
    shown: ({ invitation }) => invitation !== null && invitation !== 'Accepted' && !isMailed(invitation),
    ask: { words: 'account.users.again', input: one },
  },
  {
    key: 'mailAgain',
    rule: 'inviteAgain',
    call: inviteAgain,
    label: 'account.users.act.mailAgain',
    icon: IconMailForward,
    shown: ({ invitation }) => isMailed(invitation),
    ask: { words: 'account.users.mailAgain', input: one },
  },
  {
    key: 'withdrawInvitation',
    call: withdrawInvitation,
    label: 'account.users.act.withdrawInvitation',
    icon: IconMailX,
    tone: 'danger',
    shown: onlyOpen('withdrawInvitation'),
    ask: { words: 'account.users.withdraw', input: one },
  },
  {
    key: 'unlock',
    call: unlockUser,
    label: 'account.users.act.unlock',
    icon: IconLockOpen,
    shown: onlyOpen('unlock'),
    ask: { words: 'account.users.unlock', input: one },
  },
  {
    key: 'resetPassword',
    call: resetPassword,
    label: 'account.users.act.resetPassword',
    icon: IconKey,
    Dialog: ResetPassword,
  },
  {
    key: 'changeUsername',
    call: changeUsername,
    label: 'account.users.act.changeUsername',
    icon: IconAt,
    Dialog: Rename,
  },
  {
    key: 'endSessions',
    call: endUserSessions,
    label: 'account.users.act.endSessions',
    icon: IconLogout,
    ask: { words: 'account.users.signOut', input: one, danger: true },
  },
  {
    key: 'removeSecondFactor',
    call: removeSecondFactor,
    label: 'account.users.act.removeSecondFactor',
    icon: IconShieldOff,
    shown: onlyOpen('removeSecondFactor'),
    ask: { words: 'account.users.factor', input: one, danger: true },
  },
  {
    key: 'assignRoles',
    call: assignRoles,
    label: 'account.users.act.assignRoles',
    icon: IconUsersGroup,
    // The roles of one user stand in their form.
    onlyMany: true,
    bulk: { words: 'account.users.assign', form: rolesForm },
  },
  changeState('Active', IconUserCheck, ({ state }) => state === 'Passive'),
  changeState('Passive', IconBan, ({ state }) => state === 'Active'),
  changeState('Blocked', IconLock, ({ state }) => state !== 'Blocked'),
]

export const useUserActions = () =>
  useRecordActions<Subject>(userActions, {
    nouns: 'account.users.count',
    refreshes: ['UserManagement'],
    failed: 'account.users.failed',
    nameOf,
  })

import type { CallGroups } from '../kit/permission-areas.ts'

export const administrationCallGroups = {
  UserManagement: 'account',
  Device: 'account',
  ThirdPartyUserManagement: 'account',
  Subscription: 'account',
  Installation: 'account',
} as const satisfies CallGroups

import type { CallGroups } from '../kit/permission-areas.ts'

export const accessCallGroups = {
  Authentication: 'account',
  Session: 'account',
  WebResources: 'account',
} as const satisfies CallGroups

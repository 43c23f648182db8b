import type { CallGroups } from '../kit/permission-areas.ts'

export const registrationCallGroups = {
  Registration: 'account',
} as const satisfies CallGroups

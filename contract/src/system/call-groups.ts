import type { CallGroups } from '../kit/permission-areas.ts'

export const systemCallGroups = {
  Schedules: 'account',
} as const satisfies CallGroups

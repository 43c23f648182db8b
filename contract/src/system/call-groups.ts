import type { CallGroups } from '../kit/permission-areas.ts'

export const systemCallGroups = {
  Schedules: 'account',
  Deliveries: 'account',
  Mails: 'account',
} as const satisfies CallGroups

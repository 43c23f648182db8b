import type { CallGroups } from '../kit/permission-areas.ts'

export const homeCallGroups = {
  Home: 'general',
  FirstStep: 'account',
} as const satisfies CallGroups

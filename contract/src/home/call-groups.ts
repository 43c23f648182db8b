import type { CallGroups } from '../kit/permission-areas.ts'

export const homeCallGroups = {
  Home: 'general',
} as const satisfies CallGroups

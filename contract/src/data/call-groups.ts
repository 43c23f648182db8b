import type { CallGroups } from '../kit/permission-areas.ts'

export const dataCallGroups = {
  DataManagement: 'company',
} as const satisfies CallGroups

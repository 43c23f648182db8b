import type { CallGroups } from '../kit/permission-areas.ts'

export const traceCallGroups = { PfsiService: 'trace' } as const satisfies CallGroups

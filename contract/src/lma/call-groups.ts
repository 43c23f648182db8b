import type { CallGroups } from '../kit/permission-areas.ts'

export const lmaCallGroups = { Lma: 'fuel' } as const satisfies CallGroups

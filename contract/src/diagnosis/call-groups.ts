import type { CallGroups } from '../kit/permission-areas.ts'

export const diagnosisCallGroups = { SystemDiagnosis: 'reports' } as const satisfies CallGroups

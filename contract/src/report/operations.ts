import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of reports. */
export const reportOperations = { 'reportData.asked': null } as const satisfies Operations

export const reportRecordTypes = ['reportData'] as const

import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of the trace inquiry. */
export const traceOperations = {
  'trace.packageUploaded': null,
  'trace.recallStarted': null,
  'trace.recallLifted': null,
} as const satisfies Operations

export const traceRecordTypes = ['tracePackage', 'traceRecall'] as const

import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of reports. */
export const reportOperations = {
  'reportData.asked': null,
  'reportView.created': null,
  'reportView.updated': null,
  'reportView.shared': null,
  'reportView.deleted': null,
} as const satisfies Operations

export const reportRecordTypes = ['reportData', 'reportView'] as const

import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of reports. */
export const reportOperations = {
  'reportData.asked': null,
  'reportSetting.saved': null,
  'reportView.created': null,
  'reportView.updated': null,
  'reportView.shared': null,
  'reportView.deleted': null,
  'reportRun.deleted': null,
} as const satisfies Operations

export const reportRecordTypes = ['reportData', 'reportSetting', 'reportView', 'reportRun'] as const

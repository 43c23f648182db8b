import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls the operations of the system diagnosis. */
export const diagnosisOperations = {
  'diagnosis.started': null,
  'finding.ignored': null,
  'finding.watched': null,
  'maintenance.begun': null,
  'maintenance.ended': null,
} as const satisfies Operations

export const diagnosisRecordTypes = ['diagnosisFinding', 'diagnosisRun', 'maintenance'] as const

import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of the system diagnosis. */
export const diagnosisRefusals = {
  DiagnosisReportNotFound: { status: 404, facts: [] },
  DiagnosisRunning: { status: 409, facts: [] },
  MaintenanceUnderWay: { status: 409, facts: [] },
  IgnoredInThePast: { status: 422, facts: ['day'] },
  FindingGone: { status: 409, facts: ['finding'] },
} as const satisfies Record<string, RefusalEntry>

import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of reports whose figures are worked out in advance. */
export const reportRefusals = {
  ReportBeingUpdated: { status: 409, facts: ['minutes'] },
} as const satisfies Record<string, RefusalEntry>

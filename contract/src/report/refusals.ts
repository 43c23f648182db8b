import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of reports: of figures worked out in advance, of views and of runs. */
export const reportRefusals = {
  ReportBeingUpdated: { status: 409, facts: ['minutes'] },
  ReportUnknown: { status: 404, facts: [] },
  /** The report no longer offers what the view asks for. */
  ReportViewUnfit: { status: 422, facts: [] },
  ReportViewNameTaken: { status: 409, facts: ['name'] },
  TooManyReportViews: { status: 422, facts: ['limit'] },
  ReportRunUnfinished: { status: 409, facts: [] },
  TooManyReportRuns: { status: 429, facts: ['limit'] },
} as const satisfies Record<string, RefusalEntry>

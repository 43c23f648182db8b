import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of long work. */
export const jobsRefusals = {
  JobNotFound: { status: 404, facts: [] },
  JobFinished: { status: 409, facts: ['jobState'] },
} as const satisfies Record<string, RefusalEntry>

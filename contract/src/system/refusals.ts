import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of scheduled work. */
export const systemRefusals = {
  ScheduleRunning: { status: 409, facts: [] },
} as const satisfies Record<string, RefusalEntry>

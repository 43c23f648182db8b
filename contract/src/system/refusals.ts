import type { RefusalEntry } from '../kit/refusal-entry.ts'

/** Refusals of scheduled work and of what is sent. */
export const systemRefusals = {
  ScheduleRunning: { status: 409, facts: [] },
  DeliveryNotFailed: { status: 409, facts: ['delivery'] },
} as const satisfies Record<string, RefusalEntry>

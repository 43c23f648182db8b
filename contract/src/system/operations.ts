import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls scheduled work and what is sent; contacts are not told of it. */
export const systemOperations = {
  'schedule.started': null,
  'schedule.ran': null,
  'delivery.sentAgain': null,
} as const satisfies Operations

export const systemRecordTypes = ['schedule', 'delivery'] as const

import type { Operations } from '../kit/operation-types.ts'

/** What the audit log calls scheduled work; contacts are not told of it. */
export const systemOperations = {
  'schedule.started': null,
  'schedule.ran': null,
} as const satisfies Operations

export const systemRecordTypes = ['schedule'] as const

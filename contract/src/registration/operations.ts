import type { Operations } from '../kit/operation-types.ts'

/**
 * What the audit log calls the operations of this area, each with the type under which notification contacts are told
 * of it; null where it is nobody's business but the person's own (USR-010, USR-011).
 */
export const registrationOperations = {
  'registration.approved': 'Security',
  'registration.rejected': 'Security',
} as const satisfies Operations

export const registrationRecordTypes = ['registration'] as const

import type { Operations } from '../kit/operation-types.ts'

/**
 * What the audit log calls the operations of this area, each with the type under which notification contacts are told
 * of it; null where it is nobody's business but the person's own (USR-010, USR-011).
 */
export const accessOperations = {
  'user.invitationAccepted': 'Security',
  'user.invitationDeclined': 'Security',
  'user.left': 'Security',
  'security.passwordChanged': null,
  'security.temporaryPasswordMailed': null,
  'security.sessionsEnded': null,
  'security.secondFactorSetUp': null,
  'security.secondFactorRemoved': 'Security',
  'security.recoveryCodesRenewed': null,
  'security.acknowledged': null,
  'security.acknowledgementRejected': null,
  'security.entraLinked': 'Security',
  'security.entraUnlinked': 'Security',
  'security.apiKeyCreated': 'Security',
  'security.apiKeyRevoked': 'Security',
  'security.signInBlocked': 'Security',
} as const satisfies Operations

export const accessRecordTypes = ['membership'] as const

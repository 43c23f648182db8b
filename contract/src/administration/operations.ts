import type { Operations } from '../kit/operation-types.ts'

/**
 * What the audit log calls the operations of this area, each with the type under which notification contacts are told
 * of it; null where it is nobody's business but the person's own (USR-010, USR-011).
 */
export const administrationOperations = {
  'role.created': 'Security',
  'role.copied': 'Security',
  'role.changed': 'Security',
  'role.deleted': 'Security',
  'role.refreshed': 'Security',
  'policy.changed': 'Security',
  'entra.changed': 'Security',
  'acknowledgement.published': 'Security',
  'company.created': 'Security',
  'company.profileChanged': null,
  'user.madeAdministrator': 'Security',
  'user.created': 'Security',
  'user.linked': 'Security',
  'user.invitedAgain': 'Security',
  'user.invitationWithdrawn': 'Security',
  'user.changed': null,
  'user.usernameChanged': 'Security',
  'user.passwordReset': 'Security',
  'user.unlocked': 'Security',
  'user.stateChanged': 'Security',
  'user.rolesChanged': 'Security',
  'user.sessionsEnded': 'Security',
  'user.secondFactorRemoved': 'Security',
  'user.locationsChanged': 'Security',
  'device.codeCreated': null,
  'device.paired': 'Security',
  'device.revoked': 'Security',
  'contact.created': 'Security',
  'contact.changed': 'Security',
  'contact.deleted': 'Security',
} as const satisfies Operations

export const administrationRecordTypes = [
  'role',
  'policy',
  'company',
  'contact',
  'apiKey',
  'device',
  'entra',
  'acknowledgement',
] as const

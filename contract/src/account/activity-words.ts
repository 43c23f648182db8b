// The words of the audit log. An operation is written down under a name of its own; the one list of them is here, and a
// test holds the server to it. What a later version no longer knows is shown as `other`, never left out.

export const auditOperations = [
  'order.placed',
  'order.approved',
  'order.rejected',
  'order.revised',
  'order.reverted',
  'order.cancelled',
  'order.documentAdded',
  'order.documentRemoved',
  'order.imported',
  'order.importDiscarded',
  'order.sentExternal',
  'order.completed',
  'role.created',
  'role.copied',
  'role.changed',
  'role.deleted',
  'role.refreshed',
  'policy.changed',
  'entra.changed',
  'acknowledgement.published',
  'company.created',
  'user.madeAdministrator',
  'user.created',
  'user.linked',
  'user.invitedAgain',
  'user.invitationWithdrawn',
  'user.invitationAccepted',
  'user.invitationDeclined',
  'user.left',
  'user.changed',
  'user.usernameChanged',
  'user.passwordReset',
  'user.unlocked',
  'user.stateChanged',
  'user.rolesChanged',
  'user.sessionsEnded',
  'user.secondFactorRemoved',
  'user.locationsChanged',
  'profile.usernameChanged',
  'contact.created',
  'contact.changed',
  'contact.deleted',
  'security.passwordChanged',
  'security.temporaryPasswordMailed',
  'security.sessionsEnded',
  'security.secondFactorSetUp',
  'security.secondFactorRemoved',
  'security.recoveryCodesRenewed',
  'security.acknowledged',
  'security.acknowledgementRejected',
  'security.entraLinked',
  'security.entraUnlinked',
  'security.apiKeyCreated',
  'security.apiKeyRevoked',
  'security.signInBlocked',
  'registration.approved',
  'registration.rejected',
  'other',
] as const
export type AuditOperation = (typeof auditOperations)[number]

export const auditRecordTypes = [
  'order',
  'import',
  'membership',
  'role',
  'policy',
  'company',
  'contact',
  'registration',
  'apiKey',
  'entra',
  'acknowledgement',
  'other',
] as const

/** What too many failed tries have blocked. */
export const signInBlocks = ['Network', 'Account', 'Device', 'Session', 'Address', 'Company'] as const
export type SignInBlock = (typeof signInBlocks)[number]

/** Why a sign-in ended as it did; `none` for one that succeeded. */
export const loginReasons = [
  'none',
  'credentials',
  'throttled',
  'company',
  'membership',
  'secondFactor',
  'expired',
  'entraOnly',
  'entra',
  'other',
] as const

const amounts = new Set(['total', 'subtotal', 'discount', 'unitPrice', 'lineTotal'])

/** Whether a field of an entry holds an amount of money: said with the reader's separators, and kept from who may see no prices (ORD-020). */
export function isAmount(field: string): boolean {
  return amounts.has(field.split('.').at(-1) ?? field)
}

/** Whose words the values of a field are, `state.<group>.<value>`: the first group that has the value says it. */
export function wordGroupsOf(field: string): readonly string[] {
  const name = field.split('.').at(-1) ?? field
  return valueWords[name] ?? [name]
}

const valueWords: Record<string, readonly string[]> = {
  state: ['membership', 'order', 'line'],
  type: ['lineType'],
  types: ['notification'],
  reason: ['rejectReason'],
  secondFactor: ['secondFactorPolicy'],
  registration: ['registrationPolicy'],
  blocked: ['signInBlock'],
}

import { z } from 'zod'
import { call, Done, RequestKey, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { languages, text } from '../kit/values.ts'
import type { AuditOperation } from './activity-words.ts'

// Notification contacts (USR-011): who outside or inside the company is told by mail of what happens in it.

/** What the product tells of. */
export const notificationTypes = ['Orders', 'Imports', 'ServiceRuns', 'FuelPrices', 'Security'] as const
export type NotificationType = (typeof notificationTypes)[number]

/**
 * Under which type contacts are told of an entry of the audit log; null for what is nobody's business but the person's
 * own. Everything that decides who gets in and who may do what is told as `Security`.
 */
export const notificationOf: Record<AuditOperation, NotificationType | null> = {
  'order.placed': 'Orders',
  'order.approved': 'Orders',
  'order.rejected': 'Orders',
  'order.revised': 'Orders',
  'order.reverted': 'Orders',
  'order.cancelled': 'Orders',
  'order.documentAdded': null,
  'order.documentRemoved': null,
  'order.sentExternal': 'Orders',
  'order.completed': 'Orders',
  'order.imported': 'Imports',
  'order.importDiscarded': 'Imports',
  'role.created': 'Security',
  'role.copied': 'Security',
  'role.changed': 'Security',
  'role.deleted': 'Security',
  'role.refreshed': 'Security',
  'policy.changed': 'Security',
  'entra.changed': 'Security',
  'acknowledgement.published': 'Security',
  'company.created': 'Security',
  'user.madeAdministrator': 'Security',
  'user.created': 'Security',
  'user.linked': 'Security',
  'user.invitedAgain': 'Security',
  'user.invitationWithdrawn': 'Security',
  'user.invitationAccepted': 'Security',
  'user.invitationDeclined': 'Security',
  'user.left': 'Security',
  'user.changed': null,
  'user.usernameChanged': 'Security',
  'user.passwordReset': 'Security',
  'user.unlocked': 'Security',
  'user.stateChanged': 'Security',
  'user.rolesChanged': 'Security',
  'user.sessionsEnded': 'Security',
  'user.secondFactorRemoved': 'Security',
  'user.locationsChanged': 'Security',
  'profile.usernameChanged': 'Security',
  'contact.created': 'Security',
  'contact.changed': 'Security',
  'contact.deleted': 'Security',
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
  'registration.approved': 'Security',
  'registration.rejected': 'Security',
  other: null,
}

/** The types that something is told of in this version. The others may be chosen already and begin with their modules. */
export const notificationTypesTold: ReadonlySet<NotificationType> = new Set(
  Object.values(notificationOf).filter((type) => type !== null),
)

export const ContactEmail = z.email().max(254)

export const notificationContacts = pageList('UserManagement/GetNotificationContacts', {
  columns: {
    email: column.text(),
    name: column.text({ nullable: true }),
    /** Their words in the reader's language, joined. */
    notificationTypes: column.text({ sort: false, filter: false }),
    changedAt: column.instant(),
  },
  extra: {
    id: z.uuid(),
    version: z.int(),
    types: z.array(z.enum(notificationTypes)),
    language: z.enum(languages),
  },
  defaultSort: [{ column: 'email', direction: 'asc' }],
  search: true,
})

const fields = {
  email: ContactEmail,
  name: text(120).nullable(),
  language: z.enum(languages),
  types: z.array(z.enum(notificationTypes)).min(1),
}

/** Without an id a new contact; with one the contact as it shall be. One entry an address. */
export const saveNotificationContact = call('UserManagement/SaveNotificationContact', {
  input: z.strictObject({
    id: Uuid.nullable(),
    version: Version.nullable(),
    ...fields,
    requestKey: RequestKey.optional(),
  }),
  output: z.strictObject({ id: z.uuid(), version: z.int() }),
  refusals: ['ContactNotFound', 'ContactTaken', 'ChangedMeanwhile', 'RightsExceedOwn', 'WholeCompanyNeeded'],
})

export const deleteNotificationContact = call('UserManagement/DeleteNotificationContact', {
  input: z.strictObject({ id: Uuid, version: Version }),
  output: Done,
  refusals: ['ContactNotFound', 'ChangedMeanwhile', 'WholeCompanyNeeded'],
})

/** Sends a mail now, so that whoever entered the address sees it arrive before it is needed. */
export const testNotificationContact = call('UserManagement/TestNotificationContact', {
  input: z.strictObject({ id: Uuid, requestKey: RequestKey.optional() }),
  output: Done,
  refusals: ['ContactNotFound', 'TooManyRequests', 'WholeCompanyNeeded'],
})

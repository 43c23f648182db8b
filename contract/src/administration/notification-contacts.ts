import { z } from 'zod'
import { call, Done, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { languages, text } from '../kit/values.ts'
import { notificationTypes, type NotificationType } from '../kit/operation-types.ts'
import { notificationOf } from '../kit/operations.ts'

// Notification contacts (USR-011): who outside or inside the company is told by mail of what happens in it.

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
    notificationTypes: column.text({ computed: true }),
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
  input: z.strictObject({ id: Uuid }),
  output: Done,
  refusals: ['ContactNotFound', 'TooManyRequests', 'WholeCompanyNeeded'],
})

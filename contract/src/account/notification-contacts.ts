import { z } from 'zod'
import { call, Done, RequestKey, Uuid, Version } from '../kit/call.ts'
import { column, pageList } from '../kit/page.ts'
import { text } from '../kit/values.ts'

// Notification contacts (USR-011): who outside or inside the company is told by mail of what happens in it.

/** What the product tells of. An area that sends to contacts asks for those of its type. */
export const notificationTypes = ['Orders', 'Imports', 'ServiceRuns', 'FuelPrices', 'Security'] as const
export type NotificationType = (typeof notificationTypes)[number]

export const ContactEmail = z.email().max(254)

export const notificationContacts = pageList('UserManagement/GetNotificationContacts', {
  columns: {
    email: column.text(),
    name: column.text({ nullable: true }),
    /** Their words in the reader's language, joined. */
    notificationTypes: column.text({ sort: false, filter: false }),
    changedAt: column.instant(),
  },
  extra: { id: z.uuid(), version: z.int(), types: z.array(z.enum(notificationTypes)) },
  defaultSort: [{ column: 'email', direction: 'asc' }],
  search: true,
})

const fields = { email: ContactEmail, name: text(120).nullable(), types: z.array(z.enum(notificationTypes)).min(1) }

/** Without an id a new contact; with one the contact as it shall be. One entry an address. */
export const saveNotificationContact = call('UserManagement/SaveNotificationContact', {
  input: z.strictObject({ id: Uuid.nullable(), version: Version.nullable(), ...fields, requestKey: RequestKey.optional() }),
  output: z.strictObject({ id: z.uuid(), version: z.int() }),
  refusals: ['ContactNotFound', 'ContactTaken', 'ChangedMeanwhile'],
})

export const deleteNotificationContact = call('UserManagement/DeleteNotificationContact', {
  input: z.strictObject({ id: Uuid, version: Version }),
  output: Done,
  refusals: ['ContactNotFound', 'ChangedMeanwhile'],
})

import { z } from 'zod'
import { call, Done, Uuid } from '../kit/call.ts'
import { masterData } from '../kit/master-data.ts'
import { field } from '../kit/master-fields.ts'
import { notificationTypes } from '../kit/operation-types.ts'
import { languages } from '../kit/values.ts'

/** Who outside or inside the company is told by mail of what happens in it (USR-011); one entry an address. */
export const notificationContactKind = masterData('notificationContact', {
  group: 'UserManagement',
  one: 'NotificationContact',
  many: 'NotificationContacts',
  removes: 'DeleteNotificationContact',
  actions: ['test'],
  name: 'name',
  refusals: ['RightsExceedOwn'],
  fields: {
    email: field.email({ key: true, fixed: false }),
    name: field.text({ max: 120, optional: true, searched: true }),
    language: field.choice(languages, { words: 'language' }),
    notificationTypes: field.choices(notificationTypes, { words: 'notification' }),
  },
})

/** Sends a mail now, so that whoever entered the address sees it arrive before it is needed. */
export const testNotificationContact = call('UserManagement/TestNotificationContact', {
  input: z.strictObject({ id: Uuid }),
  output: Done,
  refusals: ['NotFound', 'TooManyRequests', 'WholeCompanyNeeded'],
})

import { activity } from '@kervan/contract/administration/activity'
import * as contract from '@kervan/contract/administration/notification-contacts'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import { countRequest } from '../../access/access.api.ts'
import { handle } from '../../kit/http/handle.ts'
import { recordsById } from '../../kit/master/find-records.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'
import { sayValue } from '../../kit/master/words.ts'
import { enqueueMail } from '../../kit/work/outbox.ts'
import { assertMayGrant, assertSeesWhole } from '../rights.ts'

/** Addresses that are told of what happens, whether or not somebody signs in with them (USR-011). */
export const notificationContacts = serveMasterData(contract.notificationContactKind, {
  table: 'notification_contact',
  recordType: 'contact',
  operations: { Added: 'contact.created', Changed: 'contact.changed', Removed: 'contact.deleted' },
  columns: { notificationTypes: 'types' },
  // Of what came before nobody is told; that the contact was added is the first thing.
  created: {
    told_seq: (company) => sql`coalesce((select seq from audit_head where company_id = ${company}), 0)`,
  },
  rowLimit: 1_000,
  actions: { test: contract.testNotificationContact },
  // The mails say what stands in the audit log, and go to anybody: who enters an address may read all of that themselves.
  mayWrite: (actor) => {
    assertSeesWhole(actor)
    assertMayGrant(actor, activity.page.permission === null ? [] : [activity.page.permission])
  },
})

const testsAnHour = 20

export const testContactHandler = handle(contract.testNotificationContact, async (context) => {
  const { tx, actor, services, input } = context
  const [contact] = await recordsById(tx, notificationContacts.served, actor, [input.id])
  if (!contact) throw refusal('NotFound')
  assertSeesWhole(actor)
  const key = `contact test of company ${actor.company.id}`
  await countRequest(services.db, { key, requests: testsAnHour, minutes: 60 })
  const { email: to, language } = contact.values as { email: string; language: Language }
  const { notificationTypes } = contract.notificationContactKind.fields
  const types = sayValue(language, notificationTypes, contact.values['notificationTypes'] ?? [])
  const facts = { company: actor.company.name, by: actor.name, types }
  await enqueueMail(tx, services.jobs, actor.company.id, { to, language, template: 'contactTest', facts })
  return { done: true } as const
})

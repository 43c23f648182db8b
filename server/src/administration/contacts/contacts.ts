import { sql } from 'kysely'
import { activity } from '@kervan/contract/administration/activity'
import {
  deleteNotificationContact,
  notificationContacts,
  saveNotificationContact,
  testNotificationContact,
} from '@kervan/contract/administration/notification-contacts'
import { notificationTypes, type NotificationType } from '@kervan/contract/kit/operation-types'
import type { InputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { countRequest, foldUsername } from '../../access/access.api.ts'
import { record } from '../../kit/records/audit.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { sqlState } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import { enqueueMail } from '../../kit/work/outbox.ts'
import { folded } from '../../kit/lists/fold.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { newId } from '../../kit/database/uuid.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { assertMayGrant, assertSeesWhole } from '../rights.ts'
import { difference } from '../users/save-user.ts'

// Notification contacts (USR-011): addresses that are told of what happens, whether or not somebody signs in with them.

export const contactList = serveList(
  notificationContacts,
  'notificationContacts',
  ({ actor }) => ({
    from: sql`notification_contact c`,
    where: [sql`c.company_id = ${actor.company.id}`],
    id: sql`c.id`,
    key: sql`c.id`,
    columns: { email: sql`c.email`, name: sql`c.name`, changedAt: sql`c.changed_at` },
    extra: { version: sql`c.version`, language: sql`c.language` },
    facts: { told: sql<NotificationType[]>`c.types` },
    search: folded(sql`concat_ws(' ', c.name, c.email)`),
  }),
  ({ told }, { language }) => {
    const types = notificationTypes.filter((type) => told.includes(type))
    return { types, notificationTypes: typesInWords(language, types) }
  },
)

function typesInWords(language: Language, types: readonly NotificationType[]): string {
  return types.map((type) => translate(language, `state.notification.${type}`)).join(', ')
}

/**
 * The mails say what stands in the audit log, and go to anybody. So who enters an address must see all of that themselves:
 * throws `WholeCompanyNeeded` for who works for a customer or some locations only, `RightsExceedOwn` for who may not read it.
 */
function assertMayTell(actor: Actor): void {
  assertSeesWhole(actor)
  assertMayGrant(actor, activity.page.permission === null ? [] : [activity.page.permission])
}

type Saving = SessionContext & { input: InputOf<typeof saveNotificationContact> }

export const saveContactHandler = handle(saveNotificationContact, async (context) => {
  const { input } = context
  if (input.id === null) assertMayTell(context.actor)
  const fields = {
    email: input.email,
    email_folded: foldUsername(input.email),
    name: input.name,
    language: input.language,
    types: notificationTypes.filter((type) => input.types.includes(type)),
    changed_at: context.now,
  }
  try {
    return input.id === null ? await create(context, fields) : await change(context, input.id, fields)
  } catch (error) {
    // Of two who enter the same address at once, the unique index lets one through.
    if (sqlState(error) === '23505') throw refusal('ContactTaken', { email: input.email })
    throw error
  }
})

type Fields = {
  email: string
  email_folded: string
  name: string | null
  language: Language
  types: NotificationType[]
  changed_at: Date
}

async function create({ tx, actor, now }: Saving, fields: Fields) {
  const id = newId()
  const head = await tx
    .selectFrom('audit_head')
    .select('seq')
    .where('company_id', '=', actor.company.id)
    .executeTakeFirst()
  await tx
    .insertInto('notification_contact')
    .values({ company_id: actor.company.id, id, told_seq: head?.seq ?? 0, ...fields })
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'contact.created',
        recordType: 'contact',
        recordId: id,
        recordCode: fields.email,
        after: said(fields),
      },
    ],
  })
  return { id, version: 1 }
}

async function change(context: Saving, id: string, fields: Fields) {
  const { tx, actor, now, input } = context
  const before = await lockContact(context, id)
  assertMayTell(actor)
  if (before.version !== input.version) throw await changedMeanwhile(context, 'contact', id)
  const changed = difference(said(before), said(fields))
  if (!changed) return { id, version: before.version }
  const version = before.version + 1
  await tx
    .updateTable('notification_contact')
    .set({ ...fields, version })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'contact.changed',
        recordType: 'contact',
        recordId: id,
        recordCode: fields.email,
        ...changed,
      },
    ],
  })
  return { id, version }
}

const said = ({
  email,
  name,
  language,
  types,
}: Pick<Fields, 'email' | 'name'> & { language: string; types: string[] }) => ({
  email,
  name,
  language,
  types,
})

async function lockContact({ tx, actor }: SessionContext, id: string) {
  const found = await tx
    .selectFrom('notification_contact')
    .selectAll()
    .where('company_id', '=', actor.company.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw refusal('ContactNotFound')
  return found
}

export const deleteContactHandler = handle(deleteNotificationContact, async (context) => {
  const { tx, actor, now, input } = context
  const before = await lockContact(context, input.id)
  assertSeesWhole(actor)
  if (before.version !== input.version) throw await changedMeanwhile(context, 'contact', input.id)
  await tx
    .deleteFrom('notification_contact')
    .where('company_id', '=', actor.company.id)
    .where('id', '=', input.id)
    .execute()
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'contact.deleted',
        recordType: 'contact',
        recordId: input.id,
        recordCode: before.email,
        before: said(before),
      },
    ],
  })
  return { done: true } as const
})

const testsAnHour = 20

export const testContactHandler = handle(testNotificationContact, async (context) => {
  const { tx, actor, services, input } = context
  const contact = await lockContact(context, input.id)
  assertSeesWhole(actor)
  await countRequest(services.db, {
    key: `contact test of company ${actor.company.id}`,
    requests: testsAnHour,
    minutes: 60,
  })
  const language = languages.find((one) => one === contact.language) ?? defaultLanguage
  const types = typesInWords(
    language,
    notificationTypes.filter((type) => contact.types.includes(type)),
  )
  await enqueueMail(tx, services.jobs, actor.company.id, {
    to: contact.email,
    language,
    template: 'contactTest',
    facts: { company: actor.company.name, by: actor.name, types },
  })
  return { done: true } as const
})

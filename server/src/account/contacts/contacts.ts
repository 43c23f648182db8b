import { sql } from 'kysely'
import { activity } from '@kervan/contract/account/activity'
import {
  deleteNotificationContact,
  notificationContacts,
  notificationTypes,
  saveNotificationContact,
  testNotificationContact,
  type NotificationType,
} from '@kervan/contract/account/notification-contacts'
import type { InputOf } from '@kervan/contract/kit/call'
import type { RowOf } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { countRequest, foldUsername } from '../../access/access.api.ts'
import { record } from '../../kit/audit.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { sqlState } from '../../kit/db.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { translate } from '../../kit/messages.ts'
import { promiseMail } from '../../kit/outbox.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { newId } from '../../kit/uuid.ts'
import { changedMeanwhile } from '../changed-meanwhile.ts'
import { assertMayGrant, assertSeesWhole } from '../rights.ts'
import { difference } from '../users/save-user.ts'

// Notification contacts (USR-011): addresses that are told of what happens, whether or not somebody signs in with them.

type Found = {
  id: string
  version: number
  email: string
  name: string | null
  language: Language
  types: NotificationType[]
  changed_at: Date
}

function contactList(actor: Actor): ListSql {
  return {
    select: sql`c.id, c.version, c.email, c.name, c.language, c.types, c.changed_at`,
    from: sql`notification_contact c`,
    where: [sql`c.company_id = ${actor.company.id}`],
    columns: {
      email: sql`c.email`,
      name: sql`c.name`,
      notificationTypes: sql`c.types`,
      changedAt: sql`c.changed_at`,
    },
    id: sql`c.id`,
    search: sql`translate(lower(replace(concat_ws(' ', c.name, c.email), 'İ', 'i')), 'ıçğöşüäâîûß', 'icgosuaaius')`,
  }
}

function present(language: Language, row: Found): RowOf<typeof notificationContacts> {
  const types = notificationTypes.filter((type) => row.types.includes(type))
  return {
    id: row.id,
    version: row.version,
    email: row.email,
    name: row.name,
    types,
    language: row.language,
    notificationTypes: typesInWords(language, types),
    changedAt: row.changed_at.toISOString(),
  }
}

function typesInWords(language: Language, types: readonly NotificationType[]): string {
  return types.map((type) => translate(language, `state.notification.${type}`)).join(', ')
}

export const getContactsHandler = handle(
  notificationContacts.page,
  async ({ tx, actor, input, now, language }) => {
    const page = await readPage<Found>(tx, actor, notificationContacts, contactList(actor), input)
    return {
      rows: page.rows.map((row) => present(language, row)),
      total: page.total,
      totalIsExact: page.totalIsExact,
      asOf: now.toISOString(),
    }
  },
)

export const exportContactsHandler = handleDownload(notificationContacts.excel, async (context) =>
  exportRows<Found>(
    context,
    notificationContacts,
    contactList(context.actor),
    context.input,
    'notificationContacts',
    (row) => present(context.language, row),
  ),
)

/**
 * The mails say what stands in the audit log, and go to anybody. So who enters an address must see all of that themselves:
 * throws `WholeCompanyNeeded` for who works for a customer or some places only, `RightsExceedOwn` for who may not read it.
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
  await promiseMail(tx, services.jobs, actor.company.id, {
    to: contact.email,
    language,
    template: 'contactTest',
    facts: { company: actor.company.name, by: actor.name, types },
  })
  return { done: true } as const
})

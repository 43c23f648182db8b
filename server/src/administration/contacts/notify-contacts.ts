import { sql } from 'kysely'
import { notificationOf } from '@kervan/contract/kit/operations'
import { type NotificationType } from '@kervan/contract/kit/operation-types'
import { auditOperations, type AuditOperation } from '@kervan/contract/kit/operations'
import type { Language } from '@kervan/contract/kit/values'
import type { Services } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { translate } from '../../kit/messages.ts'
import { enqueueMail } from '../../kit/work/outbox.ts'
import { repeat } from '../../kit/work/repeat.ts'
import { recordCodeSql } from '../activity/activity.ts'

// Contacts are told of what stands in the audit log (USR-011). Its entries are numbered without a gap in the order of
// their commits, so the number a contact has been told up to is all there is to remember: whoever moves it writes the
// mail in the same transaction, and nothing is left out or told twice, whichever process does it and whenever it dies.

const lookEveryMs = 60_000
/** Orders and imports are gathered for so long, so that a busy day is a few mails. What is urgent takes them along. */
export const gatherMinutes = 15
const isUrgent = (type: NotificationType) => type === 'Security'

export function watchContacts(services: Services): () => Promise<void> {
  return repeat('notification contacts', lookEveryMs, services.log, () => notifyContacts(services))
}

/** Promises the mails that are due in every company. One company's failure holds up no other. Returns how many mails. */
export async function notifyContacts(services: Services): Promise<number> {
  let mails = 0
  for (const company of await services.db.shared
    .selectFrom('company')
    .select(['id', 'name', 'time_zone'])
    .execute()) {
    try {
      mails += await services.db.withCompany(company.id, (tx) => notifyCompany(tx, services, company))
    } catch (error) {
      services.log.warn({ err: error, companyId: company.id }, 'notification contacts')
    }
  }
  return mails
}

type Company = { id: number; name: string; time_zone: string }
type Contact = { id: string; email: string; language: Language; types: NotificationType[]; told_seq: number }

async function notifyCompany(tx: Tx, services: Services, company: Company): Promise<number> {
  // Whoever else is at a contact now tells it; the head is read after the lock, so that it is no older than the mark.
  const { rows: contacts } = await sql<Contact>`
    select id, email, language, types, told_seq from notification_contact c
    where c.company_id = ${company.id} and c.told_seq < (select h.seq from audit_head h where h.company_id = ${company.id})
    order by id for update skip locked`.execute(tx)
  if (contacts.length === 0) return 0
  const { seq: head } = await tx
    .selectFrom('audit_head')
    .select('seq')
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow()
  let mails = 0
  for (const contact of contacts) {
    const span: Span = {
      companyId: company.id,
      after: contact.told_seq,
      upTo: head,
      operations: operationsOf(contact.types),
    }
    const waiting = await isAnythingDue(
      tx,
      services.clock.now(),
      span,
      operationsOf(contact.types.filter(isUrgent)),
    )
    if (waiting === 'notYet') continue
    if (waiting === 'due') {
      await enqueueMail(tx, services.jobs, company.id, await writeMail(tx, company, contact, span))
      mails += 1
    }
    await tx
      .updateTable('notification_contact')
      .set({ told_seq: head })
      .where('company_id', '=', company.id)
      .where('id', '=', contact.id)
      .execute()
  }
  return mails
}

function operationsOf(types: readonly NotificationType[]): AuditOperation[] {
  return auditOperations.filter((operation) => types.some((type) => type === notificationOf[operation]))
}

type Span = { companyId: number; after: number; upTo: number; operations: readonly AuditOperation[] }

const within = ({ companyId, after, upTo }: Span, operations: readonly AuditOperation[]) =>
  sql`company_id = ${companyId} and seq > ${after} and seq <= ${upTo} and operation = any(${operations}::text[])`

async function isAnythingDue(
  tx: Tx,
  now: Date,
  span: Span,
  urgent: readonly AuditOperation[],
): Promise<'nothing' | 'notYet' | 'due'> {
  const { rows } = await sql<{ at: Date; urgent: boolean }>`
    select at, exists (select from audit_entry where ${within(span, urgent)}) as urgent
    from audit_entry where ${within(span, span.operations)} order by seq limit 1`.execute(tx)
  const [first] = rows
  if (!first) return 'nothing'
  return first.urgent || first.at.getTime() <= now.getTime() - gatherMinutes * 60_000 ? 'due' : 'notYet'
}

const linesInMail = 40
const codesInLine = 10

type Group = {
  operation: AuditOperation
  actor_name: string
  at: Date
  codes: string[] | null
  coded: number
  in_all: number
}

/** What happened, one line for each operation and person, in the order in which they began. No prices, whoever reads it. */
async function writeMail(tx: Tx, company: Company, contact: Contact, span: Span) {
  const { rows: groups } = await sql<Group>`
    select operation, actor_name, min(at) as at, count(distinct code)::int as coded, (array_agg(distinct code) filter (where code is not null))[1:${codesInLine}] as codes,
      (sum(count(*)) over ())::int as in_all
    from audit_entry a cross join lateral (select ${recordCodeSql(contact.language)} as code) this where ${within(span, span.operations)} group by operation, actor_name order by min(seq) limit ${linesInMail + 1}`.execute(
    tx,
  )
  const { language } = contact
  const lines = groups.slice(0, linesInMail).map((group) => lineOf(language, company.time_zone, group))
  if (groups.length > linesInMail)
    lines.push(translate(language, 'mail.contactEvents.rest', { limit: linesInMail }))
  const first = translate(language, `state.operation.${groups[0]?.operation ?? 'other'}`)
  const facts = {
    company: company.name,
    count: groups[0]?.in_all ?? 0,
    first,
    timeZone: company.time_zone,
    lines: lines.join('\n'),
  }
  return { to: contact.email, language, template: 'contactEvents', facts }
}

function lineOf(
  language: Language,
  timeZone: string,
  { operation, actor_name: by, at, codes, coded }: Group,
): string {
  const facts = {
    at: clockTime(timeZone, at),
    operation: translate(language, `state.operation.${operation}`),
    by,
  }
  if (!codes) return translate(language, 'mail.contactEvents.bareLine', facts)
  const shown = codes.join(', ')
  const records =
    coded > codes.length
      ? translate(language, 'mail.contactEvents.records', { codes: shown, more: coded - codes.length })
      : shown
  return translate(language, 'mail.contactEvents.line', { ...facts, records })
}

/** `2026-11-21 09:30`, as the product writes a time in every language (SHL-015). */
function clockTime(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
}

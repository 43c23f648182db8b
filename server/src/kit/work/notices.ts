import type { FactValue } from '@kervan/contract/kit/refusals'
import { noticeChoices, type NoticeChoice } from '@kervan/contract/kit/notice-event'
import { noticeEvents, noticeEventOf, type NoticeEvent } from '@kervan/contract/kit/notices'
import { defaultLanguage, languages, type Language } from '@kervan/contract/kit/values'
import { sql, type RawBuilder } from 'kysely'
import { insertMany } from '../database/insert-many.ts'
import type { Tx } from '../database/db.ts'
import { signal } from '../database/signals.ts'
import { newId } from '../database/uuid.ts'
import type { Jobs } from './jobs.ts'
import { enqueueMail, type MailOrder } from './outbox.ts'

export type Facts = Record<string, string | number | null>

/** What one user is told: facts without sentences and prices. `codes`: the records, as far as they have codes. */
export type Told = {
  membershipId: string
  facts: Facts
  codes: readonly string[]
  /** Further facts that only the mail needs. */
  mail?: Record<string, FactValue>
}

const mailedCodes = 50

/** The codes in a subject: up to three, of more the first two and how many follow. */
const inSubject = (codes: readonly string[]): string =>
  codes.length <= 3 ? codes.join(', ') : `${codes.slice(0, 2).join(', ')} +${codes.length - 2}`

/** What is signalled when somebody has other unread notices than before. */
export const noticeSignal = (membershipId: string) => `notice:${membershipId}`

/**
 * Tells users of an event in the caller's transaction, each as they chose: one notice and one mail for each of `told`
 * (ORD-024). What a job has to tell is kept until it has ended, so that its chunks together are told once. Whoever has
 * left the company, or has not accepted the invitation, is told nothing.
 */
export async function notify(
  tx: Tx,
  jobs: Jobs,
  company: { id: number; jobId?: string | undefined },
  now: Date,
  event: NoticeEvent,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return
  if (company.jobId !== undefined) return keepNews(tx, company.id, company.jobId, event, told)
  const { mail, usual } = noticeEvents[event]
  const members = await receivers(
    tx,
    company.id,
    event,
    told.map(({ membershipId }) => membershipId),
  )
  const byId = new Map(
    members.map((member) => [member.id, { ...member, choice: asChoice(member.choice, usual) }]),
  )
  const wants = (one: Told, ...choices: NoticeChoice[]) => {
    const member = byId.get(one.membershipId)
    return member && choices.includes(member.choice) ? member : null
  }
  const shown = told.filter((one) => wants(one, 'Notice', 'NoticeAndMail', 'Digest'))
  const mails = new Map<Told, MailOrder>()
  await insertMany(
    tx,
    'notice',
    shown.map((one) => ({
      company_id: company.id,
      id: newId(),
      membership_id: one.membershipId,
      event,
      facts: one.facts,
      record_code: one.codes.length === 1 ? (one.codes[0] ?? null) : null,
      created_at: now,
      digest: wants(one, 'Digest') !== null,
    })),
  )
  await signal(
    tx,
    shown.map(({ membershipId }) => noticeSignal(membershipId)),
  )
  for (const one of told) {
    const member = wants(one, 'Mail', 'NoticeAndMail')
    if (!member) continue
    const order: MailOrder = {
      to: member.username,
      language: languageOf(member),
      template: mail,
      facts: {
        ...(Object.fromEntries(
          Object.entries(one.facts).map(([name, value]) => [name, value ?? '']),
        ) satisfies Record<string, FactValue>),
        ...one.mail,
        orders: one.codes.slice(0, mailedCodes).join(', '),
        ordersShort: inSubject(one.codes),
        name: nameOf(member),
        company: member.company,
      },
    }
    mails.set(one, order)
    await enqueueMail(tx, jobs, company.id, order)
  }
  const reached = told.flatMap((one): Reached[] => {
    const member = byId.get(one.membershipId)
    const [notice, mail] = [shown.includes(one), mails.get(one) ?? null]
    return member && (notice || mail) ? [{ event, name: nameOf(member), notice, mail }] : []
  })
  reachedIn.set(tx, [...(reachedIn.get(tx) ?? []), ...reached])
}

const nameOf = (member: { first_name: string; last_name: string }): string =>
  `${member.first_name} ${member.last_name}`

/** One who is told of an event: by a notice, by a mail or by both. */
export type Reached = { event: NoticeEvent; name: string; notice: boolean; mail: MailOrder | null }
const reachedIn = new WeakMap<Tx, readonly Reached[]>()

/** Whom this transaction has told of events so far, in order: for who tries out what would be told. */
export const reachedSoFar = (tx: Tx): readonly Reached[] => reachedIn.get(tx) ?? []

/**
 * Who of the company may do this and hears of the event, or has asked to; no programs. Of an event of which people are
 * told of the first, those who have not read about it yet are left out.
 */
export async function holdersOf(
  tx: Tx,
  companyId: number,
  permission: string | null,
  event: NoticeEvent,
): Promise<string[]> {
  const { usual, first = false }: { usual: NoticeChoice; first?: boolean } = noticeEvents[event]
  const chosen = sql`(select n.choice from notice_choice n where n.company_id = ${companyId} and n.membership_id = m.id and n.event = ${event})`
  const isUnread = sql`exists (select from notice u where u.company_id = ${companyId} and u.membership_id = m.id and u.event = ${event} and u.read_at is null)`
  const asked =
    usual === 'Nothing'
      ? sql`${chosen} <> 'Nothing'`
      : first
        ? sql`case when ${chosen} is null then not ${isUnread} else ${chosen} <> 'Nothing' end`
        : sql`true`
  const { rows } = await sql<{ id: string }>`
    select m.id from membership m
    where ${asked} and ${personHolding(companyId, permission)}
    order by m.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Conditions on `membership m`: a person at work in the company whose roles hold the permission. */
export const personHolding = (companyId: number, permission: string | null): RawBuilder<boolean> => sql`
  (m.company_id = ${companyId} and m.state = 'Active' and m.user_type <> 'APIUser' and coalesce(m.invitation, 'Accepted') = 'Accepted'
    and exists (select from membership_role mr join role_permission p on p.company_id = ${companyId} and p.role_id = mr.role_id
      where mr.company_id = ${companyId} and mr.membership_id = m.id and p.permission = ${permission}))`

/** The language that a member has chosen for mails. */
export const languageOf = ({ language }: { language: string | null }): Language =>
  languages.find((one) => one === language) ?? defaultLanguage

function receivers(tx: Tx, companyId: number, event: NoticeEvent, ids: readonly string[]) {
  return tx
    .selectFrom('membership as m')
    .innerJoin('identity as i', 'i.id', 'm.identity_id')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .leftJoin('notice_choice as n', (join) =>
      join
        .onRef('n.company_id', '=', 'm.company_id')
        .onRef('n.membership_id', '=', 'm.id')
        .on('n.event', '=', event),
    )
    .select([
      'm.id',
      'm.language',
      'i.username',
      'i.first_name',
      'i.last_name',
      'c.name as company',
      'n.choice',
    ])
    .where('m.company_id', '=', companyId)
    .where('m.id', 'in', [...ids])
    .where('m.state', '=', 'Active')
    .where((where) => where.or([where('m.invitation', 'is', null), where('m.invitation', '=', 'Accepted')]))
    .execute()
}

async function keepNews(
  tx: Tx,
  companyId: number,
  jobId: string,
  event: NoticeEvent,
  told: readonly Told[],
): Promise<void> {
  await insertMany(
    tx,
    'job_news',
    told.map(({ membershipId, facts, codes, mail = {} }) => ({
      company_id: companyId,
      id: newId(),
      job_id: jobId,
      membership_id: membershipId,
      event,
      facts,
      codes: [...codes],
      mail,
    })),
  )
}

/** Tells what the chunks of a job have kept: for each person and event one notice and one mail. Once, when the job ends. */
export async function notifyNews(
  tx: Tx,
  jobs: Jobs,
  { companyId, id }: { companyId: number; id: string },
  now: Date,
): Promise<void> {
  const news = await tx
    .deleteFrom('job_news')
    .where('company_id', '=', companyId)
    .where('job_id', '=', id)
    .returning(['id', 'membership_id', 'event', 'facts', 'codes', 'mail'])
    .execute()
  const inOrder = news.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const [name, ofEvent] of Map.groupBy(inOrder, (one) => one.event)) {
    const event = noticeEventOf(name)
    if (!event) continue
    const told = [...Map.groupBy(ofEvent, (one) => one.membership_id)].map(([membershipId, own]) => ({
      membershipId,
      facts: own.map(({ facts }) => facts).reduce(together),
      codes: own.flatMap(({ codes }) => codes),
      mail: own[0]?.mail ?? {},
    }))
    await notify(tx, jobs, { id: companyId }, now, event, told)
  }
}

/** Numbers are added up; what is not the same in both is left out. */
const together = (a: Facts, b: Facts): Facts =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => {
      const other = b[name] ?? null
      if (typeof value === 'number' && typeof other === 'number') return [name, value + other]
      return [name, value === other ? value : null]
    }),
  )

/** What was chosen; a word of another version counts as not chosen. */
export function asChoice(choice: string | null | undefined, usual: NoticeChoice): NoticeChoice {
  return noticeChoices.find((known) => known === choice) ?? usual
}

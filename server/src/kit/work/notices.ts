import type { FactValue } from '@kervan/contract/kit/refusals'
import { noticeChoices, type NoticeChoice } from '@kervan/contract/kit/notice-event'
import { noticeEvents, type NoticeEvent } from '@kervan/contract/kit/notices'
import { defaultLanguage, languages } from '@kervan/contract/kit/values'
import { insertMany } from '../database/insert-many.ts'
import type { Tx } from '../database/db.ts'
import { newId } from '../database/uuid.ts'
import type { Jobs } from './jobs.ts'
import { enqueueMail } from './outbox.ts'

/** What one user is told: facts without sentences and prices. `mail`: further facts that only the mail needs. */
export type Told = {
  membershipId: string
  facts: Record<string, string | number | null>
  recordCode: string | null
  mail?: Record<string, FactValue>
}

/**
 * Tells users of an event in the caller's transaction, each as they chose: one notice and one mail for each of `told`
 * (ORD-024). Whoever has left the company, or has not accepted the invitation, is told nothing.
 */
export async function tell(
  tx: Tx,
  jobs: Jobs,
  companyId: number,
  now: Date,
  event: NoticeEvent,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return
  const { mail, usual } = noticeEvents[event]
  const members = await tx
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
    .where(
      'm.id',
      'in',
      told.map(({ membershipId }) => membershipId),
    )
    .where((where) => where.or([where('m.invitation', 'is', null), where('m.invitation', '=', 'Accepted')]))
    .execute()
  const byId = new Map(
    members.map((member) => [member.id, { ...member, choice: asChoice(member.choice, usual) }]),
  )
  const wants = (one: Told, ...choices: NoticeChoice[]) => {
    const member = byId.get(one.membershipId)
    return member && choices.includes(member.choice) ? member : null
  }
  await insertMany(
    tx,
    'notice',
    told
      .filter((one) => wants(one, 'Notice', 'NoticeAndMail'))
      .map(({ membershipId, facts, recordCode }) => ({
        company_id: companyId,
        id: newId(),
        membership_id: membershipId,
        event,
        facts,
        record_code: recordCode,
        created_at: now,
      })),
  )
  for (const one of told) {
    const member = wants(one, 'Mail', 'NoticeAndMail')
    if (!member) continue
    await enqueueMail(tx, jobs, companyId, {
      to: member.username,
      language: languages.find((language) => language === member.language) ?? defaultLanguage,
      template: mail,
      facts: {
        ...(Object.fromEntries(
          Object.entries(one.facts).map(([name, value]) => [name, value ?? '']),
        ) satisfies Record<string, FactValue>),
        ...one.mail,
        name: `${member.first_name} ${member.last_name}`,
        company: member.company,
      },
    })
  }
}

/** What was chosen; a word of another version counts as not chosen. */
export function asChoice(choice: string | null | undefined, usual: NoticeChoice): NoticeChoice {
  return noticeChoices.find((known) => known === choice) ?? usual
}

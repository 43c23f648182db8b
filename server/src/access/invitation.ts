import type { Operation } from '@kervan/contract/kit/operations'
import { rolesOfMember } from './role-names.ts'
import { sql } from 'kysely'
import { answerInvitation, getInvitation, type InvitationTerms } from '@kervan/contract/access/invitation'
import type { invitationAnswers, MembershipState, UserType } from '@kervan/contract/access/words'
import { refusal, Refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import { existing } from '@kervan/contract/kit/typed'

import { audit } from '../kit/records/audit.ts'
import type { SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { refusalMessage } from '../kit/messages.ts'
import type { OutboxHandler } from '../kit/work/outbox.ts'
import { endSessionsOf } from '../kit/http/session.ts'
import { becomeUserIn } from './enter.ts'
import { signInOf } from './signed-in.ts'

// The word of somebody whom another company wants as its user. Until it is given the gate `invitation` holds.

const shownLocations = 20

type Terms = {
  version: number
  company: string
  invited_by: string | null
  invited_at: Date | null
  joined_at: Date
  user_type: UserType
  location_scoped: boolean
  roles: { name: string }[]
  partner: string | null
  locations: string[]
  location_count: number
}

/** As what a membership that waits was meant, in the reader's language. */
export async function termsOf(
  tx: Tx,
  companyId: number,
  membershipId: string,
  language: Language,
): Promise<InvitationTerms> {
  const names = sql`select l.name from membership_location ml join location l on l.company_id = ml.company_id and l.id = ml.location_id where ml.company_id = ${companyId} and ml.membership_id = m.id`
  const { rows } = await sql<Terms>`
    select m.version, c.name as company, m.invited_by, m.invited_at, m.joined_at, m.user_type, m.location_scoped, ${rolesOfMember(companyId, language)} as roles, p.name as partner,
      array(${names} order by l.name limit ${shownLocations}) as locations, (select count(*)::int from (${names}) own) as location_count
    from membership m join company c on c.id = m.company_id left join partner p on p.company_id = m.company_id and p.id = m.partner_id
    where m.company_id = ${companyId} and m.id = ${membershipId}`.execute(tx)
  const terms = existing(rows[0])
  return {
    version: terms.version,
    companyName: terms.company,
    invitedBy: terms.invited_by ?? '',
    invitedAt: (terms.invited_at ?? terms.joined_at).toISOString(),
    userType: terms.user_type,
    roles: terms.roles.map(({ name }) => name),
    partner: terms.partner,
    locations: terms.location_scoped ? terms.locations : null,
    locationCount: terms.location_count,
  }
}

export const getInvitationHandler = handle(getInvitation, async ({ tx, actor, language }) => ({
  invitation: actor.invitationPending
    ? await termsOf(tx, actor.company.id, actor.membershipId, language)
    : null,
}))

export const answerInvitationHandler = handle(answerInvitation, async (context) => {
  const { tx, actor, input, now } = context
  const familyId = signInOf(context)
  await answer(tx, { ...actor, companyId: actor.company.id }, input, now)
  return { closed: input.answer === 'Accepted' ? await closedFor(context, familyId) : null }
})

/** The session goes on where the company's door would have let the person in; otherwise it ends, and what the door says is told. */
async function closedFor(
  { tx, actor, now, language }: SessionContext,
  familyId: string,
): Promise<string | null> {
  try {
    await becomeUserIn(tx, actor, familyId, now)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await endSessionsOf(tx, { companyId: actor.company.id, membershipId: actor.membershipId })
    return refusalMessage(language, error)
  }
}

export type Person = { companyId: number; identityId: string; name: string; userName: string }
type Requested = { version: number; answer: (typeof invitationAnswers)[number] }

/**
 * Writes the answer down. The same answer again changes nothing; of two different ones, and of an answer and a
 * withdrawal, the first holds: the other gets `InvitationNotPending`. Who accepts what was changed since they read it
 * gets `InvitationChanged`.
 */
export async function answer(tx: Tx, person: Person, requested: Requested, now: Date): Promise<void> {
  const member = await lockMembership(tx, person)
  const said = requested.answer === 'Accepted' ? 'Accepted' : 'Declined'
  if (requested.answer === 'Refused' && (member.invitation === 'Pending' || member.invitation === 'Declined'))
    await refuseCompany(tx, person, now)
  if (member.invitation === said) return
  if (member.invitation !== 'Pending' || member.state !== 'Active') throw refusal('InvitationNotPending')
  if (said === 'Accepted' && member.version !== requested.version) throw refusal('InvitationChanged')
  await settle(
    tx,
    { ...person, membershipId: member.id },
    said,
    said === 'Accepted' ? 'user.invitationAccepted' : 'user.invitationDeclined',
    now,
  )
}

/** What the person is in that company, locked. Throws `NotFound` where that is nothing. */
export async function lockMembership(
  tx: Tx,
  { companyId, identityId }: Pick<Person, 'companyId' | 'identityId'>,
) {
  const member = await tx
    .selectFrom('membership')
    .select(['id', 'state', 'invitation', 'version'])
    .where('company_id', '=', companyId)
    .where('identity_id', '=', identityId)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw refusal('NotFound')
  return member
}

/** Puts the answer into the locked membership. Who says no is no user any more, here and now; who is blocked stays that. */
export async function settle(
  tx: Tx,
  person: Person & { membershipId: string },
  invitation: 'Accepted' | 'Declined',
  operation: Operation,
  now: Date,
): Promise<void> {
  const { companyId, membershipId, name, userName } = person
  const state = sql<MembershipState>`case when state = 'Active' then ${invitation === 'Accepted' ? 'Active' : 'Passive'} else state end`
  const known = await tx
    .updateTable('membership')
    .set((row) => ({
      invitation,
      state,
      invitation_answered_at: now,
      ...(invitation === 'Accepted' && { joined_at: now }),
      version: row('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', membershipId)
    .returning(['invited_first_name', 'invited_last_name'])
    .executeTakeFirstOrThrow()
  if (invitation === 'Declined') await endSessionsOf(tx, { companyId, membershipId })
  else await allowCompany(tx, person)
  await audit(
    tx,
    companyId,
    { id: membershipId, name: operation === 'user.invitationDeclined' ? nameInvited(known, name) : name },
    now,
    [
      {
        operation,
        recordType: 'membership',
        recordId: membershipId,
        recordCode: userName,
        after: { invitation },
      },
    ],
  )
}

/** Who says no stays to the company whom it invited; their own name is not told by the refusal. */
function nameInvited(
  {
    invited_first_name: first,
    invited_last_name: last,
  }: { invited_first_name: string | null; invited_last_name: string | null },
  name: string,
): string {
  return first === null || last === null ? name : `${first} ${last}`
}

/** The company's invitations reach the person no more: no mail is sent, and nothing but its own door shows them. */
export async function refuseCompany(
  tx: Tx,
  { identityId, companyId }: Pick<Person, 'companyId' | 'identityId'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('refused_company')
    .values({ identity_id: identityId, company_id: companyId, refused_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes that back. */
export async function allowCompany(
  tx: Tx,
  { identityId, companyId }: Pick<Person, 'companyId' | 'identityId'>,
): Promise<void> {
  await tx
    .deleteFrom('refused_company')
    .where('identity_id', '=', identityId)
    .where('company_id', '=', companyId)
    .execute()
}

/**
 * Sends the mail of an invitation, unless the person wants none of that company. It is asked here and not where the
 * mail is promised, so that whoever invites gets the same answer after the same work.
 */
export const mailInvitation: OutboxHandler<'invitation'> = async ({ db }, mailer, companyId, id, asked) => {
  const { identityId, ...mail } = asked
  const refused = await db.shared
    .selectFrom('refused_company')
    .select('company_id')
    .where('identity_id', '=', identityId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!refused) await mailer.send(id, mail)
}

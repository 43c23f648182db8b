import {
  answerOwnInvitation,
  getOwnCompanies,
  leaveCompany,
  setCompanyRefused,
  type OwnCompany,
} from '@kervan/contract/access/invitation'
import type { Invitation, MembershipState } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { handle } from '../kit/http/handle.ts'
import { endSessionsOf } from '../kit/http/session.ts'
import {
  administrators,
  allowCompany,
  assertAdministratorRemains,
  assertOwnPassword,
  lockAdministration,
  signInOf,
  answer,
  lockMembership,
  refuseCompany,
  settle,
  termsOf,
  type Person,
} from '../access/access.api.ts'

// The companies that know a person, seen by that person. Each is asked in a transaction of its own, in its own context
// and for nobody but whose session this is, so that the wall between companies stands as everywhere.

const shownCompanies = 100

export const getOwnCompaniesHandler = handle(getOwnCompanies, async (context) => {
  const {
    services: { db },
    actor,
  } = context
  const { home_company_id: home, password_hash: passwordHash } = await db.shared
    .selectFrom('identity')
    .select(['home_company_id', 'password_hash'])
    .where('id', '=', actor.identityId)
    .executeTakeFirstOrThrow()
  const linked = await db.shared
    .selectFrom('linked_company')
    .select('company_id')
    .where('identity_id', '=', actor.identityId)
    .orderBy('company_id')
    .limit(shownCompanies)
    .execute()
  const refused = await db.shared
    .selectFrom('refused_company')
    .select(['company_id', 'refused_at'])
    .where('identity_id', '=', actor.identityId)
    .execute()
  const refusedAt = new Map(refused.map((row) => [row.company_id, row.refused_at]))
  const companyIds = new Set([
    ...(home === null ? [] : [home]),
    actor.company.id,
    ...linked.map((row) => row.company_id),
  ])
  const companies: OwnCompany[] = []
  for (const companyId of companyIds) {
    const found = await db.withCompany(companyId, (tx) =>
      standingIn(tx, context, companyId, {
        home: companyId === home,
        refusedAt: refusedAt.get(companyId) ?? null,
      }),
    )
    if (found) companies.push(found)
  }
  return { companies, hasPassword: passwordHash !== null }
})

async function standingIn(
  tx: Tx,
  { actor, language }: SessionContext,
  companyId: number,
  { home, refusedAt }: { home: boolean; refusedAt: Date | null },
): Promise<OwnCompany | null> {
  const member = await tx
    .selectFrom('membership as m')
    .innerJoin('company as c', 'c.id', 'm.company_id')
    .select([
      'm.id',
      'm.state',
      'm.invitation',
      'm.joined_at',
      'm.invited_at',
      'm.invitation_answered_at',
      'c.name',
    ])
    .where('m.company_id', '=', companyId)
    .where('m.identity_id', '=', actor.identityId)
    .executeTakeFirst()
  if (!member) return null
  const standing = standingOf(member, refusedAt !== null)
  const since = {
    Active: member.invitation_answered_at ?? member.joined_at,
    Invited: member.invited_at,
    Declined: member.invitation_answered_at,
    Refused: refusedAt,
    Closed: null,
  }[standing]
  return {
    companyIntCode: companyId,
    companyName: member.name,
    current: companyId === actor.company.id,
    home,
    standing,
    since: since?.toISOString() ?? null,
    invitation: standing === 'Invited' ? await termsOf(tx, companyId, member.id, language) : null,
    mayLeave: !home && standing === 'Active',
    mayRefuse: standing === 'Declined',
  }
}

function standingOf(
  { state, invitation }: { state: MembershipState; invitation: Invitation | null },
  refused: boolean,
): OwnCompany['standing'] {
  // What else that company does about it, such as asking again, is not told.
  if (refused && (invitation === 'Pending' || invitation === 'Declined')) return 'Refused'
  if (invitation === 'Declined') return 'Declined'
  if (state !== 'Active') return 'Closed'
  return invitation === 'Pending' ? 'Invited' : 'Active'
}

const ownPerson = ({ actor }: SessionContext, companyId: number): Person => ({
  companyId,
  identityId: actor.identityId,
  name: actor.name,
  userName: actor.userName,
})

export const answerOwnInvitationHandler = handle(answerOwnInvitation, async (context) => {
  const {
    services: { db },
    input,
    now,
  } = context
  signInOf(context)
  const person = ownPerson(context, input.companyIntCode)
  await db.withCompany(input.companyIntCode, async (tx) => {
    const member = await lockMembership(tx, person)
    await answer(tx, person, input, now)
    // What its door asks of users it asks at the next sign-in, not in a session from before.
    if (member.invitation === 'Pending')
      await endSessionsOf(tx, { companyId: input.companyIntCode, membershipId: member.id })
  })
  return { done: true } as const
})

export const leaveCompanyHandler = handle(leaveCompany, async (context) => {
  const {
    services: { db },
    actor,
    input,
    now,
  } = context
  signInOf(context)
  const { home_company_id: home, password_hash: passwordHash } = await db.shared
    .selectFrom('identity')
    .select(['home_company_id', 'password_hash'])
    .where('id', '=', actor.identityId)
    .executeTakeFirstOrThrow()
  if (home === input.companyIntCode) throw refusal('HomeCompany')
  // A session found open must not be able to do it. Who has no password has come from Microsoft.
  if (passwordHash !== null) await assertOwnPassword(context, passwordHash, input.password ?? '')
  await db.withCompany(input.companyIntCode, (tx) => leave(tx, ownPerson(context, input.companyIntCode), now))
  return { done: true } as const
})

/** Leaving twice is leaving once. Throws `LastAdministrator` where nobody could administer the company any more. */
async function leave(tx: Tx, person: Person, now: Date): Promise<void> {
  const { companyId, identityId } = person
  if (
    !(await tx
      .selectFrom('membership')
      .select('id')
      .where('company_id', '=', companyId)
      .where('identity_id', '=', identityId)
      .executeTakeFirst())
  )
    throw refusal('NotFound')
  await lockAdministration(tx, companyId)
  const member = await lockMembership(tx, person)
  if (member.invitation === 'Declined') return
  if (member.invitation === 'Pending') throw refusal('InvitationNotPending')
  const administered = await administrators(tx, companyId, 1, { only: member.id })
  await settle(tx, { ...person, membershipId: member.id }, 'Declined', 'user.left', now)
  if (administered.length > 0) await assertAdministratorRemains(tx, companyId)
}

export const setCompanyRefusedHandler = handle(setCompanyRefused, async (context) => {
  const {
    services: { db },
    input: { companyIntCode, refused },
    now,
  } = context
  signInOf(context)
  const person = ownPerson(context, companyIntCode)
  await db.withCompany(companyIntCode, async (tx) => {
    const { invitation } = await lockMembership(tx, person)
    if (!refused) return allowCompany(tx, person)
    if (invitation !== 'Pending' && invitation !== 'Declined') throw refusal('InvitationNotPending')
    await refuseCompany(tx, person, now)
  })
  return { done: true } as const
})

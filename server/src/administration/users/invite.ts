import type { Operation } from '@kervan/contract/kit/operations'
import { type UserAction } from '@kervan/contract/administration/users'
import { withdrawInvitation } from '@kervan/contract/administration/user-acts'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import type { Language } from '@kervan/contract/kit/values'
import { endSessionsOf, lockAdministration, languageOf } from '../../access/access.api.ts'
import { record } from '../../kit/records/audit.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import { handle } from '../../kit/http/handle.ts'
import { enqueue } from '../../kit/work/outbox.ts'
import { requireStepUpForUsers, signInAccess } from '../step-up-rules.ts'

import { presentUser } from './present-user.ts'

import { isMailed, refusedAction } from './user-actions.ts'
import { assertRoomFor, factsOf, findUser, type FoundUser } from './user.sql.ts'

// Asking somebody of another company to be a user here, once more or no more (USR-004). What they say is theirs: see
// the invitations of access.

/** How a membership begins that waits for the person's word. */
export const invitedBy = ({ name }: Pick<Actor, 'name'>, at: Date) => ({
  invitation: 'Pending' as const,
  invited_at: at,
  invited_by: name,
  invitation_answered_at: null,
})

/** What the company calls somebody whom it invites: all that it knows of them until they say yes. */
export function invitedAs({
  firstName,
  lastName,
  username,
}: {
  firstName: string
  lastName: string
  username: string
}) {
  const [first, last] = [firstName.trim(), lastName.trim()]
  return {
    invited_first_name: first,
    invited_last_name: last,
    invited_search_text: fold(`${first} ${last} ${username}`),
  }
}

/** So that people find the companies that know them. */
export async function linkCompany(tx: Tx, identityId: string, companyId: number): Promise<void> {
  await tx
    .insertInto('linked_company')
    .values({ identity_id: identityId, company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Promised for everybody; whether the person wants mails of this company is found out when it is sent. */
export async function mailInvitation(
  { tx, actor, services }: Pick<SessionContext, 'tx' | 'actor' | 'services'>,
  person: { identityId: string; username: string },
  language: Language,
): Promise<void> {
  const mail = {
    to: person.username,
    language,
    template: 'userInvited',
    facts: { company: actor.company.name, by: actor.name },
  }
  await enqueue(tx, services.jobs, actor.company.id, 'invitation', {
    ...mail,
    identityId: person.identityId,
  })
}

/** Promises a new user the link under which they choose their password. */
export async function mailWelcome(
  { tx, actor, services }: Pick<SessionContext, 'tx' | 'actor' | 'services'>,
  membershipId: string,
): Promise<void> {
  await enqueue(tx, services.jobs, actor.company.id, 'welcome', { membershipId, by: actor.name })
}

type Context = SessionContext & { input: { membershipId: string } }

async function lockFor(action: UserAction, { tx, actor, input }: Context): Promise<FoundUser> {
  // The count is locked before the user, as wherever both are.
  await lockAdministration(tx, actor.company.id)
  const user = await findUser(tx, actor, input.membershipId)
  const refused = refusedAction(action, factsOf(actor, user))
  if (refused) throw refused
  return user
}

/** What was declined or withdrawn waits again, and takes a seat again. Who has not chosen a password gets a new link; the one before ends. */
export const inviteAgainHandler = handle(inviteAgain, async (context) => {
  const { tx, actor, now, language } = context
  const user = await lockFor('inviteAgain', context)
  if (isMailed(user.invitation)) return welcomeAgain(context, user)
  if (user.state !== 'Active') await assertRoomFor(tx, actor.company.id, 1)
  await requireStepUpForUsers(context, [signInAccess(user)])
  await tx
    .updateTable('membership')
    .set((row) => ({ ...invitedBy(actor, now), state: 'Active', version: row('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', user.id)
    .execute()
  await mailInvitation(
    context,
    { identityId: user.identity_id, username: user.username },
    languageOf(user.language),
  )
  await note(context, user, 'user.invitedAgain', 'Pending')
  return presentUser(tx, actor, language, user.id)
})

async function welcomeAgain(context: Parameters<typeof requireStepUpForUsers>[0], user: FoundUser) {
  const { tx, actor, now, language } = context
  await requireStepUpForUsers(context, [signInAccess(user)])
  await tx
    .updateTable('membership')
    .set({ invited_at: now, invited_by: actor.name })
    .where('company_id', '=', actor.company.id)
    .where('id', '=', user.id)
    .execute()
  await mailWelcome(context, user.id)
  await note(context, user, 'user.invitedAgain', 'Mailed')
  return presentUser(tx, actor, language, user.id)
}

export const withdrawInvitationHandler = handle(withdrawInvitation, async (context) => {
  const { tx, actor, language } = context
  const user = await lockFor('withdrawInvitation', context)
  await tx
    .updateTable('membership')
    .set((row) => ({ state: 'Passive', version: row('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', user.id)
    .execute()
  // Whoever has signed in to answer is signed out.
  await endSessionsOf(tx, { companyId: actor.company.id, membershipId: user.id })
  await note(context, user, 'user.invitationWithdrawn', 'Withdrawn')
  return presentUser(tx, actor, language, user.id)
})

function note(
  { tx, actor, now }: Pick<SessionContext, 'tx' | 'actor' | 'now'>,
  user: FoundUser,
  operation: Operation,
  after: string,
): Promise<void> {
  return record(tx, actor, now, {
    audit: [
      {
        operation,
        recordType: 'membership',
        recordId: user.id,
        recordCode: user.username,
        before: { invitation: user.invitation },
        after: { invitation: after },
      },
    ],
  })
}

import type { Operation } from '@kervan/contract/kit/operations'
import { sql } from 'kysely'
import { getUserSignIns, type UserAction } from '@kervan/contract/administration/users'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { endUserSessions } from '@kervan/contract/administration/user-acts'
import { removeSecondFactor } from '@kervan/contract/administration/user-acts'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import type { LoginState } from '@kervan/contract/access/words'
import {
  endSessionsOf,
  forgetSecondFactor,
  issueTemporaryPassword,
  unlockSignIn,
} from '../../access/access.api.ts'
import { record } from '../../kit/records/audit.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { requireStepUpForUsers, signInAccess } from '../step-up-rules.ts'
import { assertRoomForOne } from './create-user.ts'
import { presentUser } from './present-user.ts'
import { refusedAction } from './user-actions.ts'
import { factsOf, findUser, openSession, type FoundUser } from './user.sql.ts'

// What an administrator does when somebody cannot sign in, or should not be signed in any more (USR-004).

type Context = SessionContext & { input: { membershipId: string } }

/** The user, locked, once the action is known to be open to the caller. */
async function lockFor(action: UserAction, { tx, actor, input }: Context): Promise<FoundUser> {
  const user = await findUser(tx, actor, input.membershipId)
  const refused = refusedAction(action, factsOf(actor, user))
  if (refused) throw refused
  return user
}

function note(
  { tx, actor, now }: Context,
  user: FoundUser,
  operation: Operation,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> {
  return record(tx, actor, now, {
    audit: [{ operation, recordType: 'membership', recordId: user.id, recordCode: user.username, ...change }],
  })
}

/** The password itself is in the answer and nowhere else. */
export const resetPasswordHandler = handle(resetPassword, async (context) => {
  const { tx, actor, language } = context
  const user = await lockFor('resetPassword', context)
  await requireStepUpForUsers(context, [signInAccess(user)])
  const issued = await issueTemporaryPassword(tx, {
    identityId: user.identity_id,
    companyId: actor.company.id,
    origin: 'Administrator',
  })
  await endSessionsOf(tx, { identityId: user.identity_id })
  await note(context, user, 'user.passwordReset')
  return {
    temporaryPassword: issued.temporaryPassword,
    expiresAt: issued.expiresAt.toISOString(),
    user: await presentUser(tx, actor, language, user.id),
  }
})

export const unlockUserHandler = handle(unlockUser, async (context) => {
  const { tx, actor, language } = context
  const { state: before, invitation } = await findUser(tx, actor, context.input.membershipId, { lock: false })
  // The count is locked before the user, as wherever both are.
  if (before === 'Blocked' && invitation !== 'Declined') await assertRoomForOne(context)
  const user = await lockFor('unlock', context)
  await requireStepUpForUsers(context, [signInAccess(user)])
  await unlockSignIn(tx, user.username)
  // Who declined an invitation is unblocked, and no user all the same.
  const state = user.invitation === 'Declined' ? 'Passive' : 'Active'
  if (user.state === 'Blocked') {
    await tx
      .updateTable('membership')
      .set((row) => ({ state, version: row('version', '+', 1) }))
      .where('company_id', '=', actor.company.id)
      .where('id', '=', user.id)
      .execute()
  }
  await note(context, user, 'user.unlocked', {
    before: { state: user.state },
    after: { state: user.state === 'Blocked' ? state : user.state },
  })
  return presentUser(tx, actor, language, user.id)
})

export const endUserSessionsHandler = handle(endUserSessions, async (context) => {
  const { tx, actor, language } = context
  const user = await lockFor('endSessions', context)
  const ended = await endSessionsOf(tx, { companyId: actor.company.id, membershipId: user.id })
  await note(context, user, 'user.sessionsEnded', { after: { sessions: ended } })
  return presentUser(tx, actor, language, user.id)
})

/** A second factor is the person's, so it goes for all companies; only the one that brought them in may take it away. */
export const removeSecondFactorHandler = handle(removeSecondFactor, async (context) => {
  const { tx, actor, language } = context
  const user = await lockFor('removeSecondFactor', context)
  await requireStepUpForUsers(context, [signInAccess(user)])
  await forgetSecondFactor(tx, user.identity_id)
  await endSessionsOf(tx, { identityId: user.identity_id })
  await note(context, user, 'user.secondFactorRemoved', {
    before: { secondFactor: true },
    after: { secondFactor: false },
  })
  return presentUser(tx, actor, language, user.id)
})

const shownAttempts = 20

/** Tries at other companies stay those companies' affair. */
export const getUserSignInsHandler = handle(getUserSignIns, async ({ tx, actor, input }) => {
  const user = await findUser(tx, actor, input.membershipId, { lock: false })
  const [sessions, attempts] = await Promise.all([
    sql<{ family_id: string; agent: string; address: string; started_at: Date; last_seen_at: Date }>`
      select distinct on (s.family_id) s.family_id, s.agent, s.address, s.signed_in_at as started_at, s.last_seen_at
      from session s where s.company_id = ${actor.company.id} and s.membership_id = ${user.id} and ${openSession} order by s.family_id, s.last_seen_at desc`.execute(
      tx,
    ),
    sql<{ id: string; at: Date; state: LoginState; address: string; agent: string }>`
      select id, at, state, address, agent from login_attempt
      where company_id = ${actor.company.id} and username_folded = ${user.username_folded} order by at desc limit ${shownAttempts}`.execute(
      tx,
    ),
  ])
  return {
    sessions: sessions.rows
      .toSorted((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime())
      .map((row) => ({
        id: row.family_id,
        agent: row.agent,
        address: row.address,
        startedAt: row.started_at.toISOString(),
        lastSeenAt: row.last_seen_at.toISOString(),
      })),
    attempts: attempts.rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      loginState: row.state,
      address: row.address,
      agent: row.agent,
    })),
  }
})

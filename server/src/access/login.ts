import { login } from '@kervan/contract/access/authentication'
import { foldUsername } from '@kervan/contract/access/username'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Session } from '@kervan/contract/access/authentication'
import type { LoginState } from '@kervan/contract/access/words'
import { loadActor } from '../kit/actor.ts'
import type { Actor, RequestContext } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import { handlePublic } from '../kit/handle.ts'
import { openSession } from '../kit/session.ts'
import { newId } from '../kit/uuid.ts'
import { verifyPassword } from './password.ts'
import { presentSession } from './present-session.ts'
import { assertNotThrottled, clearFailures, countFailure, type Attempt } from './throttle.ts'

/**
 * Signing in with a password (ACC-001 to ACC-007, D21): an unknown user, a wrong password and an unknown company get
 * the same answer after the same work. Only who has proved the password learns that this company is not theirs.
 */
export default handlePublic(login, async (context) => {
  const { input, services } = context
  const attempt: Attempt = { usernameFolded: foldUsername(input.username), address: context.address, companyId: input.companyIntCode }
  await assertNotThrottled(services.db, attempt).catch(async (error: unknown) => {
    await note(context, attempt, null, 'Blocked', 'throttled')
    throw error
  })
  const identity = await services.db.shared
    .selectFrom('identity')
    .select(['id', 'password_hash'])
    .where('username_folded', '=', attempt.usernameFolded)
    .executeTakeFirst()
  const right = await verifyPassword(identity?.password_hash ?? null, input.password)
  if (!identity || !right) {
    const blocked = await countFailure(services.db, attempt)
    await note(context, attempt, identity?.id ?? null, blocked ? 'Blocked' : 'Failed', 'credentials')
    throw refusal('LoginFailed')
  }
  const company = await services.db.shared.selectFrom('company').select('id').where('id', '=', input.companyIntCode).executeTakeFirst()
  if (!company) {
    await note(context, attempt, identity.id, 'Failed', 'company')
    throw refusal('LoginFailed')
  }
  const session = await enter(context, company.id, identity.id).catch(async (error: unknown) => {
    await note(context, attempt, identity.id, 'Failed', 'membership')
    throw error
  })
  await clearFailures(services.db, attempt)
  await note(context, attempt, identity.id, 'Succces', '')
  return session
})

async function enter(context: RequestContext, companyId: number, identityId: string): Promise<Session> {
  const { db } = context.services
  return db.withCompany(companyId, async (tx) => {
    const membership = await tx
      .selectFrom('membership')
      .select(['id', 'state'])
      .where('company_id', '=', companyId)
      .where('identity_id', '=', identityId)
      .executeTakeFirst()
    if (membership?.state === 'Blocked') throw refusal('LoginFailed')
    if (membership?.state !== 'Active') throw refusal('NotAuthorizedForCompany')
    const actor = await loadActor(tx, companyId, membership.id)
    await assertLocations(tx, actor)
    const { idle_minutes: idleMinutes } = await tx.selectFrom('company_policy').select('idle_minutes').where('company_id', '=', companyId).executeTakeFirstOrThrow()
    const token = await openSession(tx, { companyId, membershipId: membership.id, identityId, method: 'Password', idleMinutes, address: context.address, agent: context.agent })
    return presentSession({ tx, actor, language: context.language }, token)
  })
}

/** Who sees allocated locations only and has none could do nothing: say so at the door (ACC-012). */
async function assertLocations(tx: Tx, actor: Actor): Promise<void> {
  if (!actor.locationScoped) return
  const allocated = await tx
    .selectFrom('membership_location')
    .select('location_id')
    .where('company_id', '=', actor.company.id)
    .where('membership_id', '=', actor.membershipId)
    .limit(1)
    .executeTakeFirst()
  if (!allocated) throw refusal('NoLocationDefined')
}

/** The login log (ACC-005): time, address and agent of every try; never what was typed as password. */
async function note(context: RequestContext, attempt: Attempt, identityId: string | null, state: LoginState, reason: string): Promise<void> {
  await context.services.db.shared
    .insertInto('login_attempt')
    .values({
      id: newId(),
      username_folded: attempt.usernameFolded.slice(0, 254),
      identity_id: identityId,
      company_id: attempt.companyId,
      state,
      reason,
      address: context.address,
      agent: context.agent,
    })
    .execute()
}

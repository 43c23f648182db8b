import type { Session } from '@kervan/contract/access/authentication'
import { changePassword } from '@kervan/contract/access/own-security'
import type { PasswordLimit } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { loadActor } from '../kit/http/actor.ts'
import type { Actor, RequestContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { openSession } from '../kit/http/session.ts'
import { rememberDevice } from './known-device.ts'
import { presentSession } from './present-session.ts'
import { proveSecondFactor } from './second-factor.ts'
import { spendTemporaryPassword } from './temporary-password.ts'

type Local = { device: string | undefined; secondFactor: string | undefined }
/** By what somebody has proved who they are. */
export type Proof =
  | ({ method: 'Password'; passwordChangedAt: Date } & Local)
  | ({ method: 'Temporary'; temporaryPasswordId: string } & Local)
  | { method: 'Entra' }

type Policy = { idle_minutes: number; password_max_age_days: number | null; entra_only: boolean }

/**
 * Through the door of a company, for somebody who has proved who they are: membership, policy, locations and second
 * factor, in this order, then the session. Everything is one transaction: what is used once is used up with the session.
 * Who is only invited is not asked what the company asks of its users, so that nothing keeps them from saying no.
 */
export function enter(
  context: RequestContext,
  companyId: number,
  identityId: string,
  proof: Proof,
): Promise<Session> {
  return context.services.db.withCompany(companyId, async (tx) => {
    const membership = await tx
      .selectFrom('membership')
      .select(['id', 'state'])
      .where('company_id', '=', companyId)
      .where('identity_id', '=', identityId)
      .executeTakeFirst()
    if (membership?.state === 'Blocked') throw refusal('LoginFailed')
    if (membership?.state !== 'Active') throw refusal('NotAuthorizedForCompany')
    const policy = await tx
      .selectFrom('company_policy')
      .select(['idle_minutes', 'password_max_age_days', 'entra_only'])
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow()
    if (policy.entra_only && proof.method !== 'Entra') throw refusal('EntraOnly')
    const method = proof.method === 'Entra' ? 'Entra' : 'Password'
    const actor = await loadActor(tx, companyId, membership.id, { method, passwordLimit: null, scope: null })
    if (!actor.invitationPending) await assertLocations(tx, actor)
    const passwordLimit = limitOf(context, actor, policy, proof)
    if (proof.method !== 'Entra') await proveSecondFactor(tx, context, identityId, proof.secondFactor)
    if (proof.method === 'Temporary' && !(await spendTemporaryPassword(tx, proof.temporaryPasswordId)))
      throw refusal('LoginFailed')
    const temporaryPasswordId = proof.method === 'Temporary' ? proof.temporaryPasswordId : null
    const token = await openSession(tx, {
      companyId,
      membershipId: membership.id,
      identityId,
      method,
      idleMinutes: policy.idle_minutes,
      passwordLimit,
      temporaryPasswordId,
      address: context.address,
      agent: context.agent,
    })
    if (proof.method !== 'Entra') await rememberDevice(tx, identityId, proof.device)
    return presentSession({ ...context, tx, actor: { ...actor, passwordLimit } }, token)
  })
}

const dayMs = 24 * 60 * 60_000

/** Why the session will be good for nothing but a new password. Who may not change it is told to ask for help (ACC-006). */
function limitOf({ now }: RequestContext, actor: Actor, policy: Policy, proof: Proof): PasswordLimit | null {
  if (proof.method === 'Temporary') return 'Temporary'
  if (proof.method === 'Entra' || actor.invitationPending) return null
  return ageLimit(now, actor, policy, proof.passwordChangedAt)
}

/** Throws `PasswordExpired` for who may not change the password that is too old. */
function ageLimit(
  now: Date,
  actor: Actor,
  policy: Pick<Policy, 'password_max_age_days'>,
  changedAt: Date,
): PasswordLimit | null {
  if (
    policy.password_max_age_days === null ||
    now.getTime() < changedAt.getTime() + policy.password_max_age_days * dayMs
  )
    return null
  if (!actor.permissions.has(changePassword.permission ?? '')) throw refusal('PasswordExpired')
  return 'Expired'
}

/**
 * What the door asks of a user and has not asked of somebody invited, made up for in the session in which they accepted.
 * Throws what the door would: `NoLocationDefined`, `PasswordExpired`.
 */
export async function becomeUserIn(tx: Tx, actor: Actor, familyId: string, now: Date): Promise<void> {
  await assertLocations(tx, actor)
  const [session, policy, identity] = await Promise.all([
    tx
      .selectFrom('session')
      .select('method')
      .where('family_id', '=', familyId)
      .limit(1)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('company_policy')
      .select('password_max_age_days')
      .where('company_id', '=', actor.company.id)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('identity')
      .select('password_changed_at')
      .where('id', '=', actor.identityId)
      .executeTakeFirstOrThrow(),
  ])
  const limit = session.method === 'Entra' ? null : ageLimit(now, actor, policy, identity.password_changed_at)
  if (limit)
    await tx.updateTable('session').set({ password_limit: limit }).where('family_id', '=', familyId).execute()
}

/** Who sees allocated locations only and has none could do nothing: say so at the door (ACC-012). */
export async function assertLocations(tx: Tx, actor: Actor): Promise<void> {
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

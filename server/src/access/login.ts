import { login } from '@kervan/contract/access/authentication'
import { foldUsername } from '@kervan/contract/access/username'
import { refusal, Refusal, type RefusalCode } from '@kervan/contract/kit/refusals'
import type { InputOf } from '@kervan/contract/kit/call'
import type { RequestContext } from '../kit/context.ts'
import { handlePublic } from '../kit/http/handle.ts'
import { enter, type Proof } from './enter.ts'
import { knownDevice } from './known-device.ts'
import { note, noteFault } from './login-log.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { findTemporaryPassword } from './temporary-password.ts'
import { assertNotThrottled, clearFailures, countFailure, type Attempt } from './throttle.ts'

type LoginContext = RequestContext & { input: InputOf<typeof login> }

/**
 * Signing in with a password (ACC-001 to ACC-007, D21): an unknown user, a wrong password, an unknown company and a
 * blocked member get the same answer after the same work, two hashes. Only who has proved the password learns more.
 */
export default handlePublic(login, (context) =>
  signIn(context).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) await noteFault(context, withoutDevice(context))
    throw error
  }),
)

async function signIn(context: LoginContext) {
  const { input, services } = context
  const attempt = await attemptOf(context)
  await assertNotThrottled(services.db, attempt).catch(async (error: unknown) => {
    if (error instanceof Refusal) await note(context, attempt, null, 'Blocked', 'throttled')
    throw error
  })
  const identity = await services.db.shared
    .selectFrom('identity')
    .select(['id', 'password_hash', 'password_changed_at'])
    .where('username_folded', '=', attempt.usernameFolded)
    .executeTakeFirst()
  const proof = await prove(context, identity)
  if (!identity || !proof)
    return refuse(context, attempt, identity?.id ?? null, refusal('LoginFailed'), 'credentials')
  const company = await services.db.shared
    .selectFrom('company')
    .select('id')
    .where('id', '=', input.companyIntCode)
    .executeTakeFirst()
  if (!company) return refuseProved(context, attempt, identity.id, refusal('LoginFailed'), 'company')
  const session = await enter(context, company.id, identity.id, proof).catch(async (error: unknown) => {
    if (error instanceof Refusal)
      return refuseProved(context, attempt, identity.id, error, reasons[error.code] ?? 'membership')
    throw error
  })
  await clearFailures(services.db, attempt)
  await note(context, attempt, identity.id, 'Succces', '')
  return session
}

const reasons: Partial<Record<RefusalCode, string>> = {
  SecondFactorRequired: 'secondFactor',
  SecondFactorWrong: 'secondFactor',
  PasswordExpired: 'expired',
  EntraOnly: 'entraOnly',
}

async function attemptOf(context: LoginContext): Promise<Attempt> {
  const { input, services } = context
  const attempt = withoutDevice(context)
  return {
    ...attempt,
    knownDevice: await knownDevice(services.db.shared, attempt.usernameFolded, input.device),
  }
}

function withoutDevice({ input, address }: LoginContext): Attempt {
  return {
    usernameFolded: foldUsername(input.username),
    address,
    companyId: input.companyIntCode,
    knownDevice: null,
  }
}

type Identity = { id: string; password_hash: string | null; password_changed_at: Date }

/** What the typed password is: the current one, a temporary one that still counts, or neither. */
async function prove(
  { input, services: { db } }: LoginContext,
  identity: Identity | undefined,
): Promise<Proof | null> {
  const right = await verifyPassword(identity?.password_hash ?? null, input.password)
  if (identity?.password_hash && right) {
    if (isOutdated(identity.password_hash)) {
      const renewed = await hashPassword(input.password)
      await db.shared
        .updateTable('identity')
        .set({ password_hash: renewed })
        .where('id', '=', identity.id)
        .where('password_hash', '=', identity.password_hash)
        .execute()
    }
    return {
      method: 'Password',
      passwordChangedAt: identity.password_changed_at,
      device: input.device,
      secondFactor: input.secondFactor,
    }
  }
  const temporaryPasswordId = await findTemporaryPassword(db.shared, identity?.id ?? null, input.password)
  return identity && temporaryPasswordId
    ? { method: 'Temporary', temporaryPasswordId, device: input.device, secondFactor: input.secondFactor }
    : null
}

/** Refuses somebody whose password was right. What must not be told apart from a wrong one costs the same second hash. */
async function refuseProved(
  context: LoginContext,
  attempt: Attempt,
  identityId: string,
  refused: Refusal,
  reason: string,
): Promise<never> {
  if (refused.code === 'LoginFailed') await verifyPassword(null, context.input.password)
  return refuse(context, attempt, identityId, refused, reason)
}

const counted: readonly RefusalCode[] = ['LoginFailed', 'SecondFactorWrong']

async function refuse(
  context: LoginContext,
  attempt: Attempt,
  identityId: string | null,
  refused: Refusal,
  reason: string,
): Promise<never> {
  const blocked = counted.includes(refused.code) && (await countFailure(context.services, attempt))
  await note(context, attempt, identityId, blocked ? 'Blocked' : 'Failed', reason)
  throw refused
}

import { foldUsername } from '@kervan/contract/access/username'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/database/db.ts'
import { verifyPassword } from './password.ts'
import { assertNotThrottled, countFailure, type Attempt } from './throttle.ts'

/** Locks the person, so that two changes at once come one after the other. Returns the hash of the current password. */
export async function inOneLine(tx: Tx, identityId: string): Promise<string | null> {
  const { password_hash: passwordHash } = await tx
    .selectFrom('identity')
    .select('password_hash')
    .where('id', '=', identityId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return passwordHash
}

/** Asks for the password once more, before something a found open session must not be able to do. Tries are limited as at the door. */
export async function assertOwnPassword(
  { services, actor, address }: SessionContext,
  passwordHash: string | null,
  typed: string,
): Promise<void> {
  // In the name of the session: strangers who fail at the door do not keep its owner from changing the password.
  const attempt: Attempt = {
    usernameFolded: foldUsername(actor.userName),
    address,
    companyId: actor.company.id,
    knownDevice: `session of ${actor.membershipId}`,
    inSession: true,
  }
  await assertNotThrottled(services.db, attempt)
  if (await verifyPassword(passwordHash, typed)) return
  await countFailure(services, attempt)
  throw refusal('OldPasswordWrong')
}

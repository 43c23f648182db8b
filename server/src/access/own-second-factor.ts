import { foldUsername } from '@kervan/contract/access/username'
import type { SessionContext } from '../kit/context.ts'
import { proveSecondFactor } from './second-factor.ts'
import { assertNotThrottled, countFailure } from './throttle.ts'

/** Asks for the own second factor once more, where there is one. Tries are limited as at the door. */
export async function assertOwnSecondFactor(
  context: SessionContext,
  code: string | undefined,
): Promise<void> {
  const prove = () => proveSecondFactor(context.tx, context, context.actor.identityId, code)
  // Sending none is no try.
  await (code === undefined ? prove() : limitSecondFactorTries(context, prove))
}

/** Six digits can be tried out, so wrong ones are counted as wrong passwords are. */
export async function limitSecondFactorTries(
  { services, actor, address }: SessionContext,
  work: () => Promise<void>,
): Promise<void> {
  const attempt = {
    usernameFolded: foldUsername(actor.userName),
    address,
    companyId: actor.company.id,
    knownDevice: `codes of ${actor.membershipId}`,
    inSession: true,
  }
  await assertNotThrottled(services.db, attempt)
  await work().catch(async (error: unknown) => {
    await countFailure(services, attempt)
    throw error
  })
}

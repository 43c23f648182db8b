import { sql } from 'kysely'
import { getOwnProof } from '@kervan/contract/access/own-security'
import type { OwnProof } from '@kervan/contract/access/words'
import { freshSignInMinutes, type FreshProof } from '@kervan/contract/kit/step-up'
import { refusal } from '@kervan/contract/kit/refusals'
import type { SessionContext } from '../kit/context.ts'
import { handle } from '../kit/http/handle.ts'
import { assertOwnPassword, inOneLine } from './own-password.ts'
import { assertOwnSecondFactor } from './own-second-factor.ts'
import { signInOf } from './signed-in.ts'

// Being asked once more who one is, before a change that lowers the protection of the company or gives the rights of who
// administers it (D20): whoever has found or stolen an open session has neither the password nor a way to sign in again.
// Which changes those are, administration says (`step-up-rules.ts`).

/** How many of those concerned a refusal names. */
const namesTold = 5

export const getOwnProofHandler = handle(getOwnProof, async (context) => ({ proof: await proofOf(context) }))

async function proofOf(context: SessionContext): Promise<OwnProof> {
  const { tx, actor } = context
  if (await hasJustComeThroughMicrosoft(context)) return 'Given'
  const { password, code } = await tx
    .selectFrom('identity as i')
    .select([
      sql<boolean>`i.password_hash is not null`.as('password'),
      sql<boolean>`exists (select from second_factor f where f.identity_id = i.id and f.confirmed_at is not null)`.as(
        'code',
      ),
    ])
    .where('i.id', '=', actor.identityId)
    .executeTakeFirstOrThrow()
  if (!password) return 'SignIn'
  return code ? 'PasswordAndCode' : 'Password'
}

/**
 * The password and, where there is one, the second factor; who has no password has come through Microsoft and must have
 * done so in the last minutes. Asked inside the transaction of the change, so that a code is used up with it, and one
 * after the other for a person, so that many tries at once are counted as many. `names`: who gains by the change.
 */
export async function assertFreshProof(
  context: SessionContext,
  proof: FreshProof | undefined,
  names: readonly string[],
): Promise<void> {
  signInOf(context)
  const concerned = { names: names.slice(0, namesTold), count: names.length }
  if (await hasJustComeThroughMicrosoft(context)) return
  const passwordHash = await inOneLine(context.tx, context.actor.identityId)
  if (passwordHash === null) throw refusal('FreshSignInNeeded', { minutes: freshSignInMinutes, ...concerned })
  if (!proof) throw refusal('ReauthenticationRequired', concerned)
  await assertOwnPassword(context, passwordHash, proof.password)
  await assertOwnSecondFactor(context, proof.code)
}

/** Microsoft has asked for everything it asks for, and a renewed token of an old session is no new sign-in. */
async function hasJustComeThroughMicrosoft({ tx, familyId }: SessionContext): Promise<boolean> {
  if (familyId === null) return false
  const session = await tx
    .selectFrom('session')
    .select('family_id')
    .where('family_id', '=', familyId)
    .where('method', '=', 'Entra')
    .where('signed_in_at', '>', sql<Date>`now() - make_interval(mins => ${freshSignInMinutes})`)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

import { explainAccess, explainOwnAccess, getExplainTargets } from '@kervan/contract/administration/explain'
import { Refusal } from '@kervan/contract/kit/refusals'
import { loadActor } from '../../kit/http/actor.ts'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { holds } from '../../kit/http/gates.ts'
import { handle } from '../../kit/http/handle.ts'
import { findUser } from '../users/user.sql.ts'
import { chainOf, isAllowed, noMember, readTarget } from './chain.ts'
import { findTargets } from './records.ts'

// "Why can't this user see this?", of others and of oneself.

export const explainAccessHandler = handle(explainAccess, async ({ input, tx, actor, language }) => {
  const user = await findUser(tx, actor, input.membershipId, { lock: false })
  const asked = await readTarget(tx, actor, input.target)
  const subject = await actorOf(tx, actor.company.id, input.membershipId)
  const steps = subject ? await chainOf(tx, subject, asked, language, { atDoor: true }) : noMember
  return { name: `${user.first_name} ${user.last_name}`, allowed: isAllowed(steps), steps }
})

export const explainOwnAccessHandler = handle(explainOwnAccess, async ({ input, tx, actor, language }) => {
  const asked = await readTarget(tx, actor, input.target)
  const steps = await chainOf(tx, actor, asked, language, { atDoor: false })
  // What roles the company has is not everybody's to know.
  const mayKnowRoles = holds(explainAccess, actor)
  return {
    allowed: isAllowed(steps),
    steps: mayKnowRoles ? steps : steps.map((step) => ({ ...step, wouldGive: [] })),
  }
})

export const getExplainTargetsHandler = handle(getExplainTargets, ({ input, tx, actor }) =>
  findTargets(tx, actor, input.kind, input.search),
)

/** Who the user would be in a request of their own, signed in with a password; null when no request would get so far. */
async function actorOf(tx: Tx, companyId: number, membershipId: string): Promise<Actor | null> {
  try {
    return await loadActor(tx, companyId, membershipId, {
      method: 'Password',
      passwordLimit: null,
      scope: null,
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'SessionExpired') return null
    throw error
  }
}

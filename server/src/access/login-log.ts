import type { LoginState } from '@kervan/contract/access/words'
import type { RequestContext } from '../kit/context.ts'
import { newId } from '../kit/uuid.ts'
import type { Attempt } from './throttle.ts'

/** The login log (ACC-005): time, address and agent of every try; never what was typed as password. */
export async function note(
  context: RequestContext,
  attempt: Attempt,
  identityId: string | null,
  state: LoginState,
  reason: string,
): Promise<void> {
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

import type { LoginState } from '@kervan/contract/access/words'
import type { RequestContext } from '../kit/context.ts'
import type { Database } from '../kit/database/db.ts'
import { newId } from '../kit/database/uuid.ts'
import type { Attempt } from './throttle.ts'

/** The login log (ACC-005): time, address and agent of every try; never what was typed as password. */
export async function note(
  context: RequestContext,
  attempt: Attempt,
  identityId: string | null,
  state: LoginState,
  reason: string,
): Promise<void> {
  const { db } = context.services
  await insert(db, [rowOf(context, attempt, identityId, state, reason)])
  await writeMissed(db)
}

/** Notes a try that met a fault: now, or with the next try when the database is what fails. Never throws. */
export async function noteFault(context: RequestContext, attempt: Attempt): Promise<void> {
  const { db } = context.services
  const rows = missed.get(db) ?? []
  missed.set(db, rows)
  if (rows.length < missedLimit)
    rows.push({ ...rowOf(context, attempt, null, 'Error', 'other'), at: context.now })
  await writeMissed(db).catch(() => {})
}

/** What could not be written when it happened, by database; what is beyond the limit is in the server's log only. */
const missed = new WeakMap<Database, Row[]>()
const missedLimit = 10_000

async function writeMissed(db: Database): Promise<void> {
  const rows = missed.get(db) ?? []
  if (rows.length === 0) return
  const some = rows.splice(0, 500)
  try {
    await insert(db, some)
  } catch (error) {
    rows.unshift(...some)
    throw error
  }
}

/** `at` where it is noted later than it happened. */
type Row = ReturnType<typeof rowOf> & { at?: Date }

function rowOf(
  context: RequestContext,
  attempt: Attempt,
  identityId: string | null,
  state: LoginState,
  reason: string,
) {
  return {
    id: newId(),
    username_folded: attempt.usernameFolded.slice(0, 254),
    identity_id: identityId,
    company_id: attempt.companyId,
    state,
    reason,
    address: context.address,
    agent: context.agent,
  }
}

async function insert(db: Database, rows: Row[]): Promise<void> {
  await db.shared.insertInto('login_attempt').values(rows).execute()
}

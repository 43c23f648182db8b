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

/** A try that was refused or failed before anybody asked whose name was typed is filed under that person all the same. */
async function insert(db: Database, rows: Row[]): Promise<void> {
  const names = rows.flatMap((row) => (row.identity_id === null ? row.username_folded : []))
  const found = names.length === 0 ? [] : await identitiesOf(db, names)
  const ids = new Map(found.map(({ id, username_folded: name }) => [name, id]))
  await db.shared
    .insertInto('login_attempt')
    .values(rows.map((row) => ({ ...row, identity_id: row.identity_id ?? ids.get(row.username_folded) })))
    .execute()
}

const identitiesOf = (db: Database, names: readonly string[]) =>
  db.shared
    .selectFrom('identity')
    .select(['id', 'username_folded'])
    .where('username_folded', 'in', names)
    .execute()

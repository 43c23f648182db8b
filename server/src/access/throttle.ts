import { sql } from 'kysely'
import { foldUsername } from '@kervan/contract/access/username'
import type { SignInBlock } from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import { audit, type AuditEntry } from '../kit/records/audit.ts'
import type { Services } from '../kit/context.ts'
import type { Database, Tx } from '../kit/database/db.ts'
import { holdsEverywhere } from './notify-own-companies.ts'

// Failures are counted for the account from one network, for the account, for the address and for the company (D22).
// How many failures from one network or device hold an account back, and how long, the company says (USR-009). From the third failure on each further try has to wait, twice as long every time; at the limit the key is blocked
// until its window ends, which the company's audit log is told once. The waiting depends on what was typed, never on whether the account exists. A browser that
// has signed in as this person before has a count of its own, so that nobody else's failures lock them out.

export type Attempt = {
  usernameFolded: string
  address: string
  companyId: number
  /** Names the device this person is known to use; null for every other. */
  knownDevice: string | null
  /** The device is an open session in which somebody was asked to prove themselves once more. */
  inSession?: boolean
}

type Limit = { key: string; block: SignInBlock; failures: number; minutes: number; progressive: boolean }

/** What a company's policy says of them; the limits across networks and companies are the portal's own. */
type LockOut = { failures: number; minutes: number }
const usualLockOut: LockOut = { failures: 10, minutes: 15 }

function limitsOf(
  { usernameFolded: user, address, companyId, knownDevice, inSession }: Attempt,
  lockOut: LockOut = usualLockOut,
): readonly [Limit, ...Limit[]] {
  if (knownDevice)
    return [
      {
        key: `account ${user} on ${knownDevice}`,
        block: inSession ? 'Session' : 'Device',
        ...lockOut,
        progressive: true,
      },
    ]
  return [
    {
      key: `account ${user} from ${networkOf(address)}`,
      block: 'Network',
      ...lockOut,
      progressive: true,
    },
    { key: `account ${user}`, block: 'Account', failures: 50, minutes: 60, progressive: false },
    { key: `address ${address}`, block: 'Address', failures: 100, minutes: 15, progressive: false },
    { key: `company ${companyId}`, block: 'Company', failures: 1_000, minutes: 15, progressive: false },
  ]
}

const freeFailures = 3

/** The first 24 bits of an IPv4 address, 48 of an IPv6 one: neighbours share a limit. */
export function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/, '')
  if (v4.includes('.')) return v4.split('.').slice(0, 3).join('.')
  return v4.split(':').slice(0, 3).join(':')
}

/** Throws `TooManyRequests` while one of the keys has to wait; the longest wait is told. */
export async function assertNotThrottled(db: Database, attempt: Attempt): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from max(blocked_until) - now()))::int as seconds from login_throttle
    where key = any(${limitsOf(attempt).map((limit) => limit.key)}::text[]) and blocked_until > now()`.execute(
    db.shared,
  )
  const seconds = rows[0]?.seconds
  if (seconds) throw refusal('TooManyRequests', { seconds })
}

/** Counts a failure in one atomic statement for each key, and blocks what has reached its limit. Returns whether one has. */
export async function countFailure(services: Services, attempt: Attempt): Promise<boolean> {
  const lockOut = await lockOutOf(services.db, attempt.companyId)
  const counted = await Promise.all(
    limitsOf(attempt, lockOut).map(async (limit) =>
      (await count(services.db, limit)) >= limit.failures ? limit : null,
    ),
  )
  const reached = counted.filter((limit) => limit !== null)
  if (reached.length > 0) await block(services, attempt, reached)
  return reached.length > 0
}

/** Of a company that does not exist the usual ones, so that its tries are counted as any other. */
async function lockOutOf(db: Database, companyId: number): Promise<LockOut> {
  const policy = await db.withCompany(companyId, (tx) =>
    tx
      .selectFrom('company_policy')
      .select(['lock_out_after', 'lock_out_minutes'])
      .where('company_id', '=', companyId)
      .executeTakeFirst(),
  )
  return policy ? { failures: policy.lock_out_after, minutes: policy.lock_out_minutes } : usualLockOut
}

// Of an upsert of what is on several machines: `now()` stands in the values only, and moments are compared by subtraction,
// because what depends on the clock or the time zone would be worked out by each machine for itself.
const windowIsOver = ({ minutes }: { minutes: number }) =>
  sql`excluded.window_started_at - t.window_started_at > make_interval(mins => ${minutes})`

/** How many failures there are now. What has to wait longer and longer waits from here on; what is blocked stays so. */
async function count(db: Database, limit: Limit): Promise<number> {
  const isOver = windowIsOver(limit)
  const waits = Array.from(
    { length: limit.progressive ? limit.failures - freeFailures : 0 },
    (_, at) => new Date(Date.now() + 2 ** at * 1_000),
  )
  const { rows } = await sql<{ failures: number }>`
    insert into login_throttle as t (key, failures, window_started_at) values (${limit.key}, 1, now())
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else t.failures + 1 end,
      window_started_at = case when ${isOver} then excluded.window_started_at else t.window_started_at end,
      blocked_until = case
        when ${isOver} then null
        when ${limit.progressive} and t.failures + 1 >= ${freeFailures} and t.failures + 1 < ${limit.failures} then (${waits}::timestamptz[])[t.failures + 2 - ${freeFailures}]
        else t.blocked_until
      end
    returning failures`.execute(db.shared)
  return rows[0]?.failures ?? 0
}

/**
 * Blocks until the window ends, and writes that into the audit log of the company at whose door it happened, both or
 * neither: of many failures at once, and of all that follow, one finds it to be done. The same is written for an
 * account that does not exist, but for its name, which a stranger has chosen: mails are made of the log. What holds an
 * account back everywhere is sent on in the same transaction, of every account alike, to be told in its own companies.
 */
async function block(
  { db, clock, jobs }: Services,
  attempt: Attempt,
  reached: readonly Limit[],
): Promise<void> {
  const { companyId, usernameFolded, address } = attempt
  await db.withCompany(companyId, async (tx) => {
    const blocked: Limit[] = []
    for (const limit of reached) if (await holdUntilWindowEnds(tx, limit)) blocked.push(limit)
    if (blocked.length === 0) return
    const now = clock.now()
    const blocks = blocked
      .filter((limit) => holdsEverywhere(limit.block))
      .map(({ block, failures }) => ({ block, failures }))
    if (blocks.length > 0)
      await jobs.send(tx, 'signIn.blocked', {
        usernameFolded,
        address,
        companyId,
        at: now.toISOString(),
        blocks,
      })
    const { rows } = await sql<{ id: string | null; username: string | null }>`
      select m.id, case when m.id is not null then i.username end as username from company c
      left join identity i on i.username_folded = ${usernameFolded} left join membership m on m.company_id = c.id and m.identity_id = i.id
      where c.id = ${companyId}`.execute(tx)
    const [found] = rows
    if (found)
      await audit(
        tx,
        companyId,
        { id: null, name: address },
        now,
        blocked.map((limit) => entryOf(limit, found)),
      )
  })
}

async function holdUntilWindowEnds(tx: Tx, { key, failures, minutes }: Limit): Promise<boolean> {
  const { rows } = await sql<{ start: string; end: string }>`
    select window_started_at::text as start, (window_started_at + make_interval(mins => ${minutes}))::text as end from login_throttle
    where key = ${key} and failures >= ${failures} and window_started_at + make_interval(mins => ${minutes}) > now()`.execute(
    tx,
  )
  const [window] = rows
  if (!window) return false
  const { numAffectedRows } = await sql`
    update login_throttle set blocked_until = ${window.end}::timestamptz
    where key = ${key} and window_started_at = ${window.start}::timestamptz and failures >= ${failures} and blocked_until is distinct from ${window.end}::timestamptz`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

function entryOf(
  { block, failures }: Limit,
  member: { id: string | null; username: string | null },
): AuditEntry {
  const after = { blocked: block, failures }
  if (block === 'Address' || block === 'Company')
    return { operation: 'security.signInBlocked', recordType: 'company', after }
  return {
    operation: 'security.signInBlocked',
    recordType: 'membership',
    recordId: member.id,
    recordCode: member.username,
    after,
  }
}

/** A right password clears what was counted for this account from this network or device; the other limits run on. */
export async function clearFailures(db: Database, attempt: Attempt): Promise<void> {
  await db.shared.deleteFrom('login_throttle').where('key', '=', limitsOf(attempt)[0].key).execute()
}

/** Counts a request that is limited whether or not it succeeds. Throws `TooManyRequests` from the limit on. */
export async function countRequest(
  db: Database,
  limit: { key: string; requests: number; minutes: number },
): Promise<void> {
  const isOver = windowIsOver(limit)
  const counted = await sql<{ requests: number }>`
    insert into login_throttle as t (key, failures, window_started_at) values (${limit.key}, 1, now())
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else t.failures + 1 end,
      window_started_at = case when ${isOver} then excluded.window_started_at else t.window_started_at end
    returning failures as requests`.execute(db.shared)
  if ((counted.rows[0]?.requests ?? 0) <= limit.requests) return
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from window_started_at + make_interval(mins => ${limit.minutes}) - now()))::int as seconds
    from login_throttle where key = ${limit.key}`.execute(db.shared)
  throw refusal('TooManyRequests', { seconds: Math.max(1, rows[0]?.seconds ?? 1) })
}

/** Lets somebody try again at once, after an administrator has looked at it (ACC-005). Returns whether anything waited. */
export async function unlockSignIn(tx: Tx, username: string): Promise<boolean> {
  const account = `account ${foldUsername(username)}`
  const { numDeletedRows } = await tx
    .deleteFrom('login_throttle')
    .where((where) =>
      where.or([where('key', '=', account), where(sql`starts_with(key, ${`${account} `})`, '=', true)]),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

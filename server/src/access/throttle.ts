import { sql } from 'kysely'
import { foldUsername } from '@kervan/contract/access/username'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Database, Tx } from '../kit/db.ts'

// Failures are counted for the account from one network, for the account, for the address and for the company (D22).
// From the third failure on each further try has to wait, twice as long every time; at the limit the key is blocked
// until its window ends. The waiting depends on what was typed, never on whether the account exists. A browser that
// has signed in as this person before has a count of its own, so that nobody else's failures lock them out.

export type Attempt = {
  usernameFolded: string
  address: string
  companyId: number
  /** Names the device this person is known to use; null for every other. */
  knownDevice: string | null
}

type Limit = { key: string; failures: number; minutes: number; progressive: boolean }

function limitsOf({ usernameFolded: user, address, companyId, knownDevice }: Attempt): readonly [Limit, ...Limit[]] {
  if (knownDevice) return [{ key: `account ${user} on ${knownDevice}`, failures: 10, minutes: 15, progressive: true }]
  return [
    { key: `account ${user} from ${networkOf(address)}`, failures: 10, minutes: 15, progressive: true },
    { key: `account ${user}`, failures: 50, minutes: 60, progressive: false },
    { key: `address ${address}`, failures: 100, minutes: 15, progressive: false },
    { key: `company ${companyId}`, failures: 1_000, minutes: 15, progressive: false },
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
    where key = any(${limitsOf(attempt).map((limit) => limit.key)}::text[]) and blocked_until > now()`.execute(db.shared)
  const seconds = rows[0]?.seconds
  if (seconds) throw refusal('TooManyRequests', { seconds })
}

/** Counts a failure in one atomic statement for each key. Returns whether this one reached a limit. */
export async function countFailure(db: Database, attempt: Attempt): Promise<boolean> {
  const reached = await Promise.all(limitsOf(attempt).map((limit) => count(db, limit)))
  return reached.some(Boolean)
}

async function count(db: Database, limit: Limit): Promise<boolean> {
  const window = sql`make_interval(mins => ${limit.minutes})`
  const { rows } = await sql<{ failures: number }>`
    insert into login_throttle as t (key, failures, window_started_at) values (${limit.key}, 1, now())
    on conflict (key) do update set
      failures = case when t.window_started_at < now() - ${window} then 1 else t.failures + 1 end,
      window_started_at = case when t.window_started_at < now() - ${window} then now() else t.window_started_at end,
      blocked_until = case
        when t.window_started_at < now() - ${window} then null
        when t.failures + 1 >= ${limit.failures} then t.window_started_at + ${window}
        when ${limit.progressive} and t.failures + 1 >= ${freeFailures} then now() + make_interval(secs => power(2, t.failures + 1 - ${freeFailures}))
      end
    returning failures`.execute(db.shared)
  return (rows[0]?.failures ?? 0) >= limit.failures
}

/** A right password clears what was counted for this account from this network or device; the other limits run on. */
export async function clearFailures(db: Database, attempt: Attempt): Promise<void> {
  await db.shared.deleteFrom('login_throttle').where('key', '=', limitsOf(attempt)[0].key).execute()
}

/** Counts a request that is limited whether or not it succeeds. Throws `TooManyRequests` from the limit on. */
export async function countRequest(db: Database, limit: { key: string; requests: number; minutes: number }): Promise<void> {
  const window = sql`make_interval(mins => ${limit.minutes})`
  const { rows } = await sql<{ requests: number; seconds: number }>`
    insert into login_throttle as t (key, failures, window_started_at) values (${limit.key}, 1, now())
    on conflict (key) do update set
      failures = case when t.window_started_at < now() - ${window} then 1 else t.failures + 1 end,
      window_started_at = case when t.window_started_at < now() - ${window} then now() else t.window_started_at end
    returning failures as requests, ceil(extract(epoch from window_started_at + ${window} - now()))::int as seconds`.execute(db.shared)
  const counted = rows[0]
  if (counted && counted.requests > limit.requests) throw refusal('TooManyRequests', { seconds: Math.max(1, counted.seconds) })
}

/** Lets somebody try again at once, after an administrator has looked at it (ACC-005). Returns whether anything waited. */
export async function unlockSignIn(tx: Tx, username: string): Promise<boolean> {
  const account = `account ${foldUsername(username)}`
  const { numDeletedRows } = await tx.deleteFrom('login_throttle').where((where) => where.or([where('key', '=', account), where(sql`starts_with(key, ${`${account} `})`, '=', true)])).executeTakeFirst()
  return numDeletedRows > 0n
}

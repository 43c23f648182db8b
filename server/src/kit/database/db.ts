import { Kysely, sql, type CompiledQuery, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { ClientConnection } from './connection.ts'
import type { DB } from './db.gen.ts'
import { connectionOf, dialect, poolDriver } from './driver.ts'

// The only way to the database. Tenant data is reached through `withCompany`, which opens a transaction in which
// row-level security knows the company; shared tables are reached through `shared`.

export type Tx = Kysely<DB>
type SharedTable =
  | 'company'
  | 'identity'
  | 'login_attempt'
  | 'login_throttle'
  | 'session'
  | 'temporary_password'
  | 'known_device'
  | 'second_factor'
  | 'recovery_code'
  | 'entra_link'
  | 'entra_nonce'
  | 'entra_token'
  | 'api_key_hash'
  | 'installation_operator'
  | 'pairing_code'
  | 'linked_company'
  | 'refused_company'
  | 'manual_passage'
export type Shared = Kysely<Pick<DB, SharedTable>>

/** Milliseconds that a statement may take at most, where somebody waits rather than is turned away. */
export const longestStatementMs = 120_000

/**
 * `long`: reports and exports may take two minutes and wait for a slow reader. `signal`: stops the statement that is under
 * way, and the transaction fails.
 */
export type WorkOptions = { long?: boolean; signal?: AbortSignal }

export type Database = {
  /** Runs `work` in a transaction of this company, again when the database asks for it (40001, 40P01). */
  withCompany<T>(companyId: number, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>
  /**
   * The rows of a query, a thousand at a time, through a cursor in a transaction of this company that lives as long as
   * somebody reads, two minutes at most. Ends it when the reader stops early.
   */
  stream<R extends object>(companyId: number, query: RawBuilder<R>): AsyncGenerator<R[]>
  /** Tables without a company. Each statement stands for itself. */
  shared: Shared
  pool: pg.Pool
  /** Throws unless the database answers as the runtime role. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The first: what `begin` sets reaches the workers of distributed PostgreSQL. Our statements are too short for JIT. */
const poolSettings = (lockSeconds: number): string =>
  Object.entries({
    'citus.propagate_set_commands': 'local',
    jit: 'off',
    statement_timeout: 15_000,
    lock_timeout: lockSeconds * 1_000,
    idle_in_transaction_session_timeout: 10_000,
    timezone: 'UTC',
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const retryable = new Set(['40001', '40P01'])

/** `lockSeconds`: how long to wait for what somebody else holds; people are told after three, an operator's command has time. */
export function openDatabase(
  url: string,
  options: { max: number; onError: (error: Error) => void; lockSeconds?: number },
): Database {
  const lockSeconds = options.lockSeconds ?? 3
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: poolSettings(lockSeconds),
    application_name: 'kervan',
  })
  // Without these two a backend that goes away ends the whole process.
  pool.on('error', options.onError)
  pool.on('connect', (client) => client.on('error', options.onError))
  const shared = new Kysely<Pick<DB, SharedTable>>({ dialect: dialect(poolDriver(pool)) })

  return {
    shared,
    pool,
    withCompany: (companyId, work, { long = false, signal } = {}) =>
      withRetry(() => inTransaction(pool, companyId, work, { long, lockSeconds, signal })),
    stream: (companyId, query) =>
      streamRows(pool, companyId, query.compile(shared), { long: true, lockSeconds }),
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  }
}

async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries > 3 || !retryable.has(sqlState(error) ?? '')) throw error
    }
  }
}

async function inTransaction<T>(
  pool: pg.Pool,
  companyId: number,
  work: (tx: Tx) => Promise<T>,
  limits: Limits & { signal: AbortSignal | undefined },
): Promise<T> {
  const client = await pool.connect()
  const connection = connectionOf(client)
  const { tx, end } = openTx(connection)
  const { signal } = limits
  let broken = true
  let ignore = () => {}
  try {
    if (signal) ignore = await stopWith(signal, pool, connection, end)
    // Not awaited: the queries of the work travel behind it in the same round trip, and fail with it.
    const begun = begin(connection, companyId, limits)
    begun.catch(() => {})
    try {
      const result = await work(tx)
      await begun
      end()
      // In order and in one go: whoever waits for our locks waits for one round trip instead of two.
      await finish(connection, commitWrites.get(tx) ?? [])
      broken = false
      for (const act of afterwards.get(tx) ?? []) act()
      return result
    } catch (error) {
      end()
      // A connection that cannot even do this is not used again; what happened first is what the caller hears.
      await connection.ask('rollback').then(
        () => (broken = false),
        () => {},
      )
      throw error
    }
  } finally {
    ignore()
    // What stops a statement may arrive after it has ended, so nobody else gets this connection.
    client.release(broken || signal?.aborted === true)
  }
}

/** Stops what the connection is asked, and lets nothing more be asked. Throws where that is wanted already. Returns how to forget it. */
async function stopWith(
  signal: AbortSignal,
  pool: pg.Pool,
  connection: ClientConnection,
  end: () => void,
): Promise<() => void> {
  const { rows } = await connection.ask('select pg_backend_pid() as pid')
  signal.throwIfAborted()
  const stop = () => {
    end()
    pool.query('select pg_cancel_backend($1)', [(rows[0] as { pid: number }).pid]).catch(() => {})
  }
  signal.addEventListener('abort', stop, { once: true })
  return () => signal.removeEventListener('abort', stop)
}

type Limits = { long: boolean; lockSeconds: number }

const batch = 1_000

async function* streamRows<R extends object>(
  pool: pg.Pool,
  companyId: number,
  query: CompiledQuery<R>,
  limits: Limits,
): AsyncGenerator<R[]> {
  const client = await pool.connect()
  const connection = connectionOf(client)
  let broken = true
  try {
    await begin(connection, companyId, limits)
    await connection.ask(`declare batches no scroll cursor for ${query.sql}`, query.parameters, {
      once: true,
    })
    for (let more = true; more;) {
      const { rows } = await connection.ask(`fetch ${batch} from batches`)
      more = rows.length === batch
      if (rows.length > 0) yield rows as R[]
    }
  } finally {
    // It has only read, so there is nothing to keep. A connection that cannot even do this is not used again.
    await connection.ask('rollback').then(
      () => (broken = false),
      () => {},
    )
    client.release(broken)
  }
}

async function begin(
  connection: ClientConnection,
  companyId: number,
  { long, lockSeconds }: Limits,
): Promise<void> {
  if (!Number.isSafeInteger(companyId) || companyId <= 0) throw new Error(`not a company: ${companyId}`)
  // SET LOCAL rather than set_config: distributed PostgreSQL passes only the former on to its workers.
  const settings = [
    `app.company_id = '${companyId}'`,
    `lock_timeout = ${lockSeconds * 1_000}`,
    ...(long
      ? [
          `statement_timeout = ${longestStatementMs}`,
          `idle_in_transaction_session_timeout = ${longestStatementMs}`,
        ]
      : []),
  ]
  await Promise.all([
    connection.ask('begin'),
    ...settings.map((setting) => connection.ask(`set local ${setting}`, [], { once: true })),
  ])
}

/** Commits behind the last writes. When one of them fails PostgreSQL skips the commit as well, and nothing holds. */
async function finish(connection: ClientConnection, last: readonly CommitWrite[]): Promise<void> {
  const written = last.map(({ query }) => connection.ask(query.sql, query.parameters))
  const [{ command }, ...answers] = await Promise.all([connection.ask('commit'), ...written])
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed')
  for (const [at, { rows }] of answers.entries()) last[at]?.take?.(rows)
}

type CommitWrite = { query: CompiledQuery; take?: (rows: object[]) => void }
const commitWrites = new WeakMap<Tx, CommitWrite[]>()

/**
 * Leaves writes to the very end of the transaction: they travel with the commit, one after the other, and none is
 * waited for by itself. For what nobody reads before and what is written while others wait for a lock. When one
 * fails, nothing of the transaction holds, and its error is the transaction's.
 */
export function writeAtCommit(tx: Tx, ...writes: CompiledQuery[]): void {
  commitWrites.set(tx, [...(commitWrites.get(tx) ?? []), ...writes.map((query) => ({ query }))])
}

/** As `writeAtCommit`, and `take` is given what the write returns: after the commit, before the caller has its answer. */
export function writeAtCommitReturning<R extends object>(
  tx: Tx,
  query: CompiledQuery<R>,
  take: (rows: R[]) => void,
): void {
  commitWrites.set(tx, [...(commitWrites.get(tx) ?? []), { query, take: take as (rows: object[]) => void }])
}

const afterwards = new WeakMap<Tx, (() => void)[]>()

/** Does something once the transaction holds, and not at all when it does not. A crash in between forgets it. */
export function afterCommit(tx: Tx, act: () => void): void {
  afterwards.set(tx, [...(afterwards.get(tx) ?? []), act])
}

/**
 * Writes now what was left to the commit, for who tries something out and looks at what it comes to. What the database
 * refuses is thrown here instead of by the commit.
 */
export async function writeNow(tx: Tx): Promise<void> {
  const writes = commitWrites.get(tx) ?? []
  commitWrites.set(tx, [])
  for (const { query, take } of writes) {
    const { rows } = await tx.executeQuery(query)
    take?.(rows as object[])
  }
}

/** Does what would be done, answers what came of it, and takes all of it back, also what was left to the commit. */
export async function tryOut<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const writes = commitWrites.get(tx) ?? []
  const acts = afterwards.get(tx) ?? []
  commitWrites.set(tx, [])
  await sql`savepoint tried`.execute(tx)
  const found = await work()
  await sql`rollback to savepoint tried`.execute(tx)
  await sql`release savepoint tried`.execute(tx)
  commitWrites.set(tx, writes)
  afterwards.set(tx, acts)
  return found
}

/**
 * Asks several things in one round trip, answered in the order given: each sees what those before it did. Handlers that
 * lock use it, because waiting for one answer before the next question keeps others waiting as well.
 */
export async function pipeline<const Q extends readonly CompiledQuery[]>(
  tx: Tx,
  ...queries: Q
): Promise<{ [K in keyof Q]: Q[K] extends CompiledQuery<infer R> ? R[] : never }> {
  const connection = connectionOfTx.get(tx)
  if (!connection) throw new Error('not a transaction of withCompany')
  const answers = await Promise.all(queries.map((query) => connection.executeQuery(query)))
  return answers.map(({ rows }) => rows) as never
}

/**
 * From here to the end of the transaction each text keeps one plan for all values. For statements whose shape leaves the
 * planner no choice: PostgreSQL may otherwise plan them anew each time, which costs more than running them. Distributed
 * PostgreSQL plans for values alone and is left as it is.
 */
export const keepPlans = (tx: Tx): CompiledQuery =>
  sql`select set_config('plan_cache_mode', 'force_generic_plan', true)
    where not exists (select from pg_extension where extname = 'citus')`.compile(tx)

/**
 * Asks with a plan made for these very values. A text that is asked again and again gets one plan for all values, which
 * is far too slow where the best plan depends on them: a rare word, a common one, a wide window.
 */
export async function askOnce<R>(tx: Tx, query: RawBuilder<R>): Promise<R[]> {
  const connection = connectionOfTx.get(tx)
  if (!connection) throw new Error('not a transaction of withCompany')
  const { sql, parameters } = query.compile(tx)
  const { rows } = await connection.ask(sql, parameters, { once: true })
  return rows as R[]
}

const connectionOfTx = new WeakMap<Tx, ClientConnection>()

/**
 * What the work of one transaction asks through, until `end`. Of several things asked for side by side one may fail while
 * another goes on; what that one asks afterwards must not reach the connection, which serves somebody else by then.
 */
function openTx(connection: ClientConnection): { tx: Tx; end: () => void } {
  let open = true
  const ended = () => Promise.reject(new Error('asked after the transaction had ended'))
  const guarded: ClientConnection = {
    executeQuery: (query) => (open ? connection.executeQuery(query) : ended()),
    ask: (...query) => (open ? connection.ask(...query) : ended()),
    streamQuery: (...query) => connection.streamQuery(...query),
  }
  const tx = new Kysely<DB>({
    dialect: dialect({ acquire: async () => guarded, release: async () => {}, destroy: async () => {} }),
  })
  connectionOfTx.set(tx, guarded)
  return { tx, end: () => (open = false) }
}

/** The SQLSTATE of a database error, or null for anything else. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

// Who uses the server is known to the server itself: each Kervan process keeps one connection with a shared advisory
// lock. It ends with the process, however that dies, so there are no stale entries to clean; and who wants to stop the
// server takes the same lock alone, so that nobody can adopt it at that very moment.
import { realpathSync } from 'node:fs'
import { codeOf } from '../error-code.ts'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { PostgresProblem } from './problem.ts'

const USERS_LOCK = 0x6b657276

export interface Lease {
  ended: Promise<void>
  /** True when nobody else uses the server; from then on nobody can begin to, until this lease ends. */
  leaveAsLast(): Promise<boolean>
  end(): Promise<void>
}

/** Null when the server is not (or no longer, or not yet) there to be used. */
export async function holdLease(cluster: Cluster, port: number): Promise<Lease | null> {
  const client = new pg.Client({
    connectionString: cluster.url(port, 'postgres'),
    application_name: 'kervan lease',
    connectionTimeoutMillis: 10_000,
  }) as LeaseClient
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK])
    const { rows } = await client.query<{ folder: string; named: boolean }>(
      `select current_setting('data_directory') as folder, exists (select from pg_database where datname = 'kervan') as named`,
    )
    if (realpathSync(rows[0]!.folder) !== cluster.folder)
      throw new Error('another server listens on this port')
    if (!rows[0]!.named) await createDatabase(client)
  } catch (error) {
    await client.end().catch(() => {})
    if (codeOf(error) === '28P01') {
      throw new PostgresProblem(
        `The database in ${cluster.folder} does not accept its password. Restore ${cluster.passwordFile} from a backup.`,
      )
    }
    return null
  }
  client.unref()
  return {
    ended,
    async leaveAsLast() {
      client.ref()
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK])
        const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
          USERS_LOCK,
        ])
        return rows[0]!.last
      } catch {
        return false
      }
    },
    end: () => client.end().catch(() => {}),
  }
}

async function createDatabase(client: pg.Client) {
  try {
    await client.query('create database kervan')
  } catch (error) {
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error
  }
}

// A lease alone keeps no process alive; the types of pg do not know these two.
type LeaseClient = pg.Client & { ref(): void; unref(): void }

import { join } from 'node:path'
import pg from 'pg'
import { ConfigProblem, type Config } from './kit/config.ts'
import { migrate } from './kit/database/migrate.ts'
import { startEmbeddedPostgres } from './kit/postgres/embedded-postgres.ts'
import { appUrlOf } from './kit/database/roles.ts'

export type ReadyDatabase = { ownerUrl: string; appUrl: string; leave(): Promise<void> }

/** The migrated database of this installation: the one of DATABASE_URL, or our own. Say goodbye with `leave`. */
export async function readyDatabase(config: Config, say: (line: string) => void): Promise<ReadyDatabase> {
  if (config.databaseUrl) {
    await assertReachable(config.databaseUrl)
    await migrate(
      config.databaseUrl,
      config.databaseAppPassword ? { password: config.databaseAppPassword } : {},
    )
    return {
      ownerUrl: config.databaseUrl,
      appUrl: withPassword(await appUrlOf(config.databaseUrl), config.databaseAppPassword),
      leave: async () => {},
    }
  }
  const embedded = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log: say })
  try {
    await migrate(embedded.ownerUrl)
    const appUrl = await appUrlOf(embedded.ownerUrl)
    return { ownerUrl: embedded.ownerUrl, appUrl, leave: () => embedded.stop() }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

function withPassword(url: string, password: string | null): string {
  if (!password) return url
  const changed = new URL(url)
  changed.password = password
  return changed.href
}

async function assertReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8_000 })
  const { hostname, port, pathname } = new URL(url)
  const where = `${hostname}:${port || 5432}${pathname}`
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new ConfigProblem(
      `DATABASE_URL: ${explain(code, where)} (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

function explain(code: string, where: string): string {
  if (code === '28P01' || code === '28000')
    return `the server at ${where} does not accept this user and password; check both`
  if (code === '3D000')
    return `the server at ${where} has no such database; create it first, for example with createdb`
  return `no PostgreSQL answers at ${where}; start it, check host and port, or leave DATABASE_URL out for the embedded one`
}

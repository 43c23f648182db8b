import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { prepareQueues } from '../work/queues.ts'
import { prepareAppRole, type AppRole } from './roles.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Brings the database to the schema of this version: the runtime role, the tables, the queues. Safe to run by several
 * processes at once and any number of times. `ownerUrl` is the role that owns the schema; `appRole` names the runtime role
 * or its password where they shall not be derived.
 */
export async function migrate(ownerUrl: string, appRole: AppRole = {}): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // Roles and rights have no order of their own: two who grant the same at once are told of a concurrent update.
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await bringUpToDate(ownerUrl, appRole)
  } finally {
    await client.end()
  }
}

const migrationLock = 0x6b6d6967

async function bringUpToDate(ownerUrl: string, appRole: AppRole): Promise<void> {
  const role = await prepareAppRole(ownerUrl, appRole)
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 2,
    options: `-c lock_timeout=10000 -c timezone=UTC -c kervan.runtime_role=${role.replaceAll(/[\\ ]/g, '\\$&')}`,
  })
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) {
      const failed = results?.find((result) => result.status === 'Error')?.migrationName
      throw new Error(
        `migration ${failed ?? ''} failed: ${error instanceof Error ? error.message : 'unknown'}`,
        { cause: error },
      )
    }
  } finally {
    await db.destroy()
  }
  await prepareQueues(ownerUrl, role)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file))
  // Each is read when it is run: a start on a database of this version reads none.
  const entries = files.map((file): [string, Migration] => [
    file.replace('.ts', ''),
    { up: async (db) => (await readMigration(file)).up(db) },
  ])
  return Object.fromEntries(entries)
}

const readMigration = (file: string): Promise<Migration> => import(join(folder, file))

// Runs once before all tests that use a database: the server, and the template of this state of the migrations.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/kit/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/kit/postgres/embedded-postgres.ts'
import { withDatabase } from './cluster.ts'

const root = join(import.meta.dirname, '../..')

export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  const postgres = given
    ? { ownerUrl: given, stop: async () => {} }
    : await startEmbeddedPostgres({
        dataDir: join(root, 'node_modules/.cache/kervan-test-pg'),
        fsync: false,
      })
  const folder = await mkdtemp(join(tmpdir(), 'kervan-test-'))
  project.provide('cluster', {
    ownerUrl: postgres.ownerUrl,
    template: await prepareTemplate(postgres.ownerUrl),
    folder,
  })
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepareTemplate(ownerUrl: string): Promise<string> {
  const template = `template_${fingerprint()}`
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('kervan test template'))`)
    await dropLeftOvers(client, template)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return template

    const half = `half_${process.pid}`
    await client.query(`create database ${half}`)
    if (onCitus) await makeCitusNode(withDatabase(ownerUrl, half))
    await migrate(withDatabase(ownerUrl, half), { name: 'kervan_app' })
    await wakeWorkers(withDatabase(ownerUrl, half))
    // Citus looks after each database that lets it in, and one that is in use cannot be copied.
    if (onCitus) {
      await client.query(`alter database ${half} with allow_connections false`)
      await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1`, [
        half,
      ])
    }
    await client.query(`alter database ${half} rename to ${template}`)
    return template
  } finally {
    await client.end()
  }
}

const onCitus = process.env['TEST_CITUS'] === 'on'

/** One node that holds all shards itself: its statements are planned as on a cluster, and its databases can be copied. */
async function makeCitusNode(url: string) {
  const { hostname, port } = new URL(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension citus')
  await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
  await client.query(`select citus_set_node_property($1, $2, 'shouldhaveshards', true)`, [
    hostname,
    Number(port),
  ])
  await client.end()
}

/** What is sent off is handled at once instead of within two seconds, which many tests would wait for. */
async function wakeWorkers(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('update pgboss.queue set notify = true')
  await client.end()
}

function fingerprint() {
  const hash = createHash('sha256')
  const sources = [
    'server/migrations/**/*.ts',
    'server/test/cluster.setup.ts',
    'server/src/kit/{database/migrate,database/roles,work/queues}.ts',
    'server/src/*/payloads.ts',
    'contract/src/**/*.ts',
    'package-lock.json',
  ]
  for (const file of globSync(sources, { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

// Databases of killed runs, and templates of states long gone. A young one may serve a run in another terminal.
async function dropLeftOvers(client: pg.Client, current: string) {
  const { rows } = await client.query<{ name: string; old: boolean }>(
    `select datname as name, (pg_stat_file('base/' || oid || '/PG_VERSION')).modification < now() - interval '1 hour' as old
     from pg_database where datname ~ '^(test|template|half)_'`,
  )
  for (const { name, old } of rows) {
    const [kind, pid] = name.split('_')
    const leftOver = kind === 'template' ? old && name !== current : !isAlive(Number(pid))
    if (leftOver) await client.query(`drop database if exists ${name} with (force)`)
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planDistribution } from '../../scripts/distribute.ts'
import { readCatalogue } from './catalogue.ts'
import { createDatabase, type TestDatabase } from './cluster.ts'

// Without a cluster: what would be run, that the part which plain PostgreSQL knows leads back to the same schema, and
// that a server without Citus is refused in words.

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/distribute.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: database.ownerUrl },
  })

test('refuses a server without Citus and changes nothing', async () => {
  const before = await readCatalogue(client)
  const { status, stderr } = run()
  expect(stderr).toContain('This database has no Citus.')
  expect(status).toBe(1)
  expect(await readCatalogue(client)).toEqual(before)
})

test('places every table: those of companies by company, shared ones on every worker, while no key stands', async () => {
  const plan = run('--dry-run').stdout.trim().split('\n')
  expect(plan).toEqual((await planDistribution(client)).map((statement) => `${statement};`))
  const { rows } = await client.query<{ name: string; tenant: boolean }>(
    `select relname as name, relrowsecurity as tenant from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%' order by relrowsecurity, relname`,
  )
  expect(plan.filter((statement) => statement.startsWith('select'))).toEqual(
    rows.map(({ name, tenant }) =>
      tenant
        ? `select create_distributed_table('${name}', 'company_id');`
        : `select create_reference_table('${name}');`,
    ),
  )
  const kinds = plan.map(
    (statement) => /drop constraint|add constraint|create_(?=dist|ref)/.exec(statement)?.[0],
  )
  expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
    'drop constraint',
    'create_',
    'add constraint',
  ])
})

test('gives every key back as it was', async () => {
  const before = await readCatalogue(client)
  const keys = (await planDistribution(client)).filter((statement) => statement.startsWith('alter table'))
  expect(keys.length).toBeGreaterThan(100)
  await client.query('begin')
  for (const statement of keys) await client.query(statement)
  expect(await readCatalogue(client)).toEqual(before)
  await client.query('rollback')
})

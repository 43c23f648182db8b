// `npm run distribute`: spreads the database of DATABASE_URL over the workers of its Citus cluster. Rows of a company stay
// together, shared tables are copied to every worker. All or nothing, with the portal stopped. `--dry-run` prints the
// statements and changes nothing. docs/operations.md says what has to be there before.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { distributedTable, referenceTable } from '../server/migrations/kit.ts'

export class NotPossible extends Error {}

type Table = { name: string; tenant: boolean }
type Key = { table: string; name: string; definition: string }

/** What is run, in order: keys go, tables are placed, keys come back. Citus refuses tables that keys tie to others. */
export async function planDistribution(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<Table>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) and c.relrowsecurity as tenant
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%' order by 1`,
  )
  const { rows: keys } = await client.query<Key>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  return [
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...tables.filter(({ tenant }) => !tenant).map(({ name }) => referenceTable(name)),
    ...tables.filter(({ tenant }) => tenant).map(({ name }) => distributedTable(name)),
    ...keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
  ]
}

/** Throws `NotPossible` with a sentence for the operator. */
export async function assertPossible(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ citus: boolean; migrated: boolean; bypasses: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as citus, to_regclass('public.company') is not null as migrated,
       (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses`,
  )
  const found = rows[0]
  if (!found?.migrated)
    throw new NotPossible(
      'This database has no tables of the portal: start the portal once, or run its migrate command.',
    )
  if (!found.citus)
    throw new NotPossible(
      'This database has no Citus. Install it on this server and on the workers, then: create extension citus.',
    )
  if (!found.bypasses)
    throw new NotPossible(
      'The user of DATABASE_URL is bound by row-level security and cannot copy the rows: use a superuser for this step.',
    )
  const placed = await client.query(
    `select from pg_dist_partition where logicalrelid = 'public.company'::regclass`,
  )
  if (placed.rowCount) throw new NotPossible('This database is distributed already.')
  const { rows: workers } = await client.query(
    `select from pg_dist_node where noderole = 'primary' and isactive and groupid <> 0`,
  )
  if (workers.length === 0) throw new NotPossible('Citus knows no worker yet: select citus_add_node(…).')
}

/** What each worker needs beside tables, because Citus passes on neither roles that were there before it nor these settings. */
async function prepareWorkers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('do $do$ begin if not exists (select from pg_roles where rolname = %L) then create role %I login noinherit nocreatedb nocreaterole password %L; end if; end $do$', r.rolname, r.rolname, r.rolpassword) as statement
     from pg_authid r where r.oid in (select x.grantee from pg_class c cross join aclexplode(c.relacl) x where c.oid = 'public.company'::regclass and x.grantee not in (0, c.relowner))
     union all select 'alter function pg_catalog.textlike(text, text) leakproof'
     union all select format('do $do$ begin perform set_config(''citus.enable_ddl_propagation'', ''off'', true); alter database %I set timezone to ''UTC''; end $do$', current_database())`,
  )
  for (const { statement } of rows) {
    const { rows: answers } = await client.query<{ nodename: string; success: boolean; result: string }>(
      'select nodename, success, result from run_command_on_workers($1)',
      [statement],
    )
    const failed = answers.find(({ success }) => !success)
    if (failed)
      throw new NotPossible(
        `The worker ${failed.nodename} refused «${statement.slice(0, 60)}…»: ${failed.result}`,
      )
  }
}

async function distribute(client: pg.Client, say: (line: string) => void): Promise<void> {
  await prepareWorkers(client)
  await client.query('begin')
  await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
  for (const statement of await planDistribution(client)) {
    say(statement)
    await client.query(statement)
  }
  await client.query('commit')
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
  const client = new pg.Client({
    connectionString: process.env['DATABASE_URL'],
    options: '-c statement_timeout=0 -c lock_timeout=10000',
  })
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    if (!process.env['DATABASE_URL'])
      throw new NotPossible('DATABASE_URL is not set: say which database is to be distributed.')
    await client.connect()
    if (values['dry-run']) for (const statement of await planDistribution(client)) say(`${statement};`)
    else {
      await assertPossible(client)
      await distribute(client, say)
      say('The database is distributed.')
    }
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } finally {
    await client.end()
  }
}

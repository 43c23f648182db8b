import { createHmac } from 'node:crypto'
import { existing } from '@kervan/contract/kit/typed'
import pg from 'pg'

/**
 * The address under which the running server works: the owner's address with the runtime role in it. Its password
 * follows from the owner's, so that every process of an installation knows it and nobody has to store it.
 */
export async function appUrlOf(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return addressOf(ownerUrl, await findAppRole(client))
  } finally {
    await client.end()
  }
}

function addressOf(ownerUrl: string, role: string, password = appPasswordOf(ownerUrl, role)): string {
  const url = new URL(ownerUrl)
  url.password = encodeURIComponent(password)
  url.username = encodeURIComponent(role)
  return url.href
}

function appPasswordOf(ownerUrl: string, role: string): string {
  const owner = new URL(ownerUrl)
  return createHmac('sha256', `${decodeURIComponent(owner.username)}:${decodeURIComponent(owner.password)}`)
    .update(role)
    .digest('base64url')
}

/** The role that this database's tables were given to; for a new one a name of its own, since roles belong to the whole server. */
async function findAppRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>(
    `select coalesce(
       (select r.rolname from pg_class c cross join aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
        where c.oid = to_regclass('public.company') and x.grantee <> c.relowner order by r.rolname <> 'kervan_app', r.rolname limit 1),
       left(current_database(), 59) || '_app') as role`,
  )
  return existing(rows[0]).role
}

export type AppRole = { name?: string; password?: string }

/**
 * Creates the runtime role where it is missing, and takes from it and from everybody what it does not need (D01).
 * Answers its name.
 */
export async function prepareAppRole(ownerUrl: string, wanted: AppRole = {}): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToPrepare(ownerUrl, wanted)
    } catch (error) {
      if (tries > 5 || !isConcurrent(error)) throw explain(error)
    }
  }
}

/** Locks count within one database, roles in all of a server: whoever changes one at the same moment is told so. */
const isConcurrent = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (['23505', '42710'].includes(error.code ?? '') || error.message.startsWith('tuple concurrently'))

async function tryToPrepare(ownerUrl: string, wanted: AppRole): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const name = wanted.name ?? (await findAppRole(client))
    const password = wanted.password ?? appPasswordOf(ownerUrl, name)
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('kervan roles'))`)
    const { rows } = await client.query<{
      version: number
      database: string
      superuser: boolean
      exists: boolean
    }>(
      `select current_setting('server_version_num')::int as version, current_database() as database,
              (select rolsuper from pg_roles where rolname = current_user) as superuser,
              exists (select from pg_roles where rolname = $1) as exists`,
      [name],
    )
    const server = rows[0]
    if (!server || server.version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this server is ${server?.version ?? 'unknown'}`)
    const [role, database] = [name, server.database].map((one) => client.escapeIdentifier(one))
    const secret = client.escapeLiteral(password)
    if (!server.exists)
      await client.query(`create role ${role} login noinherit nocreatedb nocreaterole password ${secret}`)
    else if (!(await letsIn(addressOf(ownerUrl, name, password))))
      await client.query(`alter role ${role} login password ${secret}`)
    await client.query(`revoke temporary, create on database ${database} from public`)
    await client.query('revoke create on schema public from public')
    await client.query(`grant connect on database ${database} to ${role}`)
    await client.query(`grant usage on schema public to ${role}`)
    // LIKE may use an index under row-level security only when it is marked leak-proof; raw database errors,
    // through which it could leak, are never shown. Without the right to mark it, searching is slower but right.
    if (server.superuser) await client.query('alter function pg_catalog.textlike(text, text) leakproof')
    await client.query('commit')
    return name
  } finally {
    await client.end()
  }
}

async function letsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function explain(error: unknown): Error {
  if (error instanceof pg.DatabaseError && error.code === '42501') {
    return new Error(
      `The user of DATABASE_URL may not do what a start needs (${error.message}). ` +
        'Give it CREATEROLE and the ownership of the database, for example: ALTER ROLE … CREATEROLE; ALTER DATABASE … OWNER TO …;',
      { cause: error },
    )
  }
  return error instanceof Error ? error : new Error(String(error))
}

/** Throws when the runtime role could step over the walls: the server does not start then (D01). */
export async function assertAppRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ fault: string }>(
    `select 'it is superuser or bypasses row-level security' as fault from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)
     union all select 'it may create in the database' where has_database_privilege(current_user, current_database(), 'CREATE')
     union all select 'it may create temporary tables' where has_database_privilege(current_user, current_database(), 'TEMP')
     union all select 'it may create in schema public' where has_schema_privilege(current_user, 'public', 'CREATE')
     union all select 'it owns ' || c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user`,
  )
  if (rows.length > 0)
    throw new Error(
      `The runtime role must have no rights of its own, but ${rows.map((row) => row.fault).join(', ')}.`,
    )
}

import { createHmac } from 'node:crypto'
import pg from 'pg'

export const appRoleName = 'kervan_app'

/**
 * The address under which the running server works: the owner's address with the runtime role in it. Its password
 * follows from the owner's, so that every process of an installation knows it and nobody has to store it.
 */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.password = appPasswordOf(ownerUrl)
  url.username = appRoleName
  return url.href
}

function appPasswordOf(ownerUrl: string): string {
  const owner = new URL(ownerUrl)
  return createHmac('sha256', `${decodeURIComponent(owner.username)}:${decodeURIComponent(owner.password)}`)
    .update(appRoleName)
    .digest('base64url')
}

/** Creates the runtime role where it is missing, and takes from it and from everybody what it does not need (D01). */
export async function prepareAppRole(ownerUrl: string, password = appPasswordOf(ownerUrl)): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('kervan roles'))`)
    const { rows } = await client.query<{
      version: number
      database: string
      superuser: boolean
      role: boolean
    }>(
      `select current_setting('server_version_num')::int as version, current_database() as database,
              (select rolsuper from pg_roles where rolname = current_user) as superuser,
              exists (select from pg_roles where rolname = $1) as role`,
      [appRoleName],
    )
    const server = rows[0]
    if (!server || server.version < 150_000)
      throw new Error(`PostgreSQL 15 or newer is needed; this server is ${server?.version ?? 'unknown'}`)
    const secret = client.escapeLiteral(password)
    await client.query(
      server.role
        ? `alter role ${appRoleName} login password ${secret}`
        : `create role ${appRoleName} login noinherit nocreatedb nocreaterole password ${secret}`,
    )
    const database = client.escapeIdentifier(server.database)
    await client.query(`revoke temporary, create on database ${database} from public`)
    await client.query('revoke create on schema public from public')
    await client.query(`grant connect on database ${database} to ${appRoleName}`)
    await client.query(`grant usage on schema public to ${appRoleName}`)
    // LIKE may use an index under row-level security only when it is marked leak-proof; raw database errors,
    // through which it could leak, are never shown. Without the right to mark it, searching is slower but right.
    if (server.superuser) await client.query('alter function pg_catalog.textlike(text, text) leakproof')
    await client.query('commit')
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end()
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

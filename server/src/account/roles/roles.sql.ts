import { sql, type RawBuilder } from 'kysely'
import { languages, type Language } from '@kervan/contract/kit/values'
import type { MembershipState, UserType } from '@kervan/contract/access/words'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/db.ts'
import { translate } from '../../kit/messages.ts'
import { readyMadeRoles } from '../../access/access.api.ts'
import { seenPerson, userScope } from '../users/user.sql.ts'

// Roles in the database. Ready-made roles are called what they are called in the reader's language, in lists, filters
// and searches alike; roles of one's own are called what somebody called them.

const readyMadeNames = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.stringify(
      Object.fromEntries(
        readyMadeRoles.map(({ code }) => [code, translate(language, `permission.role.${code}`)]),
      ),
    ),
  ]),
) as Record<Language, string>

/** The name of `role r` in a language. */
export function roleName(language: Language): RawBuilder<string> {
  return sql<string>`case when r.ready_made then coalesce(${readyMadeNames[language]}::jsonb ->> r.code, r.name) else r.name end`
}

/** All that a ready-made role is called anywhere: its first name, and its name in each language. No other role may be called so. */
export const namesOfReadyMade: readonly { readonly code: string; readonly names: readonly string[] }[] =
  readyMadeRoles.map(({ code, name }) => ({
    code,
    names: [
      ...new Set([name, ...languages.map((language) => translate(language, `permission.role.${code}`))]),
    ],
  }))

const readyMadeNow = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      namesOfReadyMade.flatMap(({ code, names }) =>
        names.map((name) => [name, translate(language, `permission.role.${code}`)]),
      ),
    ),
  ]),
) as Record<Language, Record<string, string>>

/** What the audit log kept of a role, in the reader's language, whatever the language of who changed it. */
export function writtenRoleName(language: Language, written: string): string {
  return readyMadeNow[language][written] ?? written
}

/** The same in a query. */
export function writtenRoleNameSql(language: Language, written: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce(${JSON.stringify(readyMadeNow[language])}::jsonb ->> ${written}, ${written})`
}

/** The same as it is searched, the other side of `containing`. */
export function roleNameFolded(language: Language): RawBuilder<string> {
  return sql<string>`translate(lower(replace(${roleName(language)}, 'İ', 'i')), 'ıçğöşüäâîûß', 'icgosuaaius')`
}

/** The names of the roles of `membership m`, in one line. */
export function roleNamesOfMember(language: Language): RawBuilder<string | null> {
  const name = roleName(language)
  return sql<
    string | null
  >`(select string_agg(${name}, ', ' order by ${name}) from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id where mr.company_id = m.company_id and mr.membership_id = m.id)`
}

/** The roles of `membership m` with id and name. */
export function rolesOfMember(language: Language): RawBuilder<{ id: string; name: string }[]> {
  const name = roleName(language)
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', ${name}) order by ${name}), '[]') from membership_role mr join role r on r.company_id = mr.company_id and r.id = mr.role_id
    where mr.company_id = m.company_id and mr.membership_id = m.id)`
}

export type RoleRow = {
  id: string
  code: string
  name: string
  written_name: string
  ready_made: boolean
  second_factor_required: boolean
  version: number
}

/** The role, or undefined for one that is not there or another company's. Locked where it is about to be changed. */
export async function findRole(
  tx: Tx,
  actor: Actor,
  roleId: string,
  language: Language,
  options: { lock?: boolean } = {},
): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`
    select r.id, r.code, ${roleName(language)} as name, r.name as written_name, r.ready_made, r.second_factor_required, r.version from role r
    where r.company_id = ${actor.company.id} and r.id = ${roleId} ${options.lock ? sql`for update` : sql``}`.execute(
    tx,
  )
  return rows[0]
}

export async function permissionsOfRole(tx: Tx, actor: Actor, roleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('role_permission')
    .select('permission')
    .where('company_id', '=', actor.company.id)
    .where('role_id', '=', roleId)
    .orderBy('permission')
    .execute()
  return rows.map((row) => row.permission)
}

export async function holdsRole(tx: Tx, actor: Actor, roleId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('membership_role')
    .select('role_id')
    .where('company_id', '=', actor.company.id)
    .where('role_id', '=', roleId)
    .where('membership_id', '=', actor.membershipId)
    .executeTakeFirst()
  return row !== undefined
}

/** By anybody at all, whatever they are just now. */
export async function isHeld(tx: Tx, actor: Actor, roleId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('membership_role')
    .select('role_id')
    .where('company_id', '=', actor.company.id)
    .where('role_id', '=', roleId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type HolderRow = {
  id: string
  name: string
  username: string
  user_type: UserType
  state: MembershipState
}

/** Who holds the role, by name, and how many there are; the count is of all, the names are those the reader may learn. */
export async function readHolders(
  tx: Tx,
  actor: Actor,
  roleId: string,
  limit: number,
): Promise<{ holders: HolderRow[]; count: number }> {
  const [named, counted] = await Promise.all([
    sql<HolderRow>`
      select m.id, i.first_name || ' ' || i.last_name as name, i.username, m.user_type, m.state
      from membership_role mr
      join membership m on m.company_id = mr.company_id and m.id = mr.membership_id
      join ${seenPerson}
      where ${sql.join(userScope(actor), sql` and `)} and mr.role_id = ${roleId}
      order by i.first_name collate "tr-x-icu", i.last_name collate "tr-x-icu", m.id limit ${limit}`.execute(
      tx,
    ),
    tx
      .selectFrom('membership_role')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('company_id', '=', actor.company.id)
      .where('role_id', '=', roleId)
      .executeTakeFirstOrThrow(),
  ])
  return { holders: named.rows, count: counted.count }
}

/** Adds and takes permissions and moves the version on, which is what makes every process read the role anew. */
export async function changePermissions(
  tx: Tx,
  actor: Pick<Actor, 'company'>,
  roleId: string,
  added: readonly string[],
  removed: readonly string[],
): Promise<void> {
  const { id } = actor.company
  await sql`insert into role_permission (company_id, role_id, permission) select ${id}::int, ${roleId}::uuid, unnest(${added}::text[]) on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from role_permission where company_id = ${id} and role_id = ${roleId} and permission = any(${removed}::text[])`.execute(
    tx,
  )
}

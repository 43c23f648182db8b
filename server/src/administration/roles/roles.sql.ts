import { sql, type RawBuilder } from 'kysely'
import type { Language } from '@kervan/contract/kit/values'
import type { MembershipState, UserType } from '@kervan/contract/access/words'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { roleName } from '../../access/access.api.ts'
import { seenPerson, userScope } from '../users/user.sql.ts'

// Roles in the database.

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

const holderName = sql`i.first_name || ' ' || i.last_name`
/** Those of the holders whom the reader may see, by name. */
const holdersOf = (actor: Actor, roleId: RawBuilder<unknown>, limit: number) => sql`
  from membership_role mr
  join membership m on m.company_id = mr.company_id and m.id = mr.membership_id
  join ${seenPerson}
  where ${sql.join(userScope(actor), sql` and `)} and mr.role_id = ${roleId}
  order by i.first_name collate "tr-x-icu", i.last_name collate "tr-x-icu", m.id limit ${limit}`

/** So many holders are named to who wants to delete the role. */
export const holdersNamed = 5
export const holderNames = (actor: Actor, roleId: RawBuilder<unknown>) =>
  sql<string[]>`array(select ${holderName} ${holdersOf(actor, roleId, holdersNamed)})`

/** Who holds the role, by name, and how many there are; the count is of all, the names are those the reader may learn. */
export async function readHolders(
  tx: Tx,
  actor: Actor,
  roleId: string,
  limit: number,
): Promise<{ holders: HolderRow[]; count: number }> {
  const [named, counted] = await Promise.all([
    sql<HolderRow>`
      select m.id, ${holderName} as name, i.username, m.user_type, m.state
      ${holdersOf(actor, sql`${roleId}`, limit)}`.execute(tx),
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
  await insertMany(
    tx,
    'role_permission',
    added.map((permission) => ({ company_id: id, role_id: roleId, permission })),
    'on conflict do nothing',
  )
  await sql`delete from role_permission where company_id = ${id} and role_id = ${roleId} and permission = any(${removed}::text[])`.execute(
    tx,
  )
}

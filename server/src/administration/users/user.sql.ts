import { sql, type RawBuilder } from 'kysely'
import {
  invitationDays,
  type InvitationView,
  type MembershipState,
  type UserType,
} from '@kervan/contract/access/words'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../../kit/context.ts'
import { allocatedLocations, rightsToLocations, scopeOfPartners, shown } from '../../kit/records/scope.ts'
import type { Tx } from '../../kit/database/db.ts'
import type { UserFacts } from './user-actions.ts'

/** Conditions on `membership m`: whom the caller may see. Who belongs to a customer or a location sees the people of it (D13). */
export function userScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`m.company_id = ${actor.company.id}`,
    ...scopeOfPartners(actor, sql`m.partner_id`),
    ...(actor.thirdPartyLocationId ? [sql`m.third_party_location_id = ${actor.thirdPartyLocationId}`] : []),
    ...(actor.locationScoped
      ? [
          sql`(m.id = ${actor.membershipId} or exists (select from membership_location ml where ml.company_id = ${actor.company.id} and ml.membership_id = m.id and ml.location_id = any(${allocatedLocations(actor)})))`,
        ]
      : []),
  ]
}

/** Conditions on `location l`: locations the caller may give to others. */
export function locationScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`l.company_id = ${actor.company.id}`,
    ...scopeOfPartners(actor, sql`l.partner_id`),
    ...rightsToLocations(actor, sql`l.id`),
  ]
}

/** Conditions on `location l`: as `locationScope`, of those that the company shows (UIF-001). Rights stay what they are. */
export function shownLocations(actor: Actor): RawBuilder<unknown>[] {
  return [...locationScope(actor), ...shown(actor, 'Location', sql`l.id`)]
}

/** Conditions on `partner p`: customers the caller may give to others. Who sees some locations only, sees those whose locations they are. */
export function partnerScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    sql`p.company_id = ${actor.company.id}`,
    ...scopeOfPartners(actor, sql`p.id`),
    ...(actor.locationScoped
      ? [
          sql`exists (select from location l where ${sql.join(locationScope(actor), sql` and `)} and l.partner_id = p.id)`,
        ]
      : []),
  ]
}

/** Until when an account has to wait after failed tries, by folded user name. Joined once, because few accounts wait. */
export const accountLocks = sql`(
  select split_part(substr(t.key, 9), ' ', 1) as username_folded, max(t.blocked_until) as locked_until
  from login_throttle t where t.key like 'account %' and t.blocked_until > now() group by 1)`

export const openSession = sql`s.ended_at is null and s.replaced_at is null and s.expires_at > now() and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)`

/** Open sessions of `membership m`, one a sign-in. */
export const sessionCountSql = (actor: Actor) =>
  sql<number>`(select count(distinct s.family_id)::int from session s where s.company_id = ${actor.company.id} and s.membership_id = m.id and ${openSession})`

/** The person of `membership m` has not said yes to being a user here, or has taken it back. */
const isUnagreed = sql`(m.invitation is not null and m.invitation <> 'Accepted')`

/**
 * The person of `membership m` as the company may know them, as `i`: without their yes by the name under which they
 * were invited. To be joined wherever a company reads the names of its users. Without such a name the person's own
 * stands, because then the company has known it before.
 */
export const seenPerson = sql`lateral (
  select p.id, p.username, p.username_folded, p.home_company_id, p.password_hash is null as lacks_password,
    case when ${isUnagreed} then coalesce(m.invited_first_name, p.first_name) else p.first_name end as first_name,
    case when ${isUnagreed} then coalesce(m.invited_last_name, p.last_name) else p.last_name end as last_name,
    case when ${isUnagreed} then coalesce(m.invited_search_text, p.search_text) else p.search_text end as search_text
  from identity p where p.id = m.identity_id) i on true`

export const hasSecondFactor = sql<boolean>`not ${isUnagreed} and exists (select from second_factor sf where sf.identity_id = m.identity_id and sf.confirmed_at is not null)`

/**
 * What the person of `membership m` said to being a user here. One that waits and was made passive is withdrawn. Of the
 * company's own: whether the link to choose a password waits. Stands on `seenPerson`.
 */
export const invitationView = sql<InvitationView | null>`case
  when m.invitation = 'Pending' and m.state = 'Passive' then 'Withdrawn'
  when m.invitation is null and m.invited_at is not null and i.lacks_password
    then case when m.invited_at + make_interval(days => ${sql.lit(invitationDays)}) > now() then 'Mailed' else 'MailEnded' end
  else m.invitation end`

/**
 * From when on `membership m` may be invited again, while that is still to come: a day after the last mail, and a week
 * after a no, so that nobody's mailbox is filled and a no is heard. A link to choose a password is sent again after five minutes.
 */
export const invitableFrom = sql<Date | null>`(
  select t.at from (select greatest(m.invited_at + case when m.invitation is null then interval '5 minutes' else interval '1 day' end, case when m.invitation = 'Declined' then m.invitation_answered_at + interval '7 days' end) as at) t where t.at > now())`

/** Up to three permissions of `membership m` that the caller does not hold: enough to say why. */
export function excessPermissionsSql(actor: Actor): RawBuilder<string[]> {
  return sql<string[]>`array(
    select distinct p.permission from membership_role mr join role_permission p on p.company_id = mr.company_id and p.role_id = mr.role_id
    where mr.company_id = ${actor.company.id} and mr.membership_id = m.id and p.permission <> all(${[...actor.permissions]}::text[]) order by 1 limit 3)`
}

/** Whether `membership m` sees locations that the caller does not. Of another customer or third party the caller sees nobody anyway. */
export function hasWiderScopeSql(actor: Actor): RawBuilder<boolean> {
  if (!actor.locationScoped) return sql<boolean>`false`
  return sql<boolean>`(not m.location_scoped or exists (
    select from membership_location ml where ml.company_id = ${actor.company.id} and ml.membership_id = m.id and not exists (
      select from membership_location own where own.company_id = ${actor.company.id} and own.membership_id = ${actor.membershipId} and own.location_id = ml.location_id)))`
}

/** What `factsOf` needs of a user in a list, beside its columns. Stands on `membership m`, `seenPerson` and `accountLocks lock`. */
export const userFacts = (actor: Actor) => ({
  home_company_id: sql<number | null>`i.home_company_id`,
  excessPermissions: excessPermissionsSql(actor),
  hasWiderScope: hasWiderScopeSql(actor),
  user_type: sql<UserType>`m.user_type`,
  locked_until: sql<Date | null>`lock.locked_until`,
  session_count: sessionCountSql(actor),
  second_factor: hasSecondFactor,
  invitable_from: invitableFrom,
})

export type FoundUser = {
  id: string
  identity_id: string
  version: number
  username: string
  username_folded: string
  first_name: string
  last_name: string
  user_type: UserType
  state: MembershipState
  language: string
  partner_id: string | null
  point_of_sale_id: string | null
  third_party_location_id: string | null
  location_scoped: boolean
  home_company_id: number | null
  locked_until: Date | null
  session_count: number
  second_factor: boolean
  excessPermissions: string[]
  hasWiderScope: boolean
  role_ids: string[]
  invitation: InvitationView | null
  invitable_from: Date | null
}

/**
 * The user with all that the rules ask for, locked unless it is only looked at. Throws `UserNotFound` for one that does
 * not exist or is not the caller's to see.
 */
export async function findUser(
  tx: Tx,
  actor: Actor,
  membershipId: string,
  options: { lock?: boolean } = {},
): Promise<FoundUser> {
  const [user] = await findUsers(tx, actor, [membershipId], options)
  if (!user) throw refusal('UserNotFound')
  return user
}

/** Of many the ones that the caller may see, in the order of their ids, so that two who lock the same never wait for each other. */
export async function findUsers(
  tx: Tx,
  actor: Actor,
  membershipIds: readonly string[],
  { lock = true }: { lock?: boolean } = {},
): Promise<FoundUser[]> {
  if (lock) {
    // First the lock, then the reading: a statement that waited would still tell what was before.
    await sql`select m.id from membership m where ${sql.join(userScope(actor), sql` and `)} and m.id = any(${membershipIds}::uuid[]) order by m.id for update of m`.execute(
      tx,
    )
  }
  const { rows } = await sql<FoundUser>`
    select m.id, m.identity_id, m.version, i.username, i.username_folded, i.first_name, i.last_name, m.user_type, m.state, m.language, m.partner_id, m.point_of_sale_id,
      m.third_party_location_id, m.location_scoped, i.home_company_id, lock.locked_until, ${sessionCountSql(actor)} as session_count, ${hasSecondFactor} as second_factor,
      ${invitationView} as invitation, ${invitableFrom} as invitable_from,
      ${excessPermissionsSql(actor)} as "excessPermissions", ${hasWiderScopeSql(actor)} as "hasWiderScope",
      array(select mr.role_id from membership_role mr where mr.company_id = ${actor.company.id} and mr.membership_id = m.id order by 1) as role_ids
    from membership m join ${seenPerson} left join ${accountLocks} lock on lock.username_folded = i.username_folded
    where ${sql.join(userScope(actor), sql` and `)} and m.id = any(${membershipIds}::uuid[]) order by m.id`.execute(
    tx,
  )
  return rows
}

export function factsOf(
  actor: Actor,
  user: Pick<
    FoundUser,
    | 'id'
    | 'home_company_id'
    | 'excessPermissions'
    | 'hasWiderScope'
    | 'user_type'
    | 'state'
    | 'locked_until'
    | 'session_count'
    | 'second_factor'
    | 'invitation'
    | 'invitable_from'
  >,
): UserFacts {
  return {
    isOwn: user.id === actor.membershipId,
    isHome: user.home_company_id === actor.company.id,
    excessPermissions: user.excessPermissions,
    hasWiderScope: user.hasWiderScope,
    userType: user.user_type,
    state: user.state,
    isLocked: user.locked_until !== null,
    sessionCount: user.session_count,
    secondFactor: user.second_factor,
    invitation: user.invitation,
    invitableFrom: user.invitable_from,
  }
}

/** Throws `UserLimitReached` where so many more active users do not fit (USR-003). Ask under the lock of `lockAdministration`. */
export async function assertRoomFor(tx: Tx, companyId: number, more: number): Promise<void> {
  const { active, maximum } = await countActive(tx, companyId)
  if (active + more > maximum) throw refusal('UserLimitReached', { maximum })
}

/** How many users count against the maximum. Ask under the lock of `lockAdministration` when something follows from it. */
export async function countActive(tx: Tx, companyId: number): Promise<{ active: number; maximum: number }> {
  const { rows } = await sql<{ active: number; maximum: number }>`
    select maximum_users as maximum, (select count(*)::int from membership m where m.company_id = ${companyId} and m.state = 'Active') as active
    from company_policy p where p.company_id = ${companyId}`.execute(tx)
  return rows[0] ?? { active: 0, maximum: 0 }
}

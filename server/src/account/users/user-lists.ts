import { sql } from 'kysely'
import { getUserCounts, users } from '@kervan/contract/account/users'
import type { InvitationView, MembershipState, UserType } from '@kervan/contract/access/words'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { roleNamesOfMember } from '../roles/roles.sql.ts'
import { blockedActions } from './user-actions.ts'
import {
  accountLocks,
  beyondOwn,
  countActive,
  factsOf,
  hasSecondFactor,
  invitableFrom,
  invitationView,
  seenPerson,
  sessionCount,
  userScope,
  widerThanOwn,
} from './user.sql.ts'

type Found = {
  id: string
  version: number
  username: string
  first_name: string
  last_name: string
  user_type: UserType
  state: MembershipState
  roles: string | null
  partner_name: string | null
  point_of_sale: string | null
  third_party_location: string | null
  last_login_at: Date | null
  joined_at: Date
  locked_until: Date | null
  second_factor: boolean
  home_company_id: number | null
  session_count: number
  beyond: string[]
  wider: boolean
  invitation: InvitationView | null
  invitable_from: Date | null
}

const lastLogin = sql`(select max(a.at) from login_attempt a where a.company_id = m.company_id and a.identity_id = m.identity_id and a.state = 'Succces')`

/** The people of a company as far as the caller may see them (USR-003). */
export function userList(actor: Actor, language: Language): ListSql {
  const roles = roleNamesOfMember(language)
  return {
    select: sql`m.id, m.version, i.username, i.first_name, i.last_name, m.user_type, m.state, ${roles} as roles, bp.name as partner_name, ps.name as point_of_sale, tp.name as third_party_location,
      ${lastLogin} as last_login_at, m.joined_at, lock.locked_until, ${hasSecondFactor} as second_factor, i.home_company_id,
      ${invitationView} as invitation, ${invitableFrom} as invitable_from, ${sessionCount} as session_count, ${beyondOwn(actor)} as beyond, ${widerThanOwn(actor)} as wider`,
    from: sql`membership m join ${seenPerson}
      left join partner bp on bp.company_id = m.company_id and bp.id = m.partner_id
      left join location ps on ps.company_id = m.company_id and ps.id = m.point_of_sale_id
      left join location tp on tp.company_id = m.company_id and tp.id = m.third_party_location_id
      left join ${accountLocks} lock on lock.username_folded = i.username_folded`,
    where: userScope(actor),
    columns: {
      username: sql`i.username`,
      firstName: sql`i.first_name`,
      lastName: sql`i.last_name`,
      userType: sql`m.user_type`,
      roles,
      state: sql`m.state`,
      invitation: invitationView,
      partnerName: sql`bp.name`,
      pointOfSale: sql`ps.name`,
      thirdPartyLocation: sql`tp.name`,
      lastLoginAt: lastLogin,
      joinedAt: sql`m.joined_at`,
      lockedUntil: sql`lock.locked_until`,
      secondFactor: hasSecondFactor,
    },
    id: sql`m.id`,
    search: sql`i.search_text`,
    createdAt: sql`m.joined_at`,
  }
}

function presentRow(actor: Actor, language: Language, row: Found): RowOf<typeof users> {
  return {
    id: row.id,
    version: row.version,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type,
    roles: row.roles ?? '',
    state: row.state,
    invitation: row.invitation,
    partnerName: row.partner_name,
    pointOfSale: row.point_of_sale,
    thirdPartyLocation: row.third_party_location,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    joinedAt: row.joined_at.toISOString(),
    lockedUntil: row.locked_until?.toISOString() ?? null,
    secondFactor: row.second_factor,
    blocked: blockedActions(language, factsOf(actor, row)),
  }
}

export const getUsersHandler = handle(users.page, async ({ tx, actor, input, now, language }) => {
  const page = await readPage<Found>(tx, actor, users, userList(actor, language), input)
  return {
    rows: page.rows.map((row) => presentRow(actor, language, row)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportUsersHandler = handleDownload(users.excel, async (context) =>
  exportRows(context, users, userList(context.actor, context.language), context.input, 'users'),
)

/** Of the whole company, whoever asks: the maximum is the company's. */
export const getUserCountsHandler = handle(getUserCounts, async ({ tx, actor }) => {
  const [{ active, maximum }, others] = await Promise.all([
    countActive(tx, actor.company.id),
    tx
      .selectFrom('membership')
      .select(['state', sql<number>`count(*)::int`.as('count')])
      .where('company_id', '=', actor.company.id)
      .groupBy('state')
      .execute(),
  ])
  const of = (state: MembershipState) => others.find((row) => row.state === state)?.count ?? 0
  return { active, passive: of('Passive'), blocked: of('Blocked'), maximum }
})

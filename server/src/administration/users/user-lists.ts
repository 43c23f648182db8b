import { roleNamesOfMember } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { getUserCounts, users } from '@kervan/contract/administration/users'
import type { MembershipState } from '@kervan/contract/access/words'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { offerOnUser } from './user-actions.ts'
import {
  accountLocks,
  countActive,
  factsOf,
  hasSecondFactor,
  invitationView,
  seenPerson,
  userFacts,
  userScope,
} from './user.sql.ts'

/** What every list of users reads: the people, what is known of them, and what the rules on them ask for. */
export function userSource(actor: Actor, language: Language) {
  const company = actor.company.id
  return {
    from: sql`membership m join ${seenPerson}
      left join partner bp on bp.company_id = m.company_id and bp.id = m.partner_id
      left join location ps on ps.company_id = m.company_id and ps.id = m.point_of_sale_id
      left join location tp on tp.company_id = m.company_id and tp.id = m.third_party_location_id
      left join ${accountLocks} lock on lock.username_folded = i.username_folded`,
    id: sql`m.id`,
    key: sql`m.id`,
    columns: {
      username: sql`i.username`,
      firstName: sql`i.first_name`,
      lastName: sql`i.last_name`,
      roles: sql`coalesce(${roleNamesOfMember(company, language)}, '')`,
      state: sql`m.state`,
      invitation: invitationView,
      pointOfSale: sql`ps.name`,
      lastLoginAt: sql`(select max(a.at) from login_attempt a where a.company_id = ${company} and a.identity_id = m.identity_id and a.state = 'Succces')`,
      joinedAt: sql`m.joined_at`,
    },
    facts: userFacts(actor),
    search: sql`i.search_text`,
    createdAt: sql`m.joined_at`,
  }
}

/** The people of a company as far as the caller may see them (USR-003). */
export const userList = serveList(
  users,
  'users',
  ({ actor, language }) => {
    const source = userSource(actor, language)
    return {
      ...source,
      where: userScope(actor),
      columns: {
        ...source.columns,
        userType: sql`m.user_type`,
        partnerName: sql`bp.name`,
        thirdPartyLocation: sql`tp.name`,
        lockedUntil: sql`lock.locked_until`,
        secondFactor: hasSecondFactor,
      },
      extra: { version: sql`m.version` },
    }
  },
  (user, context) => ({ actions: offerOnUser(context, factsOf(context.actor, user)) }),
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

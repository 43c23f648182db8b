import { rolesOfMember } from '../../access/access.api.ts'
import { sql } from 'kysely'
import { getUser, type UserView } from '@kervan/contract/administration/users'
import { languages, type Language } from '@kervan/contract/kit/values'
import { existing } from '@kervan/contract/kit/typed'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'

import { offerOnUser } from './user-actions.ts'
import { factsOf, findUser } from './user.sql.ts'

type Named = { id: string; code: string; name: string } | null
type Around = {
  roles: { id: string; name: string }[]
  partner: Named
  point_of_sale: Named
  third_party_location: Named
  location_count: number
  joined_at: Date
  last_login_at: Date | null
  invited_at: Date | null
  invited_by: string | null
  invitation_answered_at: Date | null
}

/** Everything about one user that the drawer shows, with what may be done and why not. */
export async function presentUser(
  tx: Tx,
  actor: Actor,
  language: Language,
  membershipId: string,
): Promise<UserView> {
  const location = (column: string) =>
    sql`(select jsonb_build_object('id', l.id, 'code', l.code, 'name', l.name) from location l where l.company_id = ${actor.company.id} and l.id = ${sql.ref(column)})`
  const [user, { rows }] = await Promise.all([
    findUser(tx, actor, membershipId, { lock: false }),
    sql<Around>`
      select m.joined_at, m.invited_at, m.invited_by, m.invitation_answered_at, ${location('m.point_of_sale_id')} as point_of_sale, ${location('m.third_party_location_id')} as third_party_location,
        (select jsonb_build_object('id', p.id, 'code', p.code, 'name', p.name) from partner p where p.company_id = ${actor.company.id} and p.id = m.partner_id) as partner,
        ${rolesOfMember(actor.company.id, language)} as roles,
        (select count(*)::int from membership_location ml where ml.company_id = ${actor.company.id} and ml.membership_id = m.id) as location_count,
        (select max(a.at) from login_attempt a where a.company_id = ${actor.company.id} and a.identity_id = m.identity_id and a.state = 'Succces') as last_login_at
      from membership m where m.company_id = ${actor.company.id} and m.id = ${membershipId}`.execute(tx),
  ])
  const around = existing(rows[0])
  return {
    id: user.id,
    version: user.version,
    username: user.username,
    firstName: user.first_name,
    lastName: user.last_name,
    userType: user.user_type,
    state: user.state,
    language: languages.find((one) => one === user.language) ?? 'en',
    roles: around.roles,
    partner: around.partner,
    pointOfSale: around.point_of_sale,
    thirdPartyLocation: around.third_party_location,
    locationScoped: user.location_scoped,
    locationCount: around.location_count,
    isHome: user.home_company_id === actor.company.id,
    invitation: user.invitation && {
      state: user.invitation,
      invitedAt: around.invited_at?.toISOString() ?? null,
      invitedBy: around.invited_by,
      answeredAt: around.invitation_answered_at?.toISOString() ?? null,
    },
    joinedAt: around.joined_at.toISOString(),
    lastLoginAt: around.last_login_at?.toISOString() ?? null,
    lockedUntil: user.locked_until?.toISOString() ?? null,
    secondFactor: user.second_factor,
    sessionCount: user.session_count,
    actions: offerOnUser({ actor, language }, factsOf(actor, user)),
  }
}

export const getUserHandler = handle(getUser, ({ tx, actor, language, input }) =>
  presentUser(tx, actor, language, input.membershipId),
)

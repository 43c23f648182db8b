import { rolesOfMember, languageOf } from '../../access/access.api.ts'
import { sql, type RawBuilder } from 'kysely'
import {
  createThirdPartyUser,
  getThirdPartyLocation,
  getThirdPartyOptions,
  thirdPartyLocations,
  thirdPartyUsers,
  updateThirdPartyUser,
} from '@kervan/contract/administration/third-party-users'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { createMember } from '../users/create-user.ts'
import { updateMember } from '../users/update-user.ts'
import { refusedAction } from '../users/user-actions.ts'
import { userSource } from '../users/user-lists.ts'
import { readOptions } from '../users/user-options.ts'
import { factsOf, findUser, locationScope, shownLocations, userScope } from '../users/user.sql.ts'

// The users of one location (USR-007). They are users like all others; here only what the location gives is fixed.

type Location = {
  id: string
  code: string
  name: string
  partner_id: string | null
  partner_name: string | null
}

/** Throws `LocationNotFound` for one that is not the company's or not the caller's to look after. */
async function findLocation({ tx, actor }: SessionContext, code: string): Promise<Location> {
  const { rows } = await sql<Location>`
    select l.id, l.code, l.name, l.partner_id, p.name as partner_name from location l left join partner p on p.company_id = l.company_id and p.id = l.partner_id
    where ${sql.join(locationScope(actor), sql` and `)} and l.code = ${code}`.execute(tx)
  if (!rows[0]) throw refusal('LocationNotFound')
  return rows[0]
}

export const getThirdPartyLocationHandler = handle(getThirdPartyLocation, async (context) => {
  const {
    id,
    code,
    name,
    partner_name: partnerName,
  } = await findLocation(context, context.input.locationUniqueCode)
  return { id, code, name, partnerName }
})

export const thirdPartyLocationList = serveList(thirdPartyLocations, 'thirdPartyLocations', ({ actor }) => ({
  from: sql`location l left join partner p on p.company_id = l.company_id and p.id = l.partner_id`,
  where: shownLocations(actor),
  id: sql`l.id`,
  key: sql`l.id`,
  columns: {
    locationName: sql`l.name`,
    locationCode: sql`l.code`,
    subdivision: sql`l.city`,
    partnerName: sql`p.name`,
    userCount: sql`(select count(*) from membership m where ${sql.join(userScope(actor), sql` and `)} and m.user_type = 'ThirdPartyUser' and m.third_party_location_id = l.id)`,
  },
  search: sql`(l.name_folded || ' ' || lower(l.code))`,
}))

/** Conditions on `membership m`: users of those locations the caller looks after. */
export function thirdPartyUserScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    ...userScope(actor),
    sql`m.user_type = 'ThirdPartyUser'`,
    sql`exists (select from location l where ${sql.join(shownLocations(actor), sql` and `)} and l.id = m.third_party_location_id)`,
  ]
}

export const thirdPartyUserList = serveList(
  thirdPartyUsers,
  'thirdPartyUserManagement',
  async (context, { locationUniqueCode }) => {
    const { actor, language } = context
    const location = await findLocation(context, locationUniqueCode)
    const source = userSource(actor, language)
    return {
      ...source,
      where: [...thirdPartyUserScope(actor), sql`m.third_party_location_id = ${location.id}`],
      extra: {
        version: sql`m.version`,
        pointOfSaleId: sql`m.point_of_sale_id`,
        roleList: rolesOfMember(actor.company.id, language),
      },
      facts: { ...source.facts, chosenLanguage: sql<string>`m.language` },
    }
  },
  (user, { actor, language }) => {
    const refused = refusedAction('edit', factsOf(actor, user))
    return {
      language: languageOf(user.chosenLanguage),
      isHome: user.home_company_id === actor.company.id,
      blocked: refused && refusalMessage(language, refused),
    }
  },
)

export const getThirdPartyOptionsHandler = handle(getThirdPartyOptions, async (context) => {
  const location = await findLocation(context, context.input.locationUniqueCode)
  return readOptions(context, context.input.kind === 'role' ? 'role' : 'location', {
    search: context.input.search,
    partnerId: location.partner_id,
  })
})

/** What the location gives: its users are third-party users of it and see nothing else. */
const given = (location: Location) => ({
  userType: 'ThirdPartyUser' as const,
  partnerId: location.partner_id,
  thirdPartyLocationId: location.id,
  locationScoped: true,
})

export const createThirdPartyUserHandler = handle(createThirdPartyUser, async (context) => {
  const { locationUniqueCode, ...input } = context.input
  const location = await findLocation(context, locationUniqueCode)
  return createMember({ ...context, input: { ...input, ...given(location) } })
})

export const updateThirdPartyUserHandler = handle(updateThirdPartyUser, async (context) => {
  const { locationUniqueCode, ...input } = context.input
  const location = await findLocation(context, locationUniqueCode)
  const user = await findUser(context.tx, context.actor, input.membershipId, { lock: false })
  if (user.third_party_location_id !== location.id) throw refusal('UserNotFound')
  const { version } = await updateMember({ ...context, input: { ...input, ...given(location) } })
  return { version }
})

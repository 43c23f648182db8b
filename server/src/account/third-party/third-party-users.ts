import { sql, type RawBuilder } from 'kysely'
import {
  createThirdPartyUser,
  getThirdPartyLocation,
  getThirdPartyOptions,
  thirdPartyLocations,
  thirdPartyUsers,
  updateThirdPartyUser,
} from '@kervan/contract/account/third-party-users'
import type { InvitationView, MembershipState, UserType } from '@kervan/contract/access/words'
import type { RowOf } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { rolesOfMember } from '../roles/roles.sql.ts'
import { createMember } from '../users/create-user.ts'
import { languageOf, updateMember } from '../users/update-user.ts'
import { refusedAction } from '../users/user-actions.ts'
import { userList } from '../users/user-lists.ts'
import { readOptions } from '../users/user-options.ts'
import { factsOf, findUser, locationScope, userScope } from '../users/user.sql.ts'

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

type FoundLocation = {
  id: string
  location_name: string
  location_code: string
  subdivision: string
  partner_name: string | null
  user_count: number
}

function locationList(actor: Actor): ListSql {
  const users = sql`(select count(*) from membership m where ${sql.join(userScope(actor), sql` and `)} and m.user_type = 'ThirdPartyUser' and m.third_party_location_id = l.id)`
  const columns = {
    locationName: sql`l.name`,
    locationCode: sql`l.code`,
    subdivision: sql`l.city`,
    partnerName: sql`p.name`,
    userCount: users,
  }
  return {
    select: sql`l.id, l.name as location_name, l.code as location_code, l.city as subdivision, p.name as partner_name, ${users} as user_count`,
    from: sql`location l left join partner p on p.company_id = l.company_id and p.id = l.partner_id`,
    where: locationScope(actor),
    columns,
    id: sql`l.id`,
    search: sql`(l.name_folded || ' ' || lower(l.code))`,
  }
}

function presentLocation(row: FoundLocation): RowOf<typeof thirdPartyLocations> {
  return {
    id: row.id,
    locationName: row.location_name,
    locationCode: row.location_code,
    subdivision: row.subdivision,
    partnerName: row.partner_name,
    userCount: row.user_count,
  }
}

export const getThirdPartyLocationsHandler = handle(
  thirdPartyLocations.page,
  async ({ input, tx, actor, now }) => {
    const page = await readPage<FoundLocation>(tx, actor, thirdPartyLocations, locationList(actor), input)
    return {
      rows: page.rows.map(presentLocation),
      total: page.total,
      totalIsExact: page.totalIsExact,
      asOf: now.toISOString(),
    }
  },
)

export const exportThirdPartyLocationsHandler = handleDownload(thirdPartyLocations.excel, async (context) =>
  exportRows<FoundLocation>(
    context,
    thirdPartyLocations,
    locationList(context.actor),
    context.input,
    'thirdPartyLocations',
    presentLocation,
  ),
)

type Found = {
  id: string
  version: number
  username: string
  first_name: string
  last_name: string
  user_type: UserType
  state: MembershipState
  roles: string | null
  point_of_sale: string | null
  last_login_at: Date | null
  joined_at: Date
  locked_until: Date | null
  second_factor: boolean
  home_company_id: number | null
  session_count: number
  beyond: string[]
  wider: boolean
  role_list: { id: string; name: string }[]
  point_of_sale_id: string | null
  language: string
  invitation: InvitationView | null
  invitable_from: Date | null
}

/** Conditions on `membership m`: users of those locations the caller looks after. */
export function thirdPartyUserScope(actor: Actor): RawBuilder<unknown>[] {
  return [
    ...userScope(actor),
    sql`m.user_type = 'ThirdPartyUser'`,
    sql`exists (select from location l where ${sql.join(locationScope(actor), sql` and `)} and l.id = m.third_party_location_id)`,
  ]
}

function thirdPartyList(actor: Actor, language: Language, location: Location): ListSql {
  const all = userList(actor, language)
  return {
    ...all,
    select: sql`${all.select}, m.point_of_sale_id, m.language, ${rolesOfMember(language)} as role_list`,
    where: [...thirdPartyUserScope(actor), sql`m.third_party_location_id = ${location.id}`],
  }
}

function present(actor: Actor, language: Language, row: Found): RowOf<typeof thirdPartyUsers> {
  const refused = refusedAction('edit', factsOf(actor, row))
  return {
    id: row.id,
    version: row.version,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    roles: row.roles ?? '',
    state: row.state,
    invitation: row.invitation,
    pointOfSale: row.point_of_sale,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    joinedAt: row.joined_at.toISOString(),
    roleList: row.role_list,
    pointOfSaleId: row.point_of_sale_id,
    language: languageOf(row.language),
    isHome: row.home_company_id === actor.company.id,
    blocked: refused && refusalMessage(language, refused),
  }
}

export const getThirdPartyUsersHandler = handle(thirdPartyUsers.page, async (context) => {
  const { tx, actor, input, now, language } = context
  const location = await findLocation(context, input.locationUniqueCode)
  const page = await readPage<Found>(
    tx,
    actor,
    thirdPartyUsers,
    thirdPartyList(actor, language, location),
    input,
  )
  return {
    rows: page.rows.map((row) => present(actor, language, row)),
    total: page.total,
    totalIsExact: page.totalIsExact,
    asOf: now.toISOString(),
  }
})

export const exportThirdPartyUsersHandler = handleDownload(thirdPartyUsers.excel, async (context) =>
  exportRows(
    context,
    thirdPartyUsers,
    thirdPartyList(
      context.actor,
      context.language,
      await findLocation(context, context.input.locationUniqueCode),
    ),
    context.input,
    'thirdPartyUserManagement',
  ),
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

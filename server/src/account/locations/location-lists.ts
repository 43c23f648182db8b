import { sql } from 'kysely'
import { userLocations } from '@kervan/contract/account/user-locations'
import type { MembershipState, UserType } from '@kervan/contract/access/words'
import { locationTypes, type LocationType } from '@kervan/contract/kit/location-types'
import type { RowOf } from '@kervan/contract/kit/page'
import type { Actor } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import { exportRows, readPage, type ListSql } from '../../kit/page.ts'
import { locationScope, seenPerson, userScope } from '../users/user.sql.ts'

type Found = {
  id: string
  membership_id: string
  location_id: string
  username: string
  first_name: string
  last_name: string
  user_type: UserType
  location_code: string
  location_name: string
  city: string
  location_type: LocationType
  state: MembershipState
}

/** An allocation has no id of its own; this is one that follows from what it joins (a UUID of version 8). */
const id = sql`overlay(overlay(md5(ml.membership_id::text || ml.location_id::text) placing '8' from 13) placing '8' from 17)::uuid`

/** Master data of somebody else's may bring a type that nobody has a word for; it is shown as what it is to us. */
const type = sql`case when l.type = any(${locationTypes}::text[]) then l.type else 'CustomLocation' end`

/** Who sees which location (USR-006), as far as the caller sees both. */
export function allocationList(actor: Actor, membershipId: string | null): ListSql {
  return {
    select: sql`${id} as id, ml.membership_id, ml.location_id, i.username, i.first_name, i.last_name, m.user_type, l.code as location_code, l.name as location_name, l.city, ${type} as location_type, m.state`,
    from: sql`membership_location ml
      join membership m on m.company_id = ml.company_id and m.id = ml.membership_id
      join ${seenPerson}
      join location l on l.company_id = ml.company_id and l.id = ml.location_id`,
    where: [
      sql`ml.company_id = ${actor.company.id}`,
      ...userScope(actor),
      ...locationScope(actor),
      ...(membershipId === null ? [] : [sql`ml.membership_id = ${membershipId}`]),
    ],
    columns: {
      username: sql`i.username`,
      firstName: sql`i.first_name`,
      lastName: sql`i.last_name`,
      userType: sql`m.user_type`,
      locationCode: sql`l.code`,
      locationName: sql`l.name`,
      subdivision: sql`l.city`,
      locationType: type,
      state: sql`m.state`,
    },
    id,
    search: sql`(i.search_text || ' ' || l.name_folded || ' ' || lower(l.code))`,
  }
}

export const getUserLocationsHandler = handle(userLocations.page, async ({ tx, actor, input, now }) => {
  const page = await readPage<Found>(
    tx,
    actor,
    userLocations,
    allocationList(actor, input.membershipId),
    input,
  )
  const rows = page.rows.map((row): RowOf<typeof userLocations> => ({
    id: row.id,
    membershipId: row.membership_id,
    locationId: row.location_id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    userType: row.user_type,
    locationCode: row.location_code,
    locationName: row.location_name,
    subdivision: row.city,
    locationType: row.location_type,
    state: row.state,
  }))
  return { rows, total: page.total, totalIsExact: page.totalIsExact, asOf: now.toISOString() }
})

export const exportUserLocationsHandler = handleDownload(userLocations.excel, async (context) =>
  exportRows(
    context,
    userLocations,
    allocationList(context.actor, context.input.membershipId),
    context.input,
    'userLocations',
  ),
)

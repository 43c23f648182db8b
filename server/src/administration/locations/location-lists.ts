import { sql } from 'kysely'
import { idFrom } from '../../kit/database/uuid.ts'
import { userLocations } from '@kervan/contract/administration/user-locations'
import { locationTypes } from '@kervan/contract/kit/location-types'
import type { Actor } from '../../kit/context.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { shown } from '../../kit/records/scope.ts'
import { locationScope, seenPerson, userScope } from '../users/user.sql.ts'

/** An allocation has no id of its own; this is one that follows from what it joins (a UUID of version 8). */
export const allocationId = idFrom(sql`ml.membership_id::text || ml.location_id::text`)

/** Master data of somebody else's may bring a type that nobody has a word for; it is shown as what it is to us. */
const type = sql`case when l.type = any(${locationTypes}::text[]) then l.type else 'CustomLocation' end`

export const allocationTables = sql`membership_location ml
  join membership m on m.company_id = ml.company_id and m.id = ml.membership_id
  join ${seenPerson}
  join location l on l.company_id = ml.company_id and l.id = ml.location_id`

/** Conditions on `allocationTables`: allocations of users and of locations that the caller sees. */
export const allocationScope = (actor: Actor) => [
  sql`ml.company_id = ${actor.company.id}`,
  ...userScope(actor),
  ...locationScope(actor),
]

/** Who sees which location (USR-006), as far as the caller sees both. */
export const allocationList = serveList(userLocations, 'userLocations', ({ actor }, { membershipId }) => ({
  from: allocationTables,
  where: [
    ...allocationScope(actor),
    ...shown(actor, 'Location', sql`l.id`),
    ...(membershipId === null ? [] : [sql`ml.membership_id = ${membershipId}`]),
  ],
  id: allocationId,
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
  extra: { membershipId: sql`ml.membership_id`, locationId: sql`ml.location_id` },
  search: sql`(i.search_text || ' ' || l.name_folded || ' ' || lower(l.code))`,
  createdAt: sql`ml.created_at`,
}))

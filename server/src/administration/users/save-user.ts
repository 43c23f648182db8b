import { sql } from 'kysely'
import type { UserLocation } from '@kervan/contract/administration/users'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { locationScope, partnerScope } from './user.sql.ts'

type Given = UserLocation & { locationScoped: boolean }
type Stored = {
  partner_id: string | null
  point_of_sale_id: string | null
  third_party_location_id: string | null
  location_scoped: boolean
}

/**
 * Where a user belongs, as it is stored. Throws `PartnerNotFound` or `LocationNotFound` for what is not the company's,
 * not the caller's to give, or another partner's. A point of sale means: allocated locations only (USR-006). Who sees
 * allocated locations only makes nobody who sees all of them (`ScopeExceedsOwn`); who did `before` may go on.
 */
export async function checkedLocation(
  tx: Tx,
  actor: Actor,
  given: Given,
  before?: Pick<Stored, 'location_scoped'>,
): Promise<Stored> {
  const wanted = [given.pointOfSaleId, given.thirdPartyLocationId].filter((id) => id !== null)
  const [partner, { rows: locations }] = await Promise.all([
    given.partnerId === null
      ? null
      : sql`select from partner p where ${sql.join(partnerScope(actor), sql` and `)} and p.id = ${given.partnerId}`
          .execute(tx)
          .then(({ rows }) => rows[0]),
    sql<{
      id: string
      partner_id: string | null
    }>`select l.id, l.partner_id from location l where ${sql.join(locationScope(actor), sql` and `)} and l.id = any(${wanted}::uuid[])`.execute(
      tx,
    ),
  ])
  if (partner === undefined) throw refusal('PartnerNotFound')
  if (wanted.some((id) => !locations.some((location) => location.id === id)))
    throw refusal('LocationNotFound')
  // A third-party user orders for the partner whose location it is.
  const tied = locations.find((location) => location.id === given.thirdPartyLocationId)
  const partnerId = given.partnerId ?? tied?.partner_id ?? null
  if (actor.partnerId !== null && partnerId !== actor.partnerId) throw refusal('PartnerNotFound')
  if (partnerId !== null && locations.some((location) => location.partner_id !== partnerId))
    throw refusal('LocationNotFound')
  const isScoped = given.locationScoped || given.pointOfSaleId !== null
  if (actor.locationScoped && !isScoped && before?.location_scoped !== false) throw refusal('ScopeExceedsOwn')
  return {
    partner_id: partnerId,
    point_of_sale_id: given.pointOfSaleId,
    third_party_location_id: given.thirdPartyLocationId,
    location_scoped: isScoped,
  }
}

/** A third-party user is allocated the location they are tied to, and no other (USR-007). */
export async function tieToLocation(
  tx: Tx,
  companyId: number,
  membershipId: string,
  locationId: string | null,
): Promise<void> {
  if (locationId === null) return
  await tx
    .deleteFrom('membership_location')
    .where('company_id', '=', companyId)
    .where('membership_id', '=', membershipId)
    .where('location_id', '<>', locationId)
    .execute()
  await allocate(tx, companyId, membershipId, locationId)
}

/**
 * A point of sale's person is allocated that point of sale: who sees allocated locations only could not come in without
 * any. Whom somebody makes who sees some locations only begins with the same ones otherwise, and would be nobody's to look
 * after without them.
 */
export async function beginWithLocations(
  tx: Tx,
  actor: Actor,
  membershipId: string,
  pointOfSaleId: string | null,
): Promise<void> {
  if (pointOfSaleId !== null) await allocate(tx, actor.company.id, membershipId, pointOfSaleId)
  else if (actor.locationScoped)
    await sql`
      insert into membership_location (company_id, membership_id, location_id)
      select ml.company_id, ${membershipId}::uuid, ml.location_id from membership_location ml
      where ml.company_id = ${actor.company.id} and ml.membership_id = ${actor.membershipId}
      on conflict do nothing`.execute(tx)
}

async function allocate(tx: Tx, companyId: number, membershipId: string, locationId: string): Promise<void> {
  await tx
    .insertInto('membership_location')
    .values({ company_id: companyId, membership_id: membershipId, location_id: locationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Gives and takes roles; what is there already, or gone already, stays so. */
export async function changeRoles(
  tx: Tx,
  companyId: number,
  membershipIds: readonly string[],
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  if (change.remove.length > 0) {
    await tx
      .deleteFrom('membership_role')
      .where('company_id', '=', companyId)
      .where('membership_id', 'in', [...membershipIds])
      .where('role_id', 'in', [...change.remove])
      .execute()
  }
  if (change.add.length > 0) {
    await tx
      .insertInto('membership_role')
      .values(
        membershipIds.flatMap((membershipId) =>
          change.add.map((roleId) => ({
            company_id: companyId,
            membership_id: membershipId,
            role_id: roleId,
          })),
        ),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** Role names by id, for the audit log, which must be readable when the role is gone. */
export async function roleNames(
  tx: Tx,
  companyId: number,
  roleIds: readonly string[],
): Promise<Map<string, string>> {
  if (roleIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('role')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', 'in', [...roleIds])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** What of two readings differs, as the audit log keeps it; null when nothing does. */
export function difference(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  )
  if (changed.length === 0) return null
  const pick = (of: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, of[key] ?? null]))
  return { before: pick(before), after: pick(after) }
}

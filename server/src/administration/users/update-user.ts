import {
  languageOf,
  setUsername,
  notifyUsernameChanged,
  administrators,
  assertAdministratorRemains,
  lockAdministration,
} from '../../access/access.api.ts'
import { type UserView } from '@kervan/contract/administration/users'
import { changeUsername, updateUser } from '@kervan/contract/administration/user-acts'
import type { InputOf } from '@kervan/contract/kit/call'
import { refusal } from '@kervan/contract/kit/refusals'
import { record } from '../../kit/records/audit.ts'
import type { SessionContext } from '../../kit/context.ts'
import { type Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { requireStepUpForUsers, signInAccess } from '../step-up-rules.ts'
import { changedMeanwhile } from '../../kit/records/changed-meanwhile.ts'
import { assertMayGrantRoles } from '../rights.ts'
import { presentUser } from './present-user.ts'
import {
  beginWithLocations,
  changeRoles,
  checkedLocation,
  difference,
  roleNames,
  tieToLocation,
} from './save-user.ts'
import { refusedAction } from './user-actions.ts'
import { factsOf, findUser, type FoundUser } from './user.sql.ts'

export const updateUserHandler = handle(updateUser, updateMember)

/** Type, roles and place of a user, and the names where this company brought the person in (USR-002, USR-004). */
export async function updateMember(
  context: SessionContext & { input: InputOf<typeof updateUser> },
): Promise<UserView> {
  const { tx, actor, input, now, language } = context
  await lockAdministration(tx, actor.company.id)
  const user = await findUser(tx, actor, input.membershipId)
  const refused = refusedAction('edit', factsOf(actor, user))
  if (refused) throw refused
  if (user.version !== input.version) throw await changedMeanwhile(context, 'membership', user.id)
  const names = await checkedNames(context, user)
  const location = await checkedLocation(tx, actor, input, user)
  const add = input.roleIds.filter((id) => !user.role_ids.includes(id))
  const remove = user.role_ids.filter((id) => !input.roleIds.includes(id))
  await assertMayGrantRoles(tx, actor, add)
  const change = await differenceOf(tx, actor.company.id, user, {
    ...names,
    ...location,
    user_type: input.userType,
    language: input.language,
    role_ids: [...input.roleIds].toSorted(),
  })
  if (!change) return presentUser(tx, actor, language, user.id)
  // Let out of the location they were kept to, somebody can do with their rights what they could not do before.
  const isLetOut = locationFields.some((field) => user[field] && location[field] !== user[field])
  await requireStepUpForUsers(context, [
    { name: user.username, before: isLetOut ? [] : user.role_ids, after: input.roleIds },
  ])
  const administered = await administrators(tx, actor.company.id, 1, { only: user.id })
  await tx
    .updateTable('membership')
    .set((row) => ({
      user_type: input.userType,
      language: input.language,
      ...location,
      version: row('version', '+', 1),
    }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', user.id)
    .execute()
  if (names.first_name !== user.first_name || names.last_name !== user.last_name)
    await tx.updateTable('identity').set(names).where('id', '=', user.identity_id).execute()
  await changeRoles(tx, actor.company.id, [user.id], { add, remove })
  if (location.third_party_location_id !== null)
    await tieToLocation(tx, actor.company.id, user.id, location.third_party_location_id)
  else if (location.point_of_sale_id !== null && location.point_of_sale_id !== user.point_of_sale_id)
    await beginWithLocations(tx, actor, user.id, location.point_of_sale_id)
  if (administered.length > 0) await assertAdministratorRemains(tx, actor.company.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'user.changed',
        recordType: 'membership',
        recordId: user.id,
        recordCode: user.username,
        ...change,
      },
    ],
  })
  return presentUser(tx, actor, language, user.id)
}

const locationFields = [
  'partner_id',
  'point_of_sale_id',
  'third_party_location_id',
  'location_scoped',
] as const

/** The names as they shall be; those of a person whom another company brought in stay as they are. */
async function checkedNames(
  {
    actor,
    input,
  }: SessionContext & { input: { firstName?: string | undefined; lastName?: string | undefined } },
  user: FoundUser,
) {
  const names = {
    first_name: input.firstName?.trim() ?? user.first_name,
    last_name: input.lastName?.trim() ?? user.last_name,
  }
  const isSame = names.first_name === user.first_name && names.last_name === user.last_name
  if (!isSame && user.home_company_id !== actor.company.id) throw refusal('NotHomeCompany')
  return names
}

type Shape = Pick<
  FoundUser,
  | 'first_name'
  | 'last_name'
  | 'user_type'
  | 'language'
  | 'partner_id'
  | 'point_of_sale_id'
  | 'third_party_location_id'
  | 'location_scoped'
  | 'role_ids'
>

/** What the audit log shall say of the change, with names in place of ids. */
async function differenceOf(tx: Tx, companyId: number, before: Shape, after: Shape) {
  const locationIds = [
    before.point_of_sale_id,
    after.point_of_sale_id,
    before.third_party_location_id,
    after.third_party_location_id,
  ].filter((id) => id !== null)
  const partnerIds = [before.partner_id, after.partner_id].filter((id) => id !== null)
  const [roles, locations, partners] = await Promise.all([
    roleNames(tx, companyId, [...before.role_ids, ...after.role_ids]),
    locationIds.length > 0
      ? tx
          .selectFrom('location')
          .select(['id', 'name'])
          .where('company_id', '=', companyId)
          .where('id', 'in', locationIds)
          .execute()
      : [],
    partnerIds.length > 0
      ? tx
          .selectFrom('partner')
          .select(['id', 'name'])
          .where('company_id', '=', companyId)
          .where('id', 'in', partnerIds)
          .execute()
      : [],
  ])
  const nameOf = new Map([...locations, ...partners].map((row) => [row.id, row.name]))
  const named = (id: string | null) => (id === null ? null : (nameOf.get(id) ?? id))
  const said = (of: Shape) => ({
    firstName: of.first_name,
    lastName: of.last_name,
    userType: of.user_type,
    language: of.language,
    partner: named(of.partner_id),
    pointOfSale: named(of.point_of_sale_id),
    thirdPartyLocation: named(of.third_party_location_id),
    locationScoped: of.location_scoped,
    roles: of.role_ids.map((id) => roles.get(id) ?? id).toSorted(),
  })
  return difference(said(before), said(after))
}

/** The address to sign in with, of a person this company brought in. The old and the new address are told (D25). */
export const changeUsernameHandler = handle(changeUsername, async (context) => {
  const { tx, actor, input, now, services, language } = context
  const user = await findUser(tx, actor, input.membershipId)
  const refused = refusedAction('changeUsername', factsOf(actor, user))
  if (refused) throw refused
  if (user.version !== input.version) throw await changedMeanwhile(context, 'membership', user.id)
  if (input.username === user.username) return presentUser(tx, actor, language, user.id)
  await requireStepUpForUsers(context, [signInAccess(user)])
  await setUsername(tx, user.identity_id, input.username)
  await tx
    .updateTable('membership')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('company_id', '=', actor.company.id)
    .where('id', '=', user.id)
    .execute()
  await notifyUsernameChanged(
    context,
    {
      from: user.username,
      to: input.username,
      name: `${user.first_name} ${user.last_name}`,
      language: languageOf(user.language),
    },
    services,
  )
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'user.usernameChanged',
        recordType: 'membership',
        recordId: user.id,
        recordCode: input.username,
        before: { username: user.username },
        after: { username: input.username },
      },
    ],
  })
  return presentUser(tx, actor, language, user.id)
})

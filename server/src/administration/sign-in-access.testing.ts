// Every call that can be asked for a fresh proof, made ready so that it concerns one user: somebody who administers, or
// somebody who does not. A new such call belongs in here; the walk of administering.http.test.ts says when one is missing.
import { linkEntra, saveEntraSetting } from '@kervan/contract/administration/microsoft'
import { createApiKey } from '@kervan/contract/administration/api-keys'
import { getPolicy, PolicySettings, updatePolicy } from '@kervan/contract/administration/policy'
import { getRole, updateRole } from '@kervan/contract/administration/roles'
import { createThirdPartyUser, updateThirdPartyUser } from '@kervan/contract/administration/third-party-users'
import { assignRoles, changeUserStates, getUser } from '@kervan/contract/administration/users'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { createUser } from '@kervan/contract/administration/user-acts'
import { inviteAgain } from '@kervan/contract/administration/user-acts'
import { unlockUser } from '@kervan/contract/administration/user-acts'
import { removeSecondFactor } from '@kervan/contract/administration/user-acts'
import { changeUsername } from '@kervan/contract/administration/user-acts'
import type { Call, InputOf } from '@kervan/contract/kit/call'
import { approveRegistration, approveRegistrations } from '@kervan/contract/registration/registration'
import { addDays } from '@kervan/contract/kit/days'
import { newId } from '../kit/database/uuid.ts'
import { asEdited, ids, inDatabase, look, person, type Office } from '../../test/office.ts'
import type { User, UserOptions } from '../../test/portal.ts'

export const administers = resetPassword.permission ?? ''
export const ordinary = getUser.permission ?? ''

/** What is sent, without a proof. */
export type Way = { call: Call; input: Record<string, unknown> }
type Prepare = (office: Office, right: string) => Promise<Way>

const way = <C extends Call>(call: C, input: InputOf<C>): Way => {
  const { proof: _proof, ...unproven } = input as Record<string, unknown>
  return { call, input: unproven }
}
const somebody = ({ company }: Office, permissions: readonly string[], options: UserOptions = {}) =>
  company.user({ permissions, signIn: false, ...options })
const version = async (office: Office, { id }: User) => (await look(office, id)).version
let addresses = 0
const address = () => `way${++addresses}@ways.example`

/** A location and a user tied to it. */
async function third(office: Office) {
  const customer = await office.company.customer()
  const location = await office.company.location(customer)
  return { location, pointOfSale: await office.company.location(customer), customer }
}

async function waiting(office: Office, right: string): Promise<string> {
  const [id, roleId, location] = [newId(), newId(), await office.company.location(null)]
  await inDatabase(
    office,
    `insert into role (company_id, id, code, name, ready_made) values ($1, $2, 'pharmacyApplicant', 'Pharmacy applicant', true)`,
    roleId,
  )
  await inDatabase(
    office,
    'insert into role_permission (company_id, role_id, permission) values ($1, $2, $3)',
    roleId,
    right,
  )
  await inDatabase(
    office,
    `insert into registration (company_id, id, state, first_name, last_name, username, username_folded, city, location_id, gln, language, address, tries_left, expires_at, created_at, confirmed_at, search_text)
     values ($1, $2, 'Waiting', 'Ada', 'Ak', $3, $3, 'Ankara', $4, '8689901000832', 'tr', '127.0.0.1', 5, now(), now(), now(), '')`,
    id,
    address(),
    location.id,
  )
  return id
}

export const ways: Record<string, Prepare> = {
  [updatePolicy.name]: async ({ portal, boss }, right) => {
    const { idleMinutes, ...rules } = PolicySettings.parse(
      (await portal.call(getPolicy, boss.token, {})).body,
    )
    return way(updatePolicy, {
      ...rules,
      idleMinutes: right === administers ? idleMinutes + 5 : idleMinutes - 5,
    })
  },
  [updateRole.name]: async (office, right) => {
    const { roleId } = await somebody(office, [])
    const { body: role } = await office.portal.call(getRole, office.boss.token, { roleId })
    return way(updateRole, {
      roleId,
      version: role.version,
      name: role.name,
      permissions: [right],
      secondFactorRequired: false,
    })
  },
  [createUser.name]: async (office, right) =>
    way(createUser, person({ roleIds: [(await somebody(office, [right])).roleId] })),
  [updateUser.name]: async (office, right) => {
    const user = await look(office, (await somebody(office, [])).id)
    return way(updateUser, { ...asEdited(user), roleIds: [(await somebody(office, [right])).roleId] })
  },
  [changeUsername.name]: async (office, right) => {
    const user = await somebody(office, [right])
    return way(changeUsername, {
      membershipId: user.id,
      version: await version(office, user),
      username: address(),
    })
  },
  [resetPassword.name]: async (office, right) =>
    way(resetPassword, { membershipId: (await somebody(office, [right])).id }),
  [unlockUser.name]: async (office, right) =>
    way(unlockUser, { membershipId: (await somebody(office, [right], { state: 'Blocked' })).id }),
  [inviteAgain.name]: async (office, right) => {
    const { id } = await somebody(office, [right])
    await inDatabase(
      office,
      `update membership set invitation = 'Declined', state = 'Passive', invited_at = now() - interval '30 days', invitation_answered_at = now() - interval '20 days', invited_by = 'x' where company_id = $1 and id = $2`,
      id,
    )
    return way(inviteAgain, { membershipId: id })
  },
  [removeSecondFactor.name]: async (office, right) => {
    const user = await somebody(office, [right])
    await office.portal.owner.query(
      `insert into second_factor (identity_id, sealed_seed, confirmed_at) values ($1, '\\x00', now())`,
      [user.identityId],
    )
    return way(removeSecondFactor, { membershipId: user.id })
  },
  [changeUserStates.name]: async (office, right) =>
    way(changeUserStates, {
      ...ids(await somebody(office, [right], { state: 'Passive' })),
      dryRun: false,
      state: 'Active',
    }),
  [assignRoles.name]: async (office, right) =>
    way(assignRoles, {
      ...ids(await somebody(office, [])),
      dryRun: false,
      add: [(await somebody(office, [right])).roleId],
      remove: [],
    }),
  [linkEntra.name]: async (office, right) => {
    const user = await somebody(office, [right])
    return way(linkEntra, {
      membershipId: user.id,
      tenantId: newId(),
      objectId: newId(),
      version: await version(office, user),
    })
  },
  [saveEntraSetting.name]: async (office, right) => {
    const [user, tenantId] = [await somebody(office, [right]), newId()]
    await office.portal.owner.query(
      `insert into entra_link (tenant_id, object_id, identity_id, linked_by) values ($1, $2, $3, 'x')`,
      [tenantId, newId(), user.identityId],
    )
    return way(saveEntraSetting, { tenantId, clientId: newId(), enabled: true, version: 0 })
  },
  [createApiKey.name]: async (office, right) =>
    way(createApiKey, {
      membershipId: (await somebody(office, [], { type: 'APIUser' })).id,
      name: 'ERP',
      scope: [right],
      expiresOn: addDays(new Date().toISOString().slice(0, 10), 20),
    }),
  [createThirdPartyUser.name]: async (office, right) => {
    const { location, pointOfSale } = await third(office)
    const roleIds = [(await somebody(office, [right])).roleId]
    return way(createThirdPartyUser, {
      locationUniqueCode: location.code,
      username: address(),
      firstName: 'Deniz',
      lastName: 'Yalın',
      roleIds,
      pointOfSaleId: pointOfSale.id,
      language: 'tr',
    })
  },
  [updateThirdPartyUser.name]: async (office, right) => {
    const { location, pointOfSale, customer } = await third(office)
    const user = await somebody(office, [], {
      type: 'ThirdPartyUser',
      customer,
      pointOfSale,
      thirdPartyLocation: location,
    })
    const roleIds = [(await somebody(office, [right])).roleId]
    return way(updateThirdPartyUser, {
      locationUniqueCode: location.code,
      membershipId: user.id,
      version: await version(office, user),
      roleIds,
      pointOfSaleId: pointOfSale.id,
      language: 'en',
    })
  },
  [approveRegistration.name]: async (office, right) =>
    way(approveRegistration, { registrationId: await waiting(office, right), version: 1 }),
  [approveRegistrations.name]: async (office, right) =>
    way(approveRegistrations, { ...ids({ id: await waiting(office, right) }), dryRun: false }),
}

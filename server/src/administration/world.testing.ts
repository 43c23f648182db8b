import { userLocations } from '@kervan/contract/administration/user-locations'
import { inDatabase } from '../../test/office.ts'
import { page } from '../../test/ordering.ts'
import type { AreaFields } from '../../test/record-fields.ts'
import type { Filled, WorldStart } from '../../test/world.ts'
import { newId } from '../kit/database/uuid.ts'

export const kinds = {
  ownApiKey: 'person',
  ownDevice: 'person',
  user: 'location',
  thirdPartyUser: 'location',
  allocation: 'location',
  apiKey: 'location',
  device: 'location',
  role: 'company',
  contact: 'company',
} as const

/** What no two worlds share, and what is long enough to be looked for. */
export const own = [
  'user',
  'thirdPartyUser',
  'apiKey',
  'ownApiKey',
  'device',
  'ownDevice',
  'contact',
  'role',
] as const

export const fields: AreaFields = {
  byName: {
    membershipId: 'user',
    roleId: 'role',
    roleIds: 'role',
    thirdPartyLocationId: 'location',
  },
  byCall: {
    'UserManagement/TestNotificationContact.id': 'contact',
    'UserManagement/AssignRoles.add': 'role',
    'UserManagement/AssignRoles.remove': 'role',
    'UserManagement/SetUserLocations.add': 'location',
    'UserManagement/SetUserLocations.remove': 'location',
    'UserManagement/AllocateLocations.add': 'location',
    'UserManagement/AllocateLocations.remove': 'location',
    'UserManagement/GetRecordHistory.recordId': 'orderId',
    'ThirdPartyUserManagement/UpdateThirdPartyUser.membershipId': 'thirdPartyUser',
  },
  byList: {
    'UserManagement/GetUsers': 'user',
    'UserManagement/GetUserLocations': 'allocation',
    'UserManagement/GetApiKeys': 'apiKey',
    'UserManagement/GetOwnApiKeys': 'ownApiKey',
    'UserManagement/GetDevices': 'device',
    'Device/GetOwnDevices': 'ownDevice',
  },
  noRecord: {
    'Device/PairDevice.publicKey': 'a key that the device has just made',
    'UserManagement/UpdateUserAcknowledgement.IntCode': 'a number of the caller’s own company',
    'UserManagement/SaveCompanyProfile.postalCode': 'of the company’s own address',
    // Of terms of use, which each company counts for itself: no number of another's can be named.
    intCode: 'a number of the caller’s own company',
  },
}

/** Keys, whose secrets nobody sees again, devices, somebody who is told by mail, and the rows of the people that there are. */
export async function fill({
  office,
  me,
  clerk,
  guest,
  number,
  mark,
}: WorldStart): Promise<Filled<keyof typeof kinds>> {
  const [apiKey, ownApiKey, device, ownDevice, contact] = [newId(), newId(), newId(), newId(), newId()]
  for (const [key, owner] of [
    [apiKey, clerk],
    [ownApiKey, me],
  ] as const)
    await inDatabase(
      office,
      `insert into api_key (company_id, id, membership_id, name, hint, scope, created_at, created_by, expires_at) values ($1, $2, $3, $4, 'abcd', '{}', now(), 'Me', now() + interval '30 days')`,
      key,
      owner.id,
      `${mark}key`,
    )
  for (const [id, owner] of [
    [device, clerk],
    [ownDevice, me],
  ] as const)
    await inDatabase(
      office,
      `insert into device (company_id, id, membership_id, name, public_key, scope, paired_at, paired_from) values ($1, $2, $3, $4, '', '{}', now(), '')`,
      id,
      owner.id,
      `${mark}device`,
    )
  await inDatabase(
    office,
    `insert into notification_contact (company_id, id, email, name, language, types) values ($1, $2, $3, 'Contact', 'en', array['Orders'])`,
    contact,
    `contact${number}@world.example`,
  )
  const { body: allocations } = await office.portal.call(userLocations.page, me.token, {
    ...page,
    membershipId: clerk.id,
  })
  return {
    records: {
      ownApiKey,
      device,
      ownDevice,
      user: clerk.id,
      thirdPartyUser: guest.id,
      allocation: allocations.rows[0]?.id ?? '',
      apiKey,
      role: clerk.roleId,
      contact,
    },
    versions: { user: 1, thirdPartyUser: 1, role: 1, apiKey: 1, device: 1, contact: 1 },
  }
}

// What tests of user management need again and again: a company with somebody who administers it, and people to administer.
import { getWebAppUserDictionaries } from '@kervan/contract/account/web-app-user-dictionary'
import { getUser, type UserView } from '@kervan/contract/administration/users'
import { createUser } from '@kervan/contract/administration/user-acts'
import type { InputOf } from '@kervan/contract/kit/call'
import { inCompany, password, type Company, type Portal, type User } from './portal.ts'

export type Office = { portal: Portal; company: Company; boss: User }

export async function openOffice(portal: Portal): Promise<Office> {
  const company = await portal.company()
  return { portal, company, boss: await company.user() }
}

let number = 0
/** Somebody of one company whom another has invited, by the number of the membership there. */
export type Guest = { home: Office; away: Office; anna: User; id: string }

export async function invite(portal: Portal, invitedBy?: Office): Promise<Guest> {
  const [home, away] = [await openOffice(portal), invitedBy ?? (await openOffice(portal))]
  const anna = await home.company.user()
  const { body } = await create(away, { username: anna.username, roleIds: [away.boss.roleId] })
  return { home, away, anna, id: body.membershipId }
}

/** What the people of these tests prove themselves with, who have no second factor. Sent where it is not needed it is not looked at. */
export const proof = { password }

export function person(over: Partial<InputOf<typeof createUser>> = {}): InputOf<typeof createUser> {
  const blank = {
    userType: 'InternalUser' as const,
    roleIds: [],
    partnerId: null,
    pointOfSaleId: null,
    thirdPartyLocationId: null,
    locationScoped: false,
    language: 'en' as const,
    proof,
  }
  return {
    username: `new${++number}@office.example`,
    firstName: 'Deniz',
    lastName: 'Yalın',
    ...blank,
    ...over,
  }
}

export function create({ portal, boss }: Office, over: Partial<InputOf<typeof createUser>> = {}) {
  return portal.call(createUser, boss.token, person(over))
}

export async function look({ portal, boss }: Office, membershipId: string): Promise<UserView> {
  return (await portal.call(getUser, boss.token, { membershipId })).body
}

/** What `updateUser` would be sent if nothing was changed. */
export function asEdited(user: UserView) {
  return {
    membershipId: user.id,
    version: user.version,
    userType: user.userType,
    roleIds: user.roles.map(({ id }) => id),
    partnerId: user.partner?.id ?? null,
    pointOfSaleId: user.pointOfSale?.id ?? null,
    thirdPartyLocationId: user.thirdPartyLocation?.id ?? null,
    locationScoped: user.locationScoped,
    language: user.language,
    proof,
  }
}

export function ids(...all: { id: string }[]) {
  return { selection: { mode: 'ids' as const, ids: all.map(({ id }) => id) } }
}

/** The status of something everybody signed in may ask. */
export async function works({ portal }: Office, user: User): Promise<number> {
  return (await portal.call(getWebAppUserDictionaries, user.token, { ObjectKey: 'grid:x' })).status
}

/** Straight in the database, in the company's own context; `$1` is the company. */
export async function inDatabase(
  { portal, company }: Office,
  text: string,
  ...values: unknown[]
): Promise<Record<string, unknown>[]> {
  return inCompany(portal, company.id, text, [company.id, ...values])
}

export function limit(office: Office, maximum: number) {
  return inDatabase(office, 'update company_policy set maximum_users = $2 where company_id = $1', maximum)
}

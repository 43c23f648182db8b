import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmSecondFactor, startSecondFactor } from '@kervan/contract/access/own-security'
import { getRole, updateRole } from '@kervan/contract/administration/roles'
import { assignRoles, changeUserStates } from '@kervan/contract/administration/users'
import { createUser } from '@kervan/contract/administration/user-acts'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { resetPassword } from '@kervan/contract/administration/user-acts'
import { newId } from '../kit/database/uuid.ts'
import { asEdited, ids, inDatabase, look, openOffice, person, proof, type Office } from '../../test/office.ts'
import { password, startPortal, type Portal, type User } from '../../test/portal.ts'
import { administers, ordinary } from './sign-in-access.testing.ts'

// What needs a fresh proof and what does not, where it depends on what was before (USR-004). That every call asks is
// walked in step-up.http.test.ts.

let portal: Portal
let now = new Date()
beforeAll(async () => {
  portal = await startPortal({ worker: false, now: () => now })
})
afterAll(() => portal.close())

const clerk = ({ company }: Office, ...permissions: string[]) => company.user({ permissions, signIn: false })
const assign = (
  { boss }: Office,
  whom: User[],
  add: User[],
  over: {
    remove?: string[]
    dryRun?: boolean
    proof?: { password: string; code?: string }
    requestKey?: string
  } = {},
) =>
  portal.call(assignRoles, boss.token, {
    ...ids(...whom),
    add: add.map(({ roleId }) => roleId),
    remove: [],
    dryRun: false,
    ...over,
  })
const rolesOf = async (office: Office, user: User) => (await look(office, user.id)).roles.map(({ id }) => id)

async function saveRole(
  { boss }: Office,
  { roleId }: User,
  permissions: string[],
  over: { proof?: { password: string } } = {},
) {
  const { body: role } = await portal.call(getRole, boss.token, { roleId })
  return portal.call(updateRole, boss.token, {
    roleId,
    version: role.version,
    name: role.name,
    permissions,
    secondFactorRequired: false,
    ...over,
  })
}

describe('[USR-004] a fresh proof', () => {
  it('is asked for once for a selection, names who gains by it, and a dryRun goes without', async () => {
    const office = await openOffice(portal)
    const people = await Promise.all(Array.from({ length: 6 }, () => clerk(office, ordinary)))
    const [chief, other] = [await clerk(office, administers), await clerk(office, ordinary)]
    expect((await assign(office, [...people, chief], [chief], { dryRun: true })).body).toMatchObject({
      done: 6,
      refused: 1,
    })
    const { refused } = await assign(office, [...people, chief], [chief])
    expect(refused?.Facts).toMatchObject({
      count: 6,
      names: people
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, 5)
        .map(({ username }) => username),
    })
    // One of them is enough to hold up all.
    expect(await assign(office, [chief, people[0]!], [other, chief])).toMatchObject({
      status: 422,
      code: 'ReauthenticationRequired',
      refused: { Facts: { count: 1, names: [people[0]!.username] } },
    })
    expect(await rolesOf(office, chief)).toEqual([chief.roleId])
    expect((await assign(office, people, [chief], { proof })).body).toMatchObject({ done: 6, refused: 0 })
  })

  it('is not asked for what takes away, or gives what does not administer, whoever it is about', async () => {
    const office = await openOffice(portal)
    const [chief, other] = [await clerk(office, administers), await clerk(office, ordinary)]
    expect((await assign(office, [chief], [other])).body).toMatchObject({ done: 1 })
    expect(
      (
        await portal.call(updateUser, office.boss.token, {
          ...asEdited(await look(office, chief.id)),
          firstName: 'Nur',
          locationScoped: true,
          proof: undefined,
        })
      ).status,
    ).toBe(200)
    expect((await assign(office, [chief], [], { remove: [chief.roleId] })).body).toMatchObject({ done: 1 })
    for (const state of ['Blocked', 'Passive'] as const)
      expect(
        (await portal.call(changeUserStates, office.boss.token, { ...ids(chief), state, dryRun: false }))
          .body,
      ).toMatchObject({ done: 1 })
    expect((await saveRole(office, other, [ordinary, 'HomePage'])).status).toBe(200)
  })

  it('is asked for who is let out of the location they were kept to, with rights that administer', async () => {
    const office = await openOffice(portal)
    const location = await office.company.location(null)
    const [chief, other] = await Promise.all(
      [administers, ordinary].map((right) =>
        office.company.user({ permissions: [right], locations: [location], signIn: false }),
      ),
    )
    const letOut = async (user: User, over: object) =>
      portal.call(updateUser, office.boss.token, {
        ...asEdited(await look(office, user.id)),
        locationScoped: false,
        ...over,
      })
    expect(await letOut(chief!, { proof: undefined })).toMatchObject({ code: 'ReauthenticationRequired' })
    expect((await letOut(other!, { proof: undefined })).status).toBe(200)
    expect((await letOut(chief!, {})).status).toBe(200)
  })

  it('is asked when a role begins to administer that somebody holds, or that everybody who registers will hold', async () => {
    const office = await openOffice(portal)
    const [held, free] = [await clerk(office, ordinary), await clerk(office, ordinary)]
    await inDatabase(
      office,
      'delete from membership_role where company_id = $1 and role_id = $2',
      free.roleId,
    )
    expect(await saveRole(office, held, [ordinary, administers])).toMatchObject({
      code: 'ReauthenticationRequired',
      refused: { Facts: { count: 1 } },
    })
    expect((await saveRole(office, free, [ordinary, administers])).status).toBe(200)
    // What was built without a proof is not given without one.
    expect(await assign(office, [held], [free])).toMatchObject({ code: 'ReauthenticationRequired' })
    const pharmacy = newId()
    await inDatabase(
      office,
      `insert into role (company_id, id, code, name, ready_made) values ($1, $2, 'pharmacyApplicant', 'Pharmacy applicant', true)`,
      pharmacy,
    )
    expect(await saveRole(office, { ...held, roleId: pharmacy }, [administers])).toMatchObject({
      code: 'ReauthenticationRequired',
    })
    expect((await saveRole(office, { ...held, roleId: pharmacy }, [ordinary])).status).toBe(200)
    expect((await saveRole(office, held, [ordinary, administers], { proof })).status).toBe(200)
    // It administers already.
    expect((await saveRole(office, held, [ordinary, administers, 'HomePage'])).status).toBe(200)
  })

  it('cannot be walked round by giving a role and filling it at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const office = await openOffice(portal)
      const [whom, role] = [await clerk(office, ordinary), await clerk(office, ordinary)]
      await inDatabase(
        office,
        'delete from membership_role where company_id = $1 and role_id = $2',
        role.roleId,
      )
      const answers = await Promise.all([
        assign(office, [whom], [role]),
        saveRole(office, role, [ordinary, administers]),
      ])
      expect(answers.map(({ code }) => code).toSorted()).toEqual(['ReauthenticationRequired', null])
    }
  })

  it('belongs to its request: refused, then proved, then repeated under one key is done once, and tells its secret once', async () => {
    const office = await openOffice(portal)
    const input = {
      ...person({ roleIds: [office.boss.roleId], requestKey: `prove-${office.boss.id}` }),
      proof: undefined,
    }
    expect(await portal.call(createUser, office.boss.token, input)).toMatchObject({
      code: 'ReauthenticationRequired',
    })
    const { body: made } = await portal.call(createUser, office.boss.token, { ...input, proof })
    expect(made.temporaryPassword).toEqual(expect.any(String))
    for (const repeated of [proof, { password: 'Wrong-Horse-7!' }, undefined]) {
      expect(
        (await portal.call(createUser, office.boss.token, { ...input, proof: repeated })).body,
      ).toMatchObject({ membershipId: made.membershipId, temporaryPassword: null })
    }
    const bulk = { proof, requestKey: `bulk-${office.boss.id}` }
    const [whom, chief] = [await clerk(office, ordinary), await clerk(office, administers)]
    const answers = await Promise.all([1, 2, 3].map(() => assign(office, [whom], [chief], bulk)))
    expect(answers.map(({ body }) => body.done)).toEqual([1, 1, 1])
    expect(
      await inDatabase(
        office,
        `select 1 from audit_entry where company_id = $1 and operation = 'user.rolesChanged'`,
      ),
    ).toHaveLength(1)
  })

  it('is good for one of two at once, where a code is part of it', async () => {
    const office = await openOffice(portal)
    const { body: started } = await portal.call(startSecondFactor, office.boss.token, { password })
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(started.seed) }).generate({ timestamp: now.getTime() })
    await portal.call(confirmSecondFactor, office.boss.token, { code: codeNow() })
    now = new Date(now.getTime() + 30_000)
    const two = [await clerk(office, administers), await clerk(office, administers)]
    const reset = ({ id }: User, given: { password: string; code?: string }) =>
      portal.call(resetPassword, office.boss.token, { membershipId: id, proof: given })
    expect(await reset(two[0]!, { password })).toMatchObject({ code: 'SecondFactorRequired' })
    const given = { password, code: codeNow() }
    const answers = await Promise.all(two.map((user) => reset(user, given)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['SecondFactorWrong', null])
    const issued = await portal.owner.query('select 1 from temporary_password where identity_id = any($1)', [
      two.map(({ identityId }) => identityId),
    ])
    expect(issued.rowCount).toBe(1)
  })

  it('is a fresh sign-in for who has no password, and says whom it is about', async () => {
    const office = await openOffice(portal)
    await portal.owner.query('update identity set password_hash = null where id = $1', [
      office.boss.identityId,
    ])
    const chief = await clerk(office, administers)
    const reset = () => portal.call(resetPassword, office.boss.token, { membershipId: chief.id })
    expect(await reset()).toMatchObject({
      status: 422,
      code: 'FreshSignInNeeded',
      refused: { Facts: { minutes: 5, names: [chief.username], count: 1 } },
    })
    await portal.owner.query(
      `update session set method = 'Entra', signed_in_at = now() where identity_id = $1`,
      [office.boss.identityId],
    )
    expect((await reset()).status).toBe(200)
  })
})

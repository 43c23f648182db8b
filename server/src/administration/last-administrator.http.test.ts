import { administrators } from '../access/access.api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { linkEntra, unlinkEntra } from '@kervan/contract/administration/microsoft'
import { updatePolicy, getPolicy } from '@kervan/contract/administration/policy'
import { getRole, updateRole } from '@kervan/contract/administration/roles'
import { assignRoles, changeUserStates, getUser, users } from '@kervan/contract/administration/users'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { newId } from '../kit/database/uuid.ts'
import { asEdited, ids, inDatabase, proof, type Office } from '../../test/office.ts'
import { page } from '../../test/ordering.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'

// Administrators who take each other away, all at once, in every way there is. Somebody who can sign in and repair it
// always remains, and what was answered is what happened.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

type Outcome = 'done' | 'LastAdministrator' | 'tooLate'
type Action = (by: User, of: User) => Promise<() => Promise<Outcome>>

/** Too late is who was put out before asking, sees some locations only by now, or looked at what has changed since. */
const late = [
  'SessionExpired',
  'PermissionMissing',
  'ChangedMeanwhile',
  'NothingToChange',
  'RightsExceedOwn',
  'UserNotFound',
]
function outcomeOf(code: string | null): Outcome {
  if (code === null) return 'done'
  if (code !== 'LastAdministrator' && !late.includes(code)) throw new Error(`unexpected: ${code}`)
  return code === 'LastAdministrator' ? code : 'tooLate'
}
const bulk = (answer: { code: string | null; body: { results?: { refusal: string | null }[] } }) =>
  outcomeOf(answer.code ?? answer.body.results?.[0]?.refusal ?? null)

/** Each way to take somebody out, looked at beforehand, so that only the action itself is in the race. */
const actions: Record<string, Action> = {
  disabled: async (by, of) => async () =>
    bulk(await portal.call(changeUserStates, by.token, { ...ids(of), state: 'Passive', dryRun: false })),
  blocked: async (by, of) => async () =>
    bulk(await portal.call(changeUserStates, by.token, { ...ids(of), state: 'Blocked', dryRun: false })),
  'without the role': async (by, of) => async () =>
    bulk(
      await portal.call(assignRoles, by.token, { ...ids(of), add: [], remove: [of.roleId], dryRun: false }),
    ),
  'changed to another type': async (by, of) => {
    const { body: view } = await portal.call(getUser, by.token, { membershipId: of.id })
    return async () =>
      outcomeOf(
        (await portal.call(updateUser, by.token, { ...asEdited(view), userType: 'GBREPluginUser' })).code,
      )
  },
  'edited to see some locations only': async (by, of) => {
    const { body: view } = await portal.call(getUser, by.token, { membershipId: of.id })
    return async () =>
      outcomeOf((await portal.call(updateUser, by.token, { ...asEdited(view), locationScoped: true })).code)
  },
  'holding an emptied role': async (by, of) => {
    const { body: role } = await portal.call(getRole, by.token, { roleId: of.roleId })
    return async () =>
      outcomeOf(
        (
          await portal.call(updateRole, by.token, {
            roleId: role.id,
            version: role.version,
            name: role.name,
            permissions: role.permissions.filter((one) => one !== 'UserManagement'),
            secondFactorRequired: false,
          })
        ).code,
      )
  },
}
const names = Object.keys(actions)

const remaining = (company: Company) =>
  portal.app.services.db.withCompany(company.id, (tx) => administrators(tx, company.id, 100))

/** All at once; then what was answered is held against who is left, and who is left against the door. */
async function race(company: Company, people: User[], requested: { by: User; of: User; action: string }[]) {
  const ready = await Promise.all(requested.map(({ by, of, action }) => (actions[action] as Action)(by, of)))
  const outcomes = await Promise.all(ready.map((run) => run()))
  const told = requested.map((one, at) => ({ ...one, outcome: outcomes[at] as Outcome }))
  const left = await remaining(company)
  const taken = new Set(told.filter((one) => one.outcome === 'done').map((one) => one.of.id))
  const story = told.map((one) => `${one.action}: ${one.outcome}`)
  expect({ story, left }).toEqual({
    story,
    left: people
      .filter((person) => !taken.has(person.id))
      .map((person) => person.id)
      .toSorted(),
  })
  expect(left.length, story.join()).toBeGreaterThanOrEqual(1)
  // Nobody is kept for being the last while another remains.
  if (outcomes.includes('LastAdministrator')) expect(left, story.join()).toHaveLength(1)
  for (const person of people.filter(({ id }) => left.includes(id))) {
    const entered = await portal.call(login, null, {
      username: person.username,
      password,
      companyIntCode: company.id,
    })
    expect({ story, status: entered.status }).toEqual({ story, status: 200 })
    expect((await portal.call(users.page, entered.body.Token, page)).body.total).toBe(people.length)
  }
  return left
}

const several = async (company: Company, count: number) =>
  Promise.all(Array.from({ length: count }, () => company.user()))

describe('[USR-004] the last administrator remains', () => {
  it.each(names)('when two make each other %s at once, and one of them succeeds', async (action) => {
    for (let round = 0; round < 6; round++) {
      const company = await portal.company()
      const [one, two] = (await several(company, 2)) as [User, User]
      expect(
        await race(
          company,
          [one, two],
          [
            { by: one, of: two, action },
            { by: two, of: one, action },
          ],
        ),
      ).toHaveLength(1)
    }
  })

  it('when four take each other out in a ring, each in another way', async () => {
    for (let round = 0; round < names.length; round++) {
      const company = await portal.company()
      const people = await several(company, 4)
      const requested = people.map((by, at) => ({
        by,
        of: people[(at + 1) % 4] as User,
        action: names[(at + round) % names.length] as string,
      }))
      expect(await race(company, people, requested)).not.toEqual([])
    }
  })

  it('when each of three takes out both others at once', async () => {
    for (let round = 0; round < names.length; round++) {
      const company = await portal.company()
      const people = await several(company, 3)
      const pairs = people.flatMap((by) => people.filter((of) => of !== by).map((of) => ({ by, of })))
      const requested = pairs.map((pair, at) => ({
        ...pair,
        action: names[(at + round) % names.length] as string,
      }))
      expect(await race(company, people, requested)).not.toEqual([])
    }
  })
})

describe('[USR-004] who administers is somebody who can sign in', () => {
  const office = async () => {
    const company = await portal.company()
    return { portal, company, boss: await company.user() } satisfies Office
  }
  const disable = async (by: User, of: User) =>
    bulk(await portal.call(changeUserStates, by.token, { ...ids(of), state: 'Passive', dryRun: false }))

  it('so one who was never given a password does not count, and one who has one does', async () => {
    const location = await office()
    const [fresh, helper] = [
      await location.company.user({ signIn: false }),
      await location.company.user({ type: 'APIUser' }),
    ]
    await portal.owner.query('update identity set password_hash = null where id = $1', [fresh.identityId])
    expect(await disable(helper, location.boss)).toBe('LastAdministrator')
    await portal.owner.query(
      'update identity set password_hash = (select password_hash from identity where id = $2) where id = $1',
      [fresh.identityId, helper.identityId],
    )
    expect(await disable(helper, location.boss)).toBe('done')
  })

  it('so where Microsoft is the only way in, one who is linked stays', async () => {
    const location = await office()
    const [linked, helper] = [await location.company.user(), await location.company.user({ type: 'APIUser' })]
    const account = { membershipId: linked.id, tenantId: newId(), objectId: newId() }
    await inDatabase(
      location,
      `insert into entra_setting (company_id, tenant_id, client_id, authority, keys_url) values ($1, $2, 'portal', 'https://login.example', 'https://login.example/keys')`,
      account.tenantId,
    )
    expect((await portal.call(linkEntra, helper.token, { ...account, version: 1, proof })).status).toBe(200)
    const { body: policy } = await portal.call(getPolicy, helper.token, {})
    const {
      linkedAdministrators,
      linkedUsers,
      activeUsers,
      withoutSecondFactor,
      maximumUsers,
      chartUsers: _charts,
      tutorials: _tutorials,
      ...settings
    } = policy
    expect([linkedAdministrators, linkedUsers, activeUsers, withoutSecondFactor, maximumUsers]).toEqual([
      1,
      1,
      2,
      2,
      expect.any(Number),
    ])
    // While passwords are taken, the other one is enough.
    const dryRunResult = await portal.call(changeUserStates, helper.token, {
      ...ids(linked),
      state: 'Passive',
      dryRun: true,
    })
    expect(bulk(dryRunResult)).toBe('done')
    expect((await portal.call(updatePolicy, helper.token, { ...settings, entraOnly: true })).status).toBe(200)
    expect(await disable(helper, linked)).toBe('LastAdministrator')
    expect(await portal.call(unlinkEntra, helper.token, { ...account, version: 2 })).toMatchObject({
      code: 'NoLinkedAdministrator',
    })
    expect(await disable(helper, location.boss)).toBe('done')
  })

  it('and what has nothing to do with it is not held up where nobody does', async () => {
    const location = await office()
    const [helper, clerk] = [
      await location.company.user({ type: 'APIUser' }),
      await location.company.user({ permissions: ['HomePage'] }),
    ]
    await inDatabase(
      location,
      `update membership set state = 'Passive' where company_id = $1 and id = $2`,
      location.boss.id,
    )
    const { body: view } = await portal.call(getUser, helper.token, { membershipId: clerk.id })
    expect((await portal.call(updateUser, helper.token, { ...asEdited(view), language: 'de' })).status).toBe(
      200,
    )
    const { body: role } = await portal.call(getRole, helper.token, { roleId: clerk.roleId })
    expect(
      (
        await portal.call(updateRole, helper.token, {
          roleId: role.id,
          version: role.version,
          name: role.name,
          permissions: [],
          secondFactorRequired: false,
        })
      ).status,
    ).toBe(200)
  })
})

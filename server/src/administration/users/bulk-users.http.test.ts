import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '@kervan/contract/access/authentication'
import { assignRoles, changeUserStates, getUser, getUserOptions } from '@kervan/contract/administration/users'
import { updateUser } from '@kervan/contract/administration/user-acts'
import { newId } from '../../kit/database/uuid.ts'
import { asEdited, ids, inDatabase, limit, look, openOffice, proof, works } from '../../../test/office.ts'
import { password, startPortal, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('[USR-004] many users', () => {
  it('change their state after a dryRun; who is passive is out at once', async () => {
    const office = await openOffice(portal)
    const [one, two] = [await office.company.user(), await office.company.user({ state: 'Passive' })]
    const change = (dryRun: boolean) =>
      portal.call(
        changeUserStates,
        office.boss.token,
        { ...ids(one, two, office.boss), state: 'Passive', dryRun },
        { language: 'de' },
      )
    const expected = {
      done: 1,
      refused: 2,
      results: expect.arrayContaining([
        expect.objectContaining({ code: two.username, refusal: 'NothingToChange' }),
        expect.objectContaining({ code: office.boss.username, refusal: 'OwnRights' }),
        expect.objectContaining({ code: one.username, ok: true }),
      ]),
    }
    expect((await change(true)).body).toMatchObject(expected)
    expect(await works(office, one)).toBe(200)
    expect((await change(false)).body).toMatchObject(expected)
    expect(await works(office, one)).toBe(401)
    expect(
      await portal.call(login, null, { username: one.username, password, companyIntCode: office.company.id }),
    ).toMatchObject({ status: 422 })
  })

  it('become active up to the maximum, the rest are told', async () => {
    const office = await openOffice(portal)
    const waiting = [
      await office.company.user({ state: 'Passive' }),
      await office.company.user({ state: 'Passive' }),
      await office.company.user({ state: 'Blocked' }),
    ]
    await limit(office, 3)
    const { body } = await portal.call(changeUserStates, office.boss.token, {
      selection: {
        mode: 'query',
        query: { sort: [], filters: {}, search: '' },
        exclude: [office.boss.id],
        asOf: new Date(Date.now() + 1000).toISOString(),
      },
      state: 'Active',
      dryRun: false,
      proof,
    })
    expect(body).toMatchObject({
      done: 2,
      refused: 1,
      results: [{ refusal: 'UserLimitReached', message: expect.stringContaining('3') }, {}, {}],
    })
    expect(waiting).toHaveLength(3)
  })

  it('get and lose roles, as far as the caller may grant them', async () => {
    const office = await openOffice(portal)
    const [one, two] = [
      await office.company.user({ permissions: ['HomePage'] }),
      await office.company.user({ permissions: ['HomePage'] }),
    ]
    const { body } = await portal.call(assignRoles, office.boss.token, {
      ...ids(one, two),
      add: [two.roleId],
      remove: [one.roleId],
      dryRun: false,
    })
    expect(body).toMatchObject({ done: 1, refused: 1 })
    expect((await look(office, one.id)).roles.map(({ id }) => id)).toEqual([two.roleId])
    const clerk = await office.company.user({ permissions: [assignRoles.permission ?? ''] })
    expect(
      await portal.call(assignRoles, clerk.token, {
        ...ids(one),
        add: [office.boss.roleId],
        remove: [],
        dryRun: true,
      }),
    ).toMatchObject({ code: 'RightsExceedOwn' })
    expect(
      await portal.call(assignRoles, office.boss.token, {
        ...ids(one),
        add: [newId()],
        remove: [],
        dryRun: true,
      }),
    ).toMatchObject({ code: 'NotFound' })
  })

  it('keep one who administers, also when two take each other out at once', async () => {
    for (let round = 0; round < 4; round++) {
      const office = await openOffice(portal)
      const second = await office.company.user()
      const takes: ((who: User, whom: User) => Promise<{ status: number; body: unknown }>)[] = [
        (who, whom) =>
          portal.call(changeUserStates, who.token, { ...ids(whom), state: 'Passive', dryRun: false }),
        (who, whom) =>
          portal.call(assignRoles, who.token, {
            ...ids(whom),
            add: [],
            remove: [whom.roleId],
            dryRun: false,
          }),
      ]
      const take = takes[round % 2]!
      await Promise.all([take(office.boss, second), take(second, office.boss)])
      const left = await inDatabase(
        office,
        `select m.id from membership m join membership_role r on r.company_id = m.company_id and r.membership_id = m.id where m.company_id = $1 and m.state = 'Active'`,
      )
      expect(left.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('[USR-004] a customer’s administrator cannot take the company’s last one away', async () => {
    const office = await openOffice(portal)
    const helper = await office.company.user({ type: 'APIUser' })
    for (const answer of [
      await portal.call(changeUserStates, helper.token, {
        ...ids(office.boss),
        state: 'Blocked',
        dryRun: false,
      }),
      await portal.call(assignRoles, helper.token, {
        ...ids(office.boss),
        add: [],
        remove: [office.boss.roleId],
        dryRun: false,
      }),
      await portal.call(assignRoles, helper.token, {
        ...ids(office.boss),
        add: [],
        remove: [office.boss.roleId],
        dryRun: true,
      }),
    ])
      expect(answer.body).toMatchObject({ done: 0, results: [{ ok: false, refusal: 'LastAdministrator' }] })
    const view = (await portal.call(getUser, helper.token, { membershipId: office.boss.id })).body
    expect(await portal.call(updateUser, helper.token, { ...asEdited(view), roleIds: [] })).toMatchObject({
      status: 422,
      code: 'LastAdministrator',
    })
    expect(await works(office, office.boss)).toBe(200)
  })
})

describe('what a user can be given', () => {
  it('is found by name or code, as far as the caller may give it', async () => {
    const office = await openOffice(portal)
    const customer = await office.company.customer({ name: 'Işıl Ecza' })
    const shop = await office.company.location(customer, { name: 'Işıl Merkez', type: 'PrimaryPointOfSales' })
    await office.company.location(customer, { name: 'Işıl Depo' })
    const find = async (
      kind: 'role' | 'partner' | 'pointOfSale' | 'location',
      search: string,
      token = office.boss.token,
    ) => (await portal.call(getUserOptions, token, { kind, search })).body.options
    expect(await find('partner', 'isil')).toMatchObject([{ id: customer.id, name: 'Işıl Ecza' }])
    expect(await find('pointOfSale', 'ISIL')).toMatchObject([{ id: shop.id }])
    expect(await find('location', 'ışıl')).toHaveLength(2)
    const clerk = await office.company.user({ permissions: [getUserOptions.permission ?? ''] })
    const roles = await find('role', '', clerk.token)
    expect(roles.find((role) => role.id === clerk.roleId)?.blocked).toBeNull()
    expect(roles.find((role) => role.id === office.boss.roleId)?.blocked).toEqual(expect.any(String))
    const head = await office.company.user({ customer: await office.company.customer() })
    expect(await find('location', 'isil', head.token)).toEqual([])
  })
})

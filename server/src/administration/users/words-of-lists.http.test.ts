import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity, getRecordHistory } from '@kervan/contract/administration/activity'
import { getProfile } from '@kervan/contract/account/profile'
import { userLocations } from '@kervan/contract/administration/user-locations'
import { updateRole } from '@kervan/contract/administration/roles'
import {
  assignRoles,
  changeUserStates,
  getUser,
  getUserOptions,
  users,
} from '@kervan/contract/administration/users'
import { locationTypes } from '@kervan/contract/kit/location-types'
import { languages } from '@kervan/contract/kit/values'
import { translate } from '../../kit/messages.ts'
import { ids } from '../../../test/office.ts'
import { windowAround } from '../../../test/ordering.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

// What lists call things: roles as the reader's language has them, location types as words of the contract.

let portal: Portal
let company: Company
let boss: User
let manager: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  boss = await company.user()
  manager = await company.user({ signIn: false, permissions: ['Orders'] })
  await portal.owner.query(
    `update role set ready_made = true, code = 'orderManager', name = 'Order manager' where id = $1`,
    [manager.roleId],
  )
})
afterAll(() => portal.close())

const page = (over: object = {}) => ({ page: 1, pageSize: 50, sort: [], filters: {}, search: '', ...over })

describe('[USR-005] a ready-made role', () => {
  it.each([
    ['en', 'Order manager'],
    ['de', 'Bestellmanagement'],
    ['tr', 'Sipariş yöneticisi'],
  ])('is called in %s what the list of roles calls it: %s', async (language, name) => {
    const { body } = await portal.call(users.page, boss.token, page({ filters: { roles: { in: [name] } } }), {
      language,
    })
    expect(body.rows.map(({ id, roles }) => [id, roles])).toContainEqual([manager.id, name])
    expect(body.rows.filter(({ roles }) => !roles.includes(name))).toEqual([])
    expect(
      (await portal.call(getUser, boss.token, { membershipId: manager.id }, { language })).body.roles,
    ).toEqual([{ id: manager.roleId, name }])
    const { options } = (
      await portal.call(
        getUserOptions,
        boss.token,
        { kind: 'role', search: name.toUpperCase() },
        { language },
      )
    ).body
    expect(options.map((option) => option.name)).toContain(name)
    expect(
      (
        await portal.call(
          users.excel,
          boss.token,
          { columns: ['username', 'roles'], sort: [], filters: {}, search: '' },
          { language },
        )
      ).status,
    ).toBe(200)
  })

  it('is found by its name where all that match are meant', async () => {
    const selection = (name: string) => ({
      mode: 'query' as const,
      query: { sort: [], filters: { roles: { contains: name } }, search: '' },
      exclude: [],
      asOf: new Date(Date.now() + 1_000).toISOString(),
    })
    const choose = async (name: string) =>
      (
        await portal.call(
          changeUserStates,
          boss.token,
          { selection: selection(name), dryRun: true, state: 'Passive' },
          { language: 'de' },
        )
      ).body.results.map(({ id }) => id)
    expect(await choose('Bestellmanagement')).toContain(manager.id)
    expect(await choose('Order manager')).toEqual([])
  })
})

describe('[USR-005] [USR-010] a ready-made role in somebody’s own profile and in the log', () => {
  it('is called in the reader’s language wherever it was written down by its first name', async () => {
    const member = await company.user({ permissions: ['userManagement-getProfile'] })
    await portal.call(assignRoles, boss.token, {
      ...ids(member),
      dryRun: false,
      add: [manager.roleId],
      remove: [],
    })
    const asked = { ...page(), ...windowAround() }
    for (const [language, name] of [
      ['de', 'Bestellmanagement'],
      ['tr', 'Sipariş yöneticisi'],
    ] as const) {
      expect((await portal.call(getProfile, member.token, {}, { language })).body.roles).toContain(name)
      const { entries } = (
        await portal.call(
          getRecordHistory,
          boss.token,
          { recordType: 'membership', recordId: member.id },
          { language },
        )
      ).body
      expect(entries[0]?.changes.find(({ field }) => field === 'roles')?.after).toContain(name)
      const { rows } = (
        await portal.call(
          activity.page,
          boss.token,
          { ...asked, filters: { operation: { in: ['user.rolesChanged'] } } },
          { language },
        )
      ).body
      expect(rows[0]?.whatChanged).toContain(`+${name}`)
    }
  })

  it('is found in the log by the name the reader knows, and by no other', async () => {
    await portal.owner.query(
      `insert into role_permission (company_id, role_id, permission) values ($1, $2, 'MyOrders')`,
      [company.id, manager.roleId],
    )
    const {
      rows: [role],
    } = await portal.owner.query<{ version: number }>('select version from role where id = $1', [
      manager.roleId,
    ])
    expect(
      (
        await portal.call(
          updateRole,
          boss.token,
          {
            roleId: manager.roleId,
            version: role!.version,
            name: 'Bestellmanagement',
            permissions: ['Orders'],
            secondFactorRequired: false,
          },
          { language: 'de' },
        )
      ).status,
    ).toBe(200)
    const found = async (over: object, language: string) =>
      (
        await portal.call(activity.page, boss.token, { ...page(over), ...windowAround() }, { language })
      ).body.rows.map(({ recordCode }) => recordCode)
    expect(await found({ search: 'bestellmanagement' }, 'de')).toEqual(['Bestellmanagement'])
    expect(await found({ filters: { recordCode: { contains: 'Order manager' } } }, 'de')).toEqual([])
    expect(await found({ filters: { recordCode: { contains: 'Order manager' } } }, 'en')).toEqual([
      'Order manager',
    ])
  })
})

describe('[DAT-001] [USR-006] a location type', () => {
  it.each(languages)('has a word of its own in %s', (language) => {
    const words = locationTypes.map((type) => translate(language, `state.locationType.${type}`))
    expect(new Set(words).size).toBe(15)
    expect(words.filter((word) => word.startsWith('state.'))).toEqual([])
  })

  it('is one of the contract’s, by which lists are filtered; what nobody has a word for is an other location', async () => {
    const customer = await company.customer()
    const locations = [
      await company.location(customer, { type: 'OnlineStore' }),
      await company.location(customer, { type: 'SomethingElse' }),
    ]
    const user = await company.user({ locations, signIn: false })
    const types = async (filters: object) =>
      (
        await portal.call(userLocations.page, boss.token, {
          ...page({ filters, sort: [{ column: 'locationType', direction: 'asc' }] }),
          membershipId: user.id,
        })
      ).body.rows.map(({ locationType }) => locationType)
    expect(await types({})).toEqual(['CustomLocation', 'OnlineStore'])
    expect(await types({ locationType: { in: ['OnlineStore'] } })).toEqual(['OnlineStore'])
    expect(
      await portal.call(userLocations.page, boss.token, {
        ...page({ filters: { locationType: { in: ['SomethingElse'] } } }),
        membershipId: user.id,
      }),
    ).toMatchObject({ status: 422, code: 'InvalidInput' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshSession } from '@kervan/contract/access/authentication'
import { activity } from '@kervan/contract/administration/activity'
import {
  copyRole,
  createRole,
  deleteRole,
  getPermissions,
  getRole,
  previewRole,
  roles,
  updateRole,
  type RoleView,
} from '@kervan/contract/administration/roles'
import { uiPermissions } from '@kervan/contract/access/words'
import { getCart } from '@kervan/contract/order/cart'
import { calls } from '@kervan/contract/registry'
import { verifyAudit } from '../../kit/records/audit.ts'
import { newId } from '../../kit/database/uuid.ts'
import { page, windowAround } from '../../../test/ordering.ts'
import { password, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'
import { readyMadeRoles } from './ready-made-roles.ts'
import { refreshRoles } from './refresh-roles.ts'

let portal: Portal
let company: Company
let boss: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  boss = await company.user()
})
afterAll(() => portal.close())

const create = (
  over: Partial<{
    name: string
    permissions: string[]
    secondFactorRequired: boolean
    requestKey: string
  }> = {},
  user = boss,
) =>
  portal.call(createRole, user.token, {
    name: `Role ${newId()}`,
    permissions: ['MyOrders'],
    secondFactorRequired: false,
    ...over,
  })
const change = (
  role: RoleView,
  over: Partial<{
    name: string
    permissions: string[]
    secondFactorRequired: boolean
    version: number
    proof: { password: string }
  }> = {},
  user = boss,
) =>
  portal.call(updateRole, user.token, {
    roleId: role.id,
    version: role.version,
    name: role.name,
    permissions: role.permissions,
    secondFactorRequired: role.secondFactorRequired,
    ...over,
  })
const look = async (roleId: string, user = boss) => (await portal.call(getRole, user.token, { roleId })).body
const giveTo = (user: User, roleId: string) =>
  portal.app.services.db.withCompany(company.id, (tx) =>
    tx
      .insertInto('membership_role')
      .values({ company_id: company.id, membership_id: user.id, role_id: roleId })
      .execute(),
  )

describe('[USR-005] a role', () => {
  it('is created, copied, changed and deleted, and every step is in the audit log', async () => {
    const { body: made } = await create({
      name: ' Night shift ',
      permissions: ['MyOrders', 'orderMy-getOrder', 'MyOrders'],
    })
    expect(made).toMatchObject({
      name: 'Night shift',
      code: expect.stringMatching(/^night-shift-/),
      version: 1,
      readyMade: false,
      permissions: ['MyOrders', 'orderMy-getOrder'],
      holders: [],
      actions: { edit: null, copy: null, delete: null },
    })
    const { body: copied } = await portal.call(copyRole, boss.token, { roleId: made.id, name: 'Early shift' })
    expect(copied).toMatchObject({ name: 'Early shift', permissions: made.permissions })
    const { body: changed } = await change(made, {
      name: 'Late shift',
      permissions: ['MyOrders', 'NewOrder'],
      secondFactorRequired: true,
    })
    expect(changed).toMatchObject({
      name: 'Late shift',
      version: 2,
      permissions: ['MyOrders', 'NewOrder'],
      secondFactorRequired: true,
    })
    expect((await change(changed)).body.version).toBe(2)
    expect((await portal.call(deleteRole, boss.token, { roleId: made.id, version: 2 })).status).toBe(200)
    expect(await portal.call(getRole, boss.token, { roleId: made.id })).toMatchObject({
      status: 404,
      code: 'RoleNotFound',
    })
    const { body: log } = await portal.call(activity.page, boss.token, {
      ...page,
      ...windowAround(),
      filters: { recordType: { in: ['role'] }, recordCode: { contains: 'shift' } },
    })
    expect(log.rows.map((row) => [row.operation, row.changes.map((one) => one.field)])).toEqual([
      ['role.deleted', ['name', 'permissions']],
      ['role.changed', ['name', 'permissions', 'secondFactorRequired']],
      ['role.copied', ['from', 'name', 'permissions', 'secondFactorRequired']],
      ['role.created', ['name', 'permissions', 'secondFactorRequired']],
    ])
    expect(log.rows[1]?.changes[1]).toEqual({
      field: 'permissions',
      before: ['orderMy-getOrder'],
      after: ['NewOrder'],
    })
    expect(
      await portal.app.services.db.withCompany(company.id, (tx) => verifyAudit(tx, company.id)),
    ).toMatchObject({ firstBroken: null })
  })

  it('is listed, searched, sorted and exported, with how many hold it', async () => {
    const { body: made } = await create({ name: 'İstanbul Şubesi' })
    await giveTo(await company.user({ signIn: false }), made.id)
    const { body } = await portal.call(roles.page, boss.token, { ...page, search: 'istanbul sub' })
    expect(body.rows).toMatchObject([
      {
        id: made.id,
        userCount: 1,
        permissionCount: 1,
        actions: { delete: expect.stringContaining('still has users') },
      },
    ])
    expect(
      (
        await portal.call(roles.excel, boss.token, {
          columns: ['name', 'userCount'],
          sort: [],
          filters: {},
          search: '',
        })
      ).status,
    ).toBe(200)
  })

  it('tells who holds it; who works for a customer learns only the names of that customer', async () => {
    const { body: made } = await create()
    const customer = await company.customer()
    const [ours, theirs] = [await company.user({ signIn: false }), await company.user({ customer })]
    await Promise.all([giveTo(ours, made.id), giveTo(theirs, made.id)])
    expect((await look(made.id)).holders.map((one) => one.membershipId).toSorted()).toEqual(
      [ours.id, theirs.id].toSorted(),
    )
    expect(await look(made.id, theirs)).toMatchObject({
      holders: [{ membershipId: theirs.id }],
      holderCount: 2,
      heldByMe: true,
    })
  })

  it('is not deleted while somebody holds it, and the answer says who', async () => {
    const { body: made } = await create()
    const holder = await company.user({ signIn: false, name: ['Ayşe', 'Demir'] })
    await giveTo(holder, made.id)
    const { body: shown } = await portal.call(roles.page, boss.token, { ...page, search: made.name })
    const why = shown.rows.find(({ id }) => id === made.id)?.actions.delete
    expect(why).toContain('Ayşe Demir')
    expect(await portal.call(deleteRole, boss.token, { roleId: made.id, version: 1 })).toMatchObject({
      status: 422,
      code: 'RoleInUse',
      refused: { Message: why, Facts: { count: 1, names: 'Ayşe Demir' } },
    })
  })

  it('that is ready-made keeps its name, stays, and is copied; it is called what the reader calls it', async () => {
    const id = newId()
    await portal.app.services.db.withCompany(company.id, (tx) =>
      tx
        .insertInto('role')
        .values({ company_id: company.id, id, code: 'orderManager', name: 'Order manager', ready_made: true })
        .execute(),
    )
    const { body: german } = await portal.call(getRole, boss.token, { roleId: id }, { language: 'de' })
    expect(german).toMatchObject({
      name: 'Bestellmanagement',
      readyMade: true,
      actions: { edit: null, delete: expect.stringContaining('vorgefertigte') },
    })
    expect(
      (
        await portal.call(
          roles.page,
          boss.token,
          { ...page, search: 'bestellmanagement' },
          { language: 'de' },
        )
      ).body.total,
    ).toBe(1)
    expect(await portal.call(deleteRole, boss.token, { roleId: id, version: 1 })).toMatchObject({
      status: 422,
      code: 'ReadyMadeRole',
    })
    const ready = await look(id)
    expect(await change(ready, { name: 'Mine' })).toMatchObject({ status: 422, code: 'ReadyMadeRole' })
    expect((await change(ready, { permissions: ['OrderManagement'] })).body.permissions).toEqual([
      'OrderManagement',
    ])
    expect((await portal.call(copyRole, boss.token, { roleId: id, name: 'My managers' })).body).toMatchObject(
      { readyMade: false, permissions: ['OrderManagement'] },
    )
  })

  it('has a name nobody else has, however it is written', async () => {
    await create({ name: 'Depot İzmir' })
    expect(await create({ name: 'DEPOT  IZMIR' })).toMatchObject({ status: 409, code: 'RoleNameTaken' })
    for (const name of ['Order manager', 'bestellmanagement', 'SİPARİŞ YÖNETİCİSİ'])
      expect(await create({ name })).toMatchObject({ status: 409, code: 'RoleNameTaken' })
    const { body: other } = await create()
    expect(await change(other, { name: 'depot izmir' })).toMatchObject({ status: 409, code: 'RoleNameTaken' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'At once' })))
    expect(answers.map((answer) => answer.code ?? 'made').toSorted()).toEqual([
      'RoleNameTaken',
      'RoleNameTaken',
      'RoleNameTaken',
      'RoleNameTaken',
      'made',
    ])
  })

  it('answers the same request key with the same role, and a stale version with who changed it', async () => {
    const requestKey = newId()
    const name = `Twice ${requestKey}`
    const [one, two] = await Promise.all([create({ name, requestKey }), create({ name, requestKey })])
    expect(one.body).toEqual(two.body)
    const [a, b] = await Promise.all([
      change(one.body, { permissions: ['NewOrder'] }),
      change(one.body, { permissions: ['HomePage'] }),
    ])
    expect([a.code, b.code].toSorted()).toEqual(['ChangedMeanwhile', null])
    expect([a, b].find((answer) => answer.code)?.refused?.Facts).toMatchObject({ changedBy: boss.name })
    expect(await portal.call(deleteRole, boss.token, { roleId: one.body.id, version: 1 })).toMatchObject({
      status: 409,
      code: 'ChangedMeanwhile',
    })
  })

  it('of another company is as if it did not exist', async () => {
    const { body: made } = await create()
    const spy = await (await portal.company()).user()
    const answers = await Promise.all([
      portal.call(getRole, spy.token, { roleId: made.id }),
      portal.call(copyRole, spy.token, { roleId: made.id, name: 'Mine' }),
      change(made, {}, spy),
      portal.call(deleteRole, spy.token, { roleId: made.id, version: 1 }),
      portal.call(previewRole, spy.token, { roleId: made.id, permissions: [] }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'RoleNotFound' })
    expect((await portal.call(roles.page, spy.token, page)).body.total).toBe(1)
  })

  it('takes no permission that does not exist, and keeps one that a former version knew', async () => {
    expect(await create({ permissions: ['flying-lessons'] })).toMatchObject({
      status: 422,
      code: 'PermissionUnknown',
    })
    const { body: made } = await create()
    await portal.app.services.db.withCompany(company.id, (tx) =>
      tx
        .insertInto('role_permission')
        .values({ company_id: company.id, role_id: made.id, permission: 'old-call' })
        .execute(),
    )
    expect((await change(made, { permissions: ['old-call', 'NewOrder'] })).body.permissions).toEqual([
      'NewOrder',
      'old-call',
    ])
  })
})

describe('[USR-004, USR-005] nobody', () => {
  it('grants what they do not hold, in whatever way', async () => {
    const clerk = await company.user({ without: ['orderManagement-approvedOrder'] })
    expect(await create({ permissions: ['orderManagement-approvedOrder'] }, clerk)).toMatchObject({
      status: 422,
      code: 'RightsExceedOwn',
      refused: { Message: expect.stringContaining('Approve an order') },
    })
    const { body: full } = await create({ permissions: ['orderManagement-approvedOrder'] })
    expect(await portal.call(copyRole, clerk.token, { roleId: full.id, name: 'Copy' })).toMatchObject({
      status: 422,
      code: 'RightsExceedOwn',
    })
    const { body: small } = await create()
    expect(
      await change(small, { permissions: ['MyOrders', 'orderManagement-approvedOrder'] }, clerk),
    ).toMatchObject({ status: 422, code: 'RightsExceedOwn' })
    expect(
      (await change(full, { permissions: ['orderManagement-approvedOrder', 'MyOrders'] }, clerk)).status,
    ).toBe(200)
  })

  it('adds to a role they hold, but may take from it', async () => {
    const clerk = await company.user()
    const { body: made } = await create()
    await giveTo(clerk, made.id)
    expect(await change(made, { permissions: ['MyOrders', 'NewOrder'] }, clerk)).toMatchObject({
      status: 422,
      code: 'OwnRights',
    })
    expect((await change(made, { permissions: [] }, clerk)).body.permissions).toEqual([])
  })

  it('drops the second factor a role of their own asks for; asking for it, and what others hold, is open to them', async () => {
    const clerk = await company.user()
    const { body: made } = await create()
    await giveTo(clerk, made.id)
    const { body: strict } = await change(made, { secondFactorRequired: true }, boss)
    expect(strict).toMatchObject({ secondFactorRequired: true, version: 2 })
    // The clerk has to have one now, or nothing else is answered.
    await portal.owner.query(
      'insert into second_factor (identity_id, sealed_seed, confirmed_at) values ($1, $2, now())',
      [clerk.identityId, Buffer.from('sealed')],
    )
    expect(await change(strict, { secondFactorRequired: false }, clerk)).toMatchObject({
      status: 422,
      code: 'OwnRights',
    })
    expect(await change(strict, { secondFactorRequired: false, permissions: [] }, clerk)).toMatchObject({
      status: 422,
      code: 'OwnRights',
    })
    expect(await look(made.id, clerk)).toMatchObject({ secondFactorRequired: true, version: 2 })
    // What is asked already may stay while something else changes, and others may drop it.
    const { body: fewer } = await change(strict, { permissions: [] }, clerk)
    expect(fewer).toMatchObject({ secondFactorRequired: true, permissions: [] })
    expect(
      (await change(fewer, { secondFactorRequired: false, proof: { password } }, boss)).body
        .secondFactorRequired,
    ).toBe(false)
    const { body: own } = await portal.call(getRole, clerk.token, { roleId: made.id })
    expect((await change(own, { secondFactorRequired: true }, clerk)).body.secondFactorRequired).toBe(true)
  })

  it('takes the last administrator away, also not by two requests at once', async () => {
    const town = await portal.company()
    const [one, two] = [await town.user(), await town.user()]
    const strip = async (by: User, of: User) => {
      const role = (await portal.call(getRole, by.token, { roleId: of.roleId })).body
      return {
        roleId: role.id,
        version: role.version,
        name: role.name,
        permissions: role.permissions.filter((one) => one !== 'UserManagement'),
        secondFactorRequired: false,
      }
    }
    const requested = [await strip(one, two), await strip(two, one)]
    const answers = await Promise.all([
      portal.call(updateRole, one.token, requested[0]!),
      portal.call(updateRole, two.token, requested[1]!),
    ])
    expect(answers.map((answer) => answer.code ?? 'done').toSorted()).toEqual(['LastAdministrator', 'done'])
  })
})

describe('[ACC-008] a changed role', () => {
  it('holds from the next call on, and the session tells the browser', async () => {
    const { body: role } = await create({ permissions: ['orderNew-getCart', 'HomePage'] })
    const user = await company.user({ permissions: [], customer: await company.customer() })
    const other = await company.user({ permissions: [] })
    await giveTo(user, role.id)
    const ask = () => portal.call(getCart, user.token, {})
    expect((await ask()).status).toBe(200)
    const { body: without } = await change(role, { permissions: ['HomePage'] })
    expect(await ask()).toMatchObject({ status: 403, code: 'PermissionMissing' })
    const { body: session } = await portal.call(refreshSession, user.token, {})
    expect(session.PermissionsUI).toEqual(['HomePage'])
    await change(without, { permissions: ['orderNew-getCart'] })
    expect((await portal.call(getCart, session.Token, {})).status).toBe(200)
    expect((await portal.call(getCart, other.token, {})).status).toBe(403)
  })
})

describe('[USR-005] the preview of a change', () => {
  it('tells menus, screens and calls that open and close, and whom it touches', async () => {
    const { body: role } = await create({ permissions: ['HomePage', 'MyOrders'] })
    const [alone, doubly] = [
      await company.user({ permissions: [] }),
      await company.user({ permissions: ['Orders', 'NewOrder', 'orderNew-getCart', 'MyOrders'] }),
    ]
    await Promise.all([giveTo(alone, role.id), giveTo(doubly, role.id)])
    const preview = (permissions: string[], user = boss) =>
      portal.call(previewRole, user.token, { roleId: role.id, permissions })
    expect((await preview(['HomePage', 'Orders', 'NewOrder', 'orderNew-getCart'])).body).toEqual({
      opens: { menus: ['orders'], screens: ['newOrder'], elements: ['Orders'], calls: ['orderNew-getCart'] },
      closes: { menus: [], screens: ['myOrders'], elements: [], calls: [] },
      holders: 2,
      touched: 1,
      sessions: 1,
      refusals: [],
    })
    expect((await preview(['HomePage', 'MyOrders'])).body).toMatchObject({
      holders: 2,
      touched: 0,
      sessions: 0,
    })
    const clerk = await company.user({ without: ['LMA'] })
    expect((await preview(['LMA', 'nonsense'], clerk)).body.refusals.map((one) => one.code)).toEqual([
      'PermissionUnknown',
      'RightsExceedOwn',
    ])
    expect((await look(role.id)).version).toBe(1)
    const town = await portal.company()
    const only = await town.user()
    expect(
      (await portal.call(previewRole, only.token, { roleId: only.roleId, permissions: [] })).body.refusals,
    ).toMatchObject([{ code: 'LastAdministrator' }])
    expect(
      (await portal.call(previewRole, only.token, { roleId: null, permissions: ['HomePage'] })).body,
    ).toMatchObject({ holders: 0, refusals: [] })
  })

  it('knows every permission, whose roles have it, and whether it is the reader’s own', async () => {
    const town = await portal.company()
    const clerk = await town.user({ without: ['LMA'] })
    const { body } = await portal.call(getPermissions, clerk.token, {})
    // Of screens and of calls, each once, however the server comes by them.
    expect(body.permissions.map(({ permission }) => permission).toSorted()).toEqual(
      [...new Set([...uiPermissions, ...calls.flatMap((call) => call.permission ?? [])])].toSorted(),
    )
    expect(body.permissions.find((one) => one.permission === 'LMA')).toEqual({
      permission: 'LMA',
      area: 'fuel',
      kind: 'screen',
      roles: 0,
      mine: false,
    })
    expect(body.permissions.find((one) => one.permission === 'orderManagement-approvedOrder')).toEqual({
      permission: 'orderManagement-approvedOrder',
      area: 'orders',
      kind: 'change',
      roles: 1,
      mine: true,
    })
  })
})

describe('[USR-005] after a new version', () => {
  it('the operator gives ready-made roles what they lack, as often as wanted, and it is written down', async () => {
    const town = await portal.company()
    const id = newId()
    const own = newId()
    await portal.app.services.db.withCompany(town.id, async (tx) => {
      await tx
        .insertInto('role')
        .values([
          { company_id: town.id, id, code: 'orderCustomer', name: 'Order customer', ready_made: true },
          { company_id: town.id, id: own, code: 'fuelAnalyst', name: 'Named alike', ready_made: false },
        ])
        .execute()
      await tx
        .insertInto('role_permission')
        .values([
          { company_id: town.id, role_id: id, permission: 'HomePage' },
          { company_id: town.id, role_id: id, permission: 'LMA' },
        ])
        .execute()
    })
    const refresh = () =>
      portal.app.services.db.withCompany(town.id, (tx) => refreshRoles(tx, town.id, new Date()))
    const [first, again] = await Promise.all([refresh(), refresh()])
    expect([first, again].map((one) => one.length).toSorted()).toEqual([0, readyMadeRoles.length - 1])
    expect(await refresh()).toEqual([])
    const reader = await town.user()
    const { body: role } = await portal.call(getRole, reader.token, { roleId: id })
    expect(role.permissions).toEqual(
      expect.arrayContaining(['HomePage', 'LMA', 'NewOrder', 'orderNew-placeOrder']),
    )
    expect(role.version).toBe(2)
    expect((await portal.call(getRole, reader.token, { roleId: own })).body.permissions).toEqual([])
    const { body: log } = await portal.call(activity.page, reader.token, {
      ...page,
      ...windowAround(),
      filters: { operation: { in: ['role.refreshed'] } },
    })
    expect(log.rows).toHaveLength(readyMadeRoles.length - 1)
    expect(log.rows).toContainEqual(
      expect.objectContaining({ actorName: 'Operator', recordCode: 'Order customer' }),
    )
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainAccess } from '@kervan/contract/administration/explain'
import { uiPermissions } from '@kervan/contract/access/words'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import { getMyOrder } from '@kervan/contract/order/order-my'
import { getCart } from '@kervan/contract/order/cart'
import { calls, callPermissions } from '@kervan/contract/registry'
import { newId } from '../../kit/database/uuid.ts'
import { openShop, orderOf } from '../../../test/ordering.ts'
import { sampleInput } from '../../../test/samples.ts'
import { signIn, startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
let company: Company
let boss: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  boss = await company.user()
})
afterAll(() => portal.close())

const explain = async (user: User, target: Parameters<typeof ask>[1], by = boss) =>
  (await ask(user, target, by)).body
const ask = (
  user: { id: string },
  target:
    | { kind: 'screen'; path: string }
    | { kind: 'call'; name: string }
    | { kind: 'order'; orderCode: string },
  by = boss,
) => portal.call(explainAccess, by.token, { membershipId: user.id, target })
const failing = (steps: { step: string; ok: boolean; blocks: boolean }[]) =>
  steps.filter((one) => !one.ok && one.blocks).map((one) => one.step)
const held = (companyId: number, statement: string) =>
  portal.owner.query(`begin; set local app.company_id = '${companyId}'; ${statement}; commit`)

describe('“Why can’t this user see this?”', () => {
  it('names the permission that is missing, and the roles that would give it', async () => {
    const user = await company.user({ permissions: ['HomePage'] })
    const body = await explain(user, { kind: 'call', name: 'OrderNew/GetCart' })
    expect(body).toMatchObject({ name: user.name, allowed: false })
    expect(failing(body.steps)).toEqual(['permission'])
    expect(body.steps.find((one) => one.step === 'permission')).toMatchObject({
      permission: 'orderNew-getCart',
      through: [],
      wouldGive: expect.arrayContaining([{ id: boss.roleId, name: expect.stringMatching(/^Role/) }]),
    })
    const able = await explain(boss, { kind: 'call', name: 'OrderNew/GetCart' })
    expect(able).toMatchObject({ allowed: true })
    expect(able.steps.find((one) => one.step === 'permission')?.through).toHaveLength(1)
  })

  it('tells of a screen whose menu is missing that it is reached by its address', async () => {
    const user = await company.user({ permissions: ['NewOrder'] })
    const body = await explain(user, { kind: 'screen', path: '/order/new-order' })
    expect(body.allowed).toBe(true)
    expect(body.steps.find((one) => one.step === 'menu')).toMatchObject({
      ok: false,
      blocks: false,
      permission: 'Orders',
    })
  })

  it('tells of state, locations and second factor before it comes to permissions', async () => {
    const passive = await company.user({ state: 'Passive' })
    expect(await explain(passive, { kind: 'screen', path: '/' })).toMatchObject({
      allowed: false,
      steps: [{ step: 'member', ok: false }],
    })
    const lost = await company.user({ locations: [], signIn: false })
    expect(failing((await explain(lost, { kind: 'call', name: 'OrderNew/GetCart' })).steps)).toEqual([
      'locations',
    ])
    const bare = await company.user()
    await held(
      company.id,
      `update role set second_factor_required = true, version = version + 1 where id = '${bare.roleId}'`,
    )
    expect(failing((await explain(bare, { kind: 'call', name: 'OrderNew/GetCart' })).steps)).toEqual([
      'secondFactor',
    ])
    expect((await portal.call(getCart, bare.token, {})).code).toBe('SecondFactorSetupRequired')
  })

  it('tells of an order whether it is among those the user may see, and agrees with what the user is answered', async () => {
    const shop = await openShop(portal)
    const order = await orderOf(shop)
    const other = await shop.company.customer()
    const [near, far] = [await shop.company.location(shop.customer), await shop.company.location(other)]
    const users = [
      shop.buyer,
      shop.boss,
      await shop.company.user({ customer: other }),
      await shop.company.user({ locations: [shop.location] }),
      await shop.company.user({ locations: [near, far] }),
      await shop.company.user({ permissions: ['orderMy-getOrder'] }),
      await shop.company.user({ permissions: [] }),
      await shop.company.user({ customer: shop.customer, permissions: ['orderMy-getOrder'] }),
    ]
    const verdicts = await Promise.all(
      users.map(async (user) => {
        const [explained, managed, own] = await Promise.all([
          explain(user, { kind: 'order', orderCode: order.orderCode }, shop.boss),
          portal.call(getManagedOrder, user.token, { orderCode: order.orderCode }),
          portal.call(getMyOrder, user.token, { orderCode: order.orderCode }),
        ])
        return [explained.allowed, managed.status === 200 || own.status === 200]
      }),
    )
    for (const [explained, real] of verdicts) expect(explained).toBe(real)
    expect(verdicts.map(([allowed]) => allowed)).toEqual([true, true, false, true, false, false, false, true])
  })

  it('is asked by administrators about people of their company, and about what exists', async () => {
    const spy = await (await portal.company()).user()
    expect(await ask(boss, { kind: 'screen', path: '/' }, spy)).toMatchObject({
      status: 404,
      code: 'UserNotFound',
    })
    expect(await ask({ id: newId() }, { kind: 'screen', path: '/' })).toMatchObject({
      status: 404,
      code: 'UserNotFound',
    })
    expect(await ask(boss, { kind: 'screen', path: '/nowhere' })).toMatchObject({
      status: 404,
      code: 'ExplainTargetUnknown',
    })
    expect(await ask(boss, { kind: 'call', name: 'Nothing/AtAll' })).toMatchObject({
      status: 404,
      code: 'ExplainTargetUnknown',
    })
    expect(await ask(boss, { kind: 'order', orderCode: 'SO-00-00000' })).toMatchObject({
      status: 404,
      code: 'OrderNotFound',
    })
    const guest = await company.user({ customer: await company.customer() })
    expect(await ask(boss, { kind: 'screen', path: '/' }, guest)).toMatchObject({
      status: 404,
      code: 'UserNotFound',
    })
  })

  it('agrees with the real answer over random permissions, second factors and calls', async () => {
    const reading = calls.filter((call) => call.reads && call.access === 'permission' && call.kind === 'json')
    const user = await company.user({ permissions: [] })
    const chance = fc.record({
      permissions: fc.subarray([...uiPermissions, ...callPermissions]),
      call: fc.constantFrom(...reading),
      factor: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    })
    await fc.assert(
      fc.asyncProperty(chance, async ({ permissions, call, factor }) => {
        await held(
          company.id,
          `delete from role_permission where role_id = '${user.roleId}'; insert into role_permission select ${company.id}, '${user.roleId}', unnest(array[${permissions.map((one) => `'${one}'`).join(',')}]::text[]); update role set version = version + 1, second_factor_required = ${factor} where id = '${user.roleId}'`,
        )
        const [explained, real] = [
          await explain(user, { kind: 'call', name: call.name }),
          await portal.call(call, user.token, sampleInput(call)),
        ]
        expect({ call: call.name, allowed: explained.allowed }).toEqual({
          call: call.name,
          allowed: real.status !== 403 && real.status !== 401,
        })
      }),
      { numRuns: 60 },
    )
    expect(await signIn(portal, company.id, user.username)).toMatch(/./)
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  explainAccess,
  explainOwnAccess,
  type OwnExplainTarget,
} from '@kervan/contract/administration/explain'
import { uiPermissions } from '@kervan/contract/access/words'
import type { InputOf } from '@kervan/contract/kit/call'
import { getCart } from '@kervan/contract/order/cart'
import { calls, callPermissions } from '@kervan/contract/registry'
import { screens } from '@kervan/contract/shell/screens'
import { inDatabase } from '../../../test/office.ts'
import { sampleInput } from '../../../test/samples.ts'
import { startPortal, type Company, type Portal, type User } from '../../../test/portal.ts'

let portal: Portal
let company: Company
let boss: User
beforeAll(async () => {
  portal = await startPortal({ worker: false })
  company = await portal.company()
  boss = await company.user()
})
afterAll(() => portal.close())

const ask = (user: User, target: OwnExplainTarget) => portal.call(explainOwnAccess, user.token, { target })
const cart = { kind: 'call', name: getCart.name } as const
const permissionStep = async (user: User, target: OwnExplainTarget) =>
  (await ask(user, target)).body.steps.find(({ step }) => step === 'permission')

describe('“Why can’t I see this?”', () => {
  it('is answered to anybody signed in: which permission is missing, or through which of one’s own roles it is there', async () => {
    const user = await company.user({ permissions: [] })
    expect(await ask(user, { kind: 'screen', path: '/order/order-management' })).toMatchObject({
      status: 200,
      body: { allowed: false },
    })
    expect(await permissionStep(user, { kind: 'screen', path: '/order/order-management' })).toMatchObject({
      ok: false,
      permission: 'OrderManagement',
      through: [],
    })
    const able = await company.user({ permissions: ['orderNew-getCart'] })
    expect((await ask(able, cart)).body.allowed).toBe(true)
    expect(await permissionStep(able, cart)).toMatchObject({
      ok: true,
      through: [{ id: able.roleId, name: expect.stringMatching(/^Role/) as string }],
    })
  })

  it('is answered of a part of a screen, which goes by its permission', async () => {
    const user = await company.user({ permissions: ['HomePage'] })
    const part = { kind: 'part', permission: 'QuotaManagement' } as const
    expect((await ask(user, part)).body.allowed).toBe(false)
    expect(await permissionStep(user, part)).toMatchObject({ ok: false, permission: 'QuotaManagement' })
    const able = await company.user({ permissions: ['QuotaManagement'] })
    expect((await ask(able, part)).body.allowed).toBe(true)
    expect(await ask(user, { kind: 'part', permission: 'Nothing' })).toMatchObject({
      status: 404,
      code: 'ExplainTargetUnknown',
    })
  })

  it('names roles of the company only to who may explain others', async () => {
    const user = await company.user({ permissions: ['HomePage'] })
    const answer = await ask(user, cart)
    const { rows } = await portal.owner.query<{ name: string; id: string }>(
      'select name, id from role where company_id = $1',
      [company.id],
    )
    const told = JSON.stringify(answer.body)
    expect(
      rows.filter(({ id, name }) => id !== user.roleId && (told.includes(id) || told.includes(`"${name}"`))),
    ).toEqual([])
    const helper = await company.user({ permissions: [explainAccess.permission!] })
    expect((await permissionStep(helper, cart))?.wouldGive).toContainEqual({
      id: boss.roleId,
      name: expect.any(String) as string,
    })
  })

  it('is not asked about records, other people or what does not exist', async () => {
    const user = await company.user({ permissions: [] })
    const beyond: object[] = [
      { target: { kind: 'order', orderCode: 'SO-26-00001' } },
      { target: { kind: 'user', membershipId: boss.id } },
      { target: cart, membershipId: boss.id },
    ]
    for (const input of beyond)
      expect(
        await portal.call(explainOwnAccess, user.token, input as InputOf<typeof explainOwnAccess>),
      ).toMatchObject({ status: 422, code: 'InvalidInput' })
    expect(await ask(user, { kind: 'screen', path: '/nowhere' })).toMatchObject({
      status: 404,
      code: 'ExplainTargetUnknown',
    })
    expect(await ask(user, { kind: 'call', name: 'Nothing/AtAll' })).toMatchObject({
      status: 404,
      code: 'ExplainTargetUnknown',
    })
  })

  it('tells of locations taken away since, which keep nobody out who is in already', async () => {
    const customer = await company.customer()
    const user = await company.user({ locations: [await company.location(customer)] })
    await inDatabase(
      { portal, company, boss },
      'delete from membership_location where company_id = $1 and membership_id = $2',
      user.id,
    )
    const { body } = await ask(user, cart)
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    expect(body.allowed).toBe(true)
    expect(body.steps.find(({ step }) => step === 'locations')).toMatchObject({ ok: false, blocks: false })
  })

  it('says the same as the explanation to others, and as the session tells of screens', async () => {
    const user = await company.user({ permissions: ['NewOrder', 'Orders', 'HomePage'] })
    for (const { path, permission } of screens) {
      const target = { kind: 'screen', path } as const
      const [own, others] = [
        await ask(user, target),
        await portal.call(explainAccess, boss.token, { membershipId: user.id, target }),
      ]
      expect(own.body.steps).toEqual(
        others.body.steps.map((step) => ({
          ...step,
          blocks: step.blocks && step.step !== 'locations',
          wouldGive: [],
        })),
      )
      expect({ path, allowed: own.body.allowed }).toEqual({
        path,
        allowed: ['NewOrder', 'Orders', 'HomePage'].includes(permission),
      })
    }
  })

  it('agrees with the real answer over random permissions and calls', async () => {
    const reading = calls.filter((call) => call.reads && call.access !== 'public' && call.kind === 'json')
    const user = await company.user({ permissions: [] })
    const chance = fc.record({
      permissions: fc.subarray([...uiPermissions, ...callPermissions]),
      call: fc.constantFrom(...reading),
    })
    await fc.assert(
      fc.asyncProperty(chance, async ({ permissions, call }) => {
        await inDatabase(
          { portal, company, boss },
          'delete from role_permission where company_id = $1 and role_id = $2',
          user.roleId,
        )
        await inDatabase(
          { portal, company, boss },
          'insert into role_permission select $1, $2, unnest($3::text[])',
          user.roleId,
          permissions,
        )
        await inDatabase(
          { portal, company, boss },
          'update role set version = version + 1 where company_id = $1 and id = $2',
          user.roleId,
        )
        const [explained, real] = [
          await ask(user, { kind: 'call', name: call.name }),
          await portal.call(call, user.token, sampleInput(call)),
        ]
        expect({ call: call.name, allowed: explained.body.allowed }).toEqual({
          call: call.name,
          allowed: real.status !== 403 && real.status !== 401,
        })
      }),
      { numRuns: 60 },
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@kervan/contract/registry'
import { gates, type Call, type Gate } from '@kervan/contract/kit/call'
import { cancelOrder, getMyOrder } from '@kervan/contract/order/order-my'
import { approvedOrder, getManagedOrder, pendingOrders, rejectedOrder, revisedOrder, revertedOrder } from '@kervan/contract/order/order-management'
import { cartLines, getCart, placeOrder, setCartQuantities } from '@kervan/contract/order/order-new'
import { cancelJob, watchJob } from '@kervan/contract/jobs/jobs'
import { deleteWebAppUserDictionary, insertWebAppUserDictionary } from '@kervan/contract/account/web-app-user-dictionary'
import { newId } from './uuid.ts'
import { sampleInput } from '../../test/samples.ts'
import { allPermissions, startPortal, type Company, type Portal, type User } from '../../test/portal.ts'

// Every call of the contract, tried by those who must not: nobody, a user without the permission, a user of another
// company. A call that is added to the contract is in here by itself.

let portal: Portal
let company: Company
beforeAll(async () => {
  portal = await startPortal()
  company = await portal.company()
})
afterAll(() => portal.close())

const guarded = calls.filter((call) => call.access !== 'public')

/** Sends what the schema accepts, so that a refusal can only come from who asks. */
function attempt(call: Call, token: string | null) {
  if (call.kind === 'upload') return portal.upload(call, token, sampleInput(call) as Record<string, string>, [{ name: 'a.pdf', body: '%PDF-1.4 test' }])
  return portal.call(call, token, sampleInput(call))
}

describe('every call', () => {
  it.each(guarded.map((call) => [call.name, call] as const))('%s answers nobody with 401', async (_, call) => {
    expect(await attempt(call, null)).toMatchObject({ status: 401, code: 'SessionExpired' })
    expect(await attempt(call, 'A'.repeat(43))).toMatchObject({ status: 401, code: 'SessionExpired' })
  })

  it('[SHL-025] of the contract is refused to a user without its permission, and the permission is named', async () => {
    const stranger = await company.user({ permissions: [] })
    for (const call of guarded.filter((one) => one.permission)) {
      const answer = await attempt(call, stranger.token)
      expect({ call: call.name, status: answer.status, code: answer.code, facts: answer.refused?.Facts }).toEqual({ call: call.name, status: 403, code: 'PermissionMissing', facts: { permission: call.permission } })
    }
  })

  it('[ACC-008] is refused from the moment its permission is taken away', async () => {
    const user = await company.user()
    expect((await portal.call(getCart, user.token, {})).status).toBe(200)
    await portal.owner.query(`delete from role_permission where role_id = $1 and permission = 'orderNew-getCart'`, [user.roleId])
    await portal.owner.query('update role set version = version + 1 where id = $1', [user.roleId])
    expect(await portal.call(getCart, user.token, {})).toMatchObject({ status: 403, code: 'PermissionMissing' })
  })

  it('[ACC-010] is refused while something waits for the user, except those that help with just that', async () => {
    const company = await portal.company()
    const pending = await company.user()
    const limited = await company.user()
    const bare = await company.user()
    const agreed = await publish(company)
    await portal.owner.query(`update session set password_limit = 'Temporary' where identity_id = $1`, [limited.identityId])
    await portal.owner.query('update role set second_factor_required = true where id = $1', [bare.roleId])
    await agreed(limited, bare)
    const waiting = { acknowledgement: [pending, 'AcknowledgementPending'], password: [limited, 'PasswordChangeRequired'], secondFactor: [bare, 'SecondFactorSetupRequired'] } as const
    for (const gate of gates) {
      const [user, code] = waiting[gate]
      for (const call of guarded.filter((one) => one.beforeGates !== true && one.beforeGates !== gate)) expect([call.name, (await attempt(call, user.token)).code]).toEqual([call.name, code])
    }
    const open = (gate: Gate | true) => guarded.filter((one) => one.beforeGates === gate).map((one) => one.name).toSorted()
    expect([open(true), open('password')]).toEqual([['Authentication/Logout', 'Session/RefreshSession'], ['Authentication/ReplacePassword']])
    expect(open('acknowledgement')).toEqual(['Authentication/GetPortaMateUserAcknowledgementDefinition', 'Authentication/GetUserAcknowledgementDefinitions', 'UserManagement/UpdateUserAcknowledgement'])
    expect(open('secondFactor')).toEqual(['SecondFactor/ConfirmSecondFactor', 'SecondFactor/GetSecondFactor', 'SecondFactor/StartSecondFactor'])
  })
})

/** Publishes something to agree to; gives what makes users agree. */
async function publish(company: Company) {
  const content = JSON.stringify({ title: {}, text: {}, changes: {} })
  await portal.owner.query(`insert into acknowledgement (company_id, int_code, version, kind, content, published_at) values ($1, 1, 1, 'User', $2, now())`, [company.id, content])
  return async (...users: User[]) => {
    for (const user of users) await portal.owner.query(`insert into acknowledgement_choice (company_id, id, membership_id, int_code, version, choice, at, address) values ($1, $2, $3, 1, 1, 'Activated', now(), '')`, [company.id, newId(), user.id])
  }
}

describe('records of another company', () => {
  it('are as if they did not exist, in every call that names one', async () => {
    const customer = await company.customer()
    const place = await company.place(customer)
    const product = await company.product()
    const buyer = await company.user({ customer })
    const delivery = { locationId: place.id, shipmentMethod: 'Road' as const, deliveryDate: '2099-01-05', pointOfSaleId: null }
    const { body: set } = await portal.call(setCartQuantities, buyer.token, { delivery, quantities: [{ variantId: product.variants[0]!.id, quantity: 5 }] })
    const { body: placed } = await portal.call(placeOrder, buyer.token, { cartVersion: set.cart.version, requestKey: 'place-0001' })
    const orderCode = placed.orders[0]!.orderCode
    const { body: order } = await portal.call(getMyOrder, buyer.token, { orderCode })
    const lineIds = order.lines.map((line) => line.id)

    const other = await portal.company()
    const spy = await other.user({ permissions: allPermissions })
    const named = { orderCode, version: 1, lineIds }
    const answers = await Promise.all([
      portal.call(getManagedOrder, spy.token, { orderCode }),
      portal.call(getMyOrder, spy.token, { orderCode }),
      portal.call(approvedOrder, spy.token, named),
      portal.call(rejectedOrder, spy.token, { ...named, reason: 'OutOfStock' }),
      portal.call(revertedOrder, spy.token, named),
      portal.call(revisedOrder, spy.token, { orderCode, version: 1, lines: [{ lineId: lineIds[0]!, quantity: 1 }] }),
      portal.call(cancelOrder, spy.token, { orderCode, version: 1, memo: 'mine now' }),
    ])
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'OrderNotFound' })
    const window = { from: order.orderDate.slice(0, 10), to: order.orderDate.slice(0, 10) }
    const page = { page: 1, pageSize: 50, sort: [], filters: {}, search: '' }
    expect((await portal.call(pendingOrders.page, spy.token, { ...page, ...window })).body).toMatchObject({ rows: [], total: 0 })
    expect((await portal.call(cartLines.page, spy.token, page)).body).toMatchObject({ rows: [], total: 0 })
    expect(await portal.call(setCartQuantities, spy.token, { delivery, quantities: [{ variantId: product.variants[0]!.id, quantity: 5 }] })).toMatchObject({ status: 422, code: 'LocationNotAllowed' })
    expect((await portal.call(getManagedOrder, buyer.token, { orderCode })).body).toMatchObject({ state: 'Request', version: 1 })
  })

  it('of another person in the same company stay that person’s own', async () => {
    const [one, two] = [await company.user(), await company.user()]
    const { body: template } = await portal.call(insertWebAppUserDictionary, one.token, { ObjectKey: 'grid:Orders', Name: 'Mine', Value: '{}' })
    expect(await portal.call(deleteWebAppUserDictionary, two.token, { IntCode: template.IntCode })).toMatchObject({ status: 404, code: 'DictionaryNotFound' })
    for (const call of [watchJob, cancelJob]) expect(await portal.call(call, two.token, { jobId: newId() })).toMatchObject({ status: 404, code: 'JobNotFound' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@kervan/contract/registry'
import type { Call } from '@kervan/contract/kit/call'
import { cancelOrder, getMyOrder } from '@kervan/contract/order/order-my'
import { approvedOrder, getManagedOrder, pendingOrders, rejectedOrder, revisedOrder, revertedOrder } from '@kervan/contract/order/order-management'
import { cartLines, getCart, placeOrder, setCartQuantities } from '@kervan/contract/order/order-new'
import { cancelJob, watchJob } from '@kervan/contract/jobs/jobs'
import { deleteWebAppUserDictionary, insertWebAppUserDictionary } from '@kervan/contract/account/web-app-user-dictionary'
import { newId } from './uuid.ts'
import { sampleInput } from '../../test/samples.ts'
import { allPermissions, startPortal, type Company, type Portal } from '../../test/portal.ts'

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

  it('is refused while an acknowledgement or a change of password waits, except those that help with it', async () => {
    const pending = await company.user()
    await portal.owner.query('update membership set acknowledgement_pending = true where id = $1', [pending.id])
    const temporary = await company.user()
    await portal.owner.query('update identity set password_temporary = true where id = $1', [temporary.identityId])
    for (const call of guarded.filter((one) => !one.beforeGates)) {
      expect([call.name, (await attempt(call, pending.token)).code]).toEqual([call.name, 'AcknowledgementPending'])
      expect([call.name, (await attempt(call, temporary.token)).code]).toEqual([call.name, 'PasswordChangeRequired'])
    }
    const open = guarded.filter((one) => one.beforeGates).map((one) => one.name)
    expect(open.toSorted()).toEqual(['Authentication/Logout', 'Session/RefreshSession'])
  })
})

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

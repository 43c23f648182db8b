import { beforeAll, describe, expect, it } from 'vitest'
import { uploadCartFiles } from '@kervan/contract/order/cart'
import { revisedOrder } from '@kervan/contract/order/order-management'
import { newId } from '../database/uuid.ts'
import { openShop, orderOf, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
let shop: Shop
beforeAll(async () => {
  portal = await startPortal()
  shop = await openShop(portal)
})

describe('[API-008] a refusal', () => {
  it('has a status, a sentence, a code that stays the same, a reference that does not, and a moment', async () => {
    const ask = () => portal.post('/api/OrderManagement/NoSuchCall', { Token: shop.boss.token })
    const [first, second] = [await ask(), await ask()]
    expect(first).toMatchObject({
      status: 404,
      body: {
        Message: 'There is no such operation.',
        ErrorCode: 'CallNotFound',
        Reference: expect.stringMatching(/^\w{8}$/),
        Timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    })
    const reference = (answer: { body: unknown }) => (answer.body as { Reference: string }).Reference
    expect(second).toMatchObject({ status: 404, body: { ErrorCode: 'CallNotFound' } })
    expect(reference(second)).not.toBe(reference(first))
  })

  it('is given to an upload without a file', async () => {
    expect(await portal.upload(uploadCartFiles, shop.buyer.token, {}, [])).toMatchObject({
      status: 422,
      code: 'FileMissing',
    })
  })

  it('names the line that is not of the order, and the quantity that is there already', async () => {
    const order = await orderOf(shop)
    const revise = (lineId: string, quantity: number) =>
      portal.call(revisedOrder, shop.boss.token, {
        orderCode: order.orderCode,
        version: order.version,
        lines: [{ lineId, quantity }],
      })
    const [line] = order.lines
    if (!line) throw new Error('an order without lines')
    expect(await revise(newId(), 12)).toMatchObject({ status: 404, code: 'LineNotFound' })
    expect(await revise(line.id, line.demandQuantity)).toMatchObject({
      status: 422,
      code: 'QuantityUnchanged',
    })
  })
})

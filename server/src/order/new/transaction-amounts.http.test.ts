import { afterAll, beforeAll, expect, it } from 'vitest'
import { reviewCart } from '@kervan/contract/order/order-new'
import { reorder } from '@kervan/contract/order/order-my'
import {
  approvePreApprovalOrders,
  getMyPreApprovalOrder,
  getPreApprovalOrder,
  myPreApprovalOrders,
  preApprovalOrders,
} from '@kervan/contract/order/pre-approval'
import {
  fillCart,
  openShop,
  page,
  place,
  preOrderOf,
  windowAround,
  type Shop,
} from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** A shop whose relation with its customer names amounts, in a company where customer success has opened relations. */
async function open(least: string | null, most: string | null, options = {}): Promise<Shop> {
  const shop = await openShop(portal, { ...options, discount: '10', product: { stock: 100 } })
  await portal.owner.query('update company set relations_active = true where id = $1', [shop.company.id])
  await portal.owner.query(
    'update partner set minimum_amount = $2, maximum_amount = $3 where company_id = $1',
    [shop.company.id, least, most],
  )
  return shop
}
const notes = async ({ buyer }: Shop, language = 'en') =>
  (await portal.call(reviewCart, buyer.token, {}, { language })).body.notes.filter(({ code }) =>
    code.endsWith('Amount'),
  )

it('[ORD-022] the review says when an order is below the amount of the business relation or above it', async () => {
  const shop = await open('1000000', null)
  const cart = await fillCart(shop, [12])
  expect(await notes(shop)).toMatchObject([
    {
      severity: 'warning',
      code: 'BelowMinimumAmount',
      lines: 1,
      message: expect.stringMatching(/minimum amount of ₺1,000,000\.00\.$/),
    },
  ])
  expect((await notes(shop, 'de'))[0]?.message).toMatch(/Mindestbetrag von 1\.000\.000,00\s₺\.$/)
  // Told, not refused.
  expect(await place(shop, cart.version)).toHaveLength(1)

  const small = await open(null, '1')
  await fillCart(small, [12])
  expect(await notes(small)).toMatchObject([{ severity: 'warning', code: 'AboveMaximumAmount' }])
})

it('[ORD-022] what fits is no note: the amount is that of all orders of the customer, less the discount', async () => {
  const shop = await open(null, null)
  // What stock does not cover becomes a backorder, which counts with the rest.
  const cart = await fillCart(shop, [120])
  const limits = (least: string, most: string) =>
    portal.owner.query('update partner set minimum_amount = $2, maximum_amount = $3 where company_id = $1', [
      shop.company.id,
      least,
      most,
    ])
  const total = cart.total ?? ''
  await limits(total, total)
  expect(await notes(shop)).toEqual([])
  await limits(String(Number(total) + 0.01), String(Number(total) + 1))
  expect(await notes(shop)).toMatchObject([{ code: 'BelowMinimumAmount' }])
})

it('[ORD-020] [ORD-022] who may not see prices is told of no limit', async () => {
  const shop = await open('1000000', null, { visibility: 'HideForAll' })
  await fillCart(shop, [12])
  expect(await notes(shop)).toEqual([])
})

it('[ORD-011] [ORD-022] ordering again says the same of the cart that it fills, and what it has rounded', async () => {
  const shop = await open('1000000', null, { product: { stock: 100, pack: 1 } })
  const cart = await fillCart(shop, [10])
  const [orderCode = ''] = await place(shop, cart.version)
  await portal.owner.query('update product set pack_unit = 12 where company_id = $1', [shop.company.id])
  const { body } = await portal.call(reorder, shop.buyer.token, { orderCode })
  expect(body).toMatchObject({ added: 1, rounded: [{ asked: 10, set: 12 }], leftOut: [] })
  const review = await portal.call(reviewCart, shop.buyer.token, {})
  expect(body.notes).toEqual([expect.stringMatching(/minimum amount of ₺1,000,000\.00\.$/)])
  expect(review.body.notes.map(({ message }) => message)).toContain(body.notes[0])
})

it('[ORD-012] [ORD-022] a pre-approval order says which limit it breaks: in its list, in itself and before it is approved', async () => {
  const shop = await open('1000000', null)
  const preOrderId = await preOrderOf(shop, 12)
  const filters = { amountLimit: { in: ['BelowMinimumAmount'] } }
  const found = async (
    call: typeof preApprovalOrders | typeof myPreApprovalOrders,
    token: string,
    over = {},
  ) =>
    (
      await portal.call(call.page as typeof preApprovalOrders.page, token, {
        ...page,
        ...windowAround(),
        ...over,
      })
    ).body.rows
  expect(await found(preApprovalOrders, shop.boss.token, { filters })).toMatchObject([
    { id: preOrderId, amountLimit: 'BelowMinimumAmount' },
  ])
  expect(await found(myPreApprovalOrders, shop.buyer.token)).toMatchObject([
    { amountLimit: 'BelowMinimumAmount' },
  ])
  const said = expect.stringMatching(/below the agreed minimum amount of ₺1,000,000\.00\.$/)
  expect((await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId })).body).toMatchObject({
    amountLimit: 'BelowMinimumAmount',
    amountNote: said,
  })
  expect(
    (await portal.call(getMyPreApprovalOrder, shop.buyer.token, { preOrderId })).body.amountNote,
  ).toEqual(said)
  const approve = (dryRun: boolean) =>
    portal.call(approvePreApprovalOrders, shop.boss.token, {
      selection: { mode: 'ids', ids: [preOrderId] },
      dryRun,
    })
  expect((await approve(true)).body).toMatchObject({ done: 1, consequences: [said] })
  // Told, not refused; and what is decided is told no more.
  expect((await approve(false)).body).toMatchObject({ done: 1, refused: 0 })
  expect((await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId })).body.amountNote).toBeNull()
  expect(await found(preApprovalOrders, shop.boss.token, { filters })).toEqual([])
})

it('[ORD-020] [ORD-022] a pre-approval order tells no limit to who may not see prices', async () => {
  const shop = await open('1000000', null, { visibility: 'HideForAll' })
  const preOrderId = await preOrderOf(shop, 12)
  const { rows } = (
    await portal.call(preApprovalOrders.page, shop.boss.token, { ...page, ...windowAround() })
  ).body
  expect(rows).toMatchObject([{ id: preOrderId, amountLimit: null }])
  expect((await portal.call(getPreApprovalOrder, shop.boss.token, { preOrderId })).body).toMatchObject({
    amountLimit: null,
    amountNote: null,
  })
  const dry = await portal.call(approvePreApprovalOrders, shop.boss.token, {
    selection: { mode: 'ids', ids: [preOrderId] },
    dryRun: true,
  })
  expect([dry.body.done, dry.body.consequences]).toEqual([1, undefined])
})

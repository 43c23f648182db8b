import { afterAll, beforeAll, expect, it } from 'vitest'
import { reviewCart } from '@kervan/contract/order/order-new'
import { fillCart, openShop, place, type Shop } from '../../../test/ordering.ts'
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
      message: expect.stringMatching(/minimum amount of 1,000,000\.00 [A-Z]{3}\.$/),
    },
  ])
  expect((await notes(shop, 'de'))[0]?.message).toMatch(/Mindestbetrag von 1\.000\.000,00 [A-Z]{3}\.$/)
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

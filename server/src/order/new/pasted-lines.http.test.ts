import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCart, setCartQuantities } from '@kervan/contract/order/cart'
import { addPastedLines, checkPastedLines } from '@kervan/contract/order/pasted-lines'
import { newId } from '../../kit/database/uuid.ts'
import { deliveryTo, fillCart, openShop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

async function codesOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await portal.owner.query<{ id: string; code: string }>(
    'select id, code from product_variant where id = any($1)',
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.code ?? '')
}

describe('[ORD-001] [ORD-004] a pasted block', () => {
  it('is checked by the rules of the import and taken in one call, once for one key; and set back', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const { pack_unit: pack } = (
      await portal.owner.query<{ pack_unit: number }>('select pack_unit from product where id = $1', [
        shop.product.id,
      ])
    ).rows[0] as { pack_unit: number }
    const [first = '', second = ''] = await codesOf(shop.product.variants.map(({ id }) => id))
    await fillCart(shop, [pack * 2])
    const delivery = deliveryTo(shop.location)
    const rows = [
      { code: first, quantity: String(pack) },
      { code: second, quantity: `${pack * 3},0` },
      { code: first, quantity: String(pack * 2) },
      { code: 'NOBODY-HAS-THIS', quantity: '5' },
    ]
    const { body } = await portal.call(checkPastedLines, shop.buyer.token, { delivery, rows })
    expect(body.lines.map(({ rows: of, result, set, inCart }) => ({ of, result, set, inCart }))).toEqual([
      { of: [1, 3], result: 'Good', set: pack * 3, inCart: pack * 2 },
      { of: [2], result: 'Good', set: pack * 3, inCart: 0 },
      { of: [4], result: 'Refused', set: null, inCart: 0 },
    ])
    expect(body.lines[2]?.notes[0]?.severity).toBe('Refused')
    expect(body.flows).toHaveLength(1)
    const request = { delivery, rows, requestKey: newId() }
    const both = await Promise.all([
      portal.call(addPastedLines, shop.buyer.token, request),
      portal.call(addPastedLines, shop.buyer.token, request),
    ])
    const added = both.find(({ status }) => status === 200)
    const again = await portal.call(addPastedLines, shop.buyer.token, request)
    expect(added?.body).toMatchObject({ added: 2, leftOut: 1 })
    expect(again.body.cart.version).toBe(added?.body.cart.version)
    expect(again.body.cart.quantity).toBe(pack * 6)
    const back = await portal.call(setCartQuantities, shop.buyer.token, {
      delivery,
      quantities: again.body.before,
    })
    expect(back.body.cart).toMatchObject({ lineCount: 1, quantity: pack * 2 })
  })

  it('[PRD-002] asks which product is meant where old data give two of them one GTIN; a code is clear', async () => {
    const shop = await openShop(portal, { product: { variants: 2 } })
    const [first = '', second = ''] = shop.product.variants.map(({ id }) => id)
    await portal.owner.query(`update product_variant set gtin = '8689901000443' where id = $1`, [first])
    await portal.owner.query(`update product_variant set gtin = '08689901000443' where id = $1`, [second])
    const codes = await codesOf([first, second])
    const delivery = deliveryTo(shop.location)
    const rows = ['8689901000443', '08689901000443', ...codes].map((code) => ({ code, quantity: '12' }))
    const { body } = await portal.call(checkPastedLines, shop.buyer.token, { delivery, rows })
    const asked = {
      result: 'Refused',
      notes: [{ message: `Several products have this number: ${codes.join(', ')}. Enter the code of one.` }],
    }
    expect(body.lines).toMatchObject([asked, asked, { result: 'Good' }, { result: 'Good' }])
  })

  it('adds 1,200 rows in one call', async () => {
    const shop = await openShop(portal)
    await portal.owner.query(
      `insert into product_variant (company_id, id, product_id, code, size, sort_order)
       select company_id, gen_random_uuid(), product_id, 'MANY-' || n, 'S' || n, n from product_variant v, generate_series(1, 1200) n where v.id = $1`,
      [shop.product.variants[0]?.id],
    )
    const rows = Array.from({ length: 1_200 }, (_, at) => ({ code: `MANY-${at + 1}`, quantity: '12' }))
    const delivery = deliveryTo(shop.location)
    const added = await portal.call(addPastedLines, shop.buyer.token, { delivery, rows, requestKey: newId() })
    expect(added.body).toMatchObject({ added: 1_200, leftOut: 0 })
    const cart = await portal.call(getCart, shop.buyer.token, {})
    expect(cart.body.lineCount).toBe(1_200)
    const back = await portal.call(setCartQuantities, shop.buyer.token, {
      delivery,
      quantities: added.body.before,
    })
    expect(back.body.cart.lineCount).toBe(0)
  })

  it('refuses what no row can be ordered of, and a location of somebody else', async () => {
    const shop = await openShop(portal)
    const rows = [{ code: 'NOBODY-HAS-THIS', quantity: '5' }]
    const delivery = deliveryTo(shop.location)
    const empty = await portal.call(addPastedLines, shop.buyer.token, { delivery, rows, requestKey: newId() })
    expect(empty.refused?.ErrorCode).toBe('PasteEmpty')
    const foreign = { ...delivery, locationId: newId() }
    const other = await portal.call(checkPastedLines, shop.buyer.token, { delivery: foreign, rows })
    expect(other.refused?.ErrorCode).toBe('LocationNotAllowed')
  })
})

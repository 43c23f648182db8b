import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  correctEdiLine,
  getEdiMessage,
  processEdiMessage,
  receiveEdiMessage,
} from '@kervan/contract/order/edi'
import { openShop, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'

let portal: Portal
let documents = 0
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const gtin = '8689901000443'
const gln = '8680000000051'

async function sent({ boss, customer }: Shop, item: string, shipTo: string, buyer = `${customer.code}::91`) {
  const segments = [
    `BGM+220+PO-${++documents}+9`,
    'DTM+137:20261123:102',
    'DTM+2:20990106:102',
    `NAD+BY+${buyer}`,
    `NAD+DP+${shipTo}`,
    ...item.split("'"),
    'QTY+21:12',
    'UNS+S',
  ]
  const body = `UNB+UNOC:3+S:14+R:14+261123:0915+IC1'UNH+1+ORDERS:D:96A:UN'${segments.join("'")}'UNT+${segments.length + 2}+1'UNZ+1+IC1'`
  const taken = await portal.upload(receiveEdiMessage, boss.token, {}, [{ name: 'order.edi', body }])
  const { messageId, jobId } = taken.body as { messageId: string; jobId: string }
  await watch(portal, boss.token, jobId)
  return view(boss.token, messageId)
}

const view = async (token: string, messageId: string) =>
  (await portal.call(getEdiMessage, token, { messageId })).body

/** A shop whose two variants have one GTIN, one of them with its zero, as old data may have it. */
async function twins(): Promise<{ shop: Shop; codes: [string, string] }> {
  const shop = await openShop(portal, { product: { variants: 2, stock: 1_000 } })
  const [first, second] = shop.product.variants
  for (const [variant, number] of [
    [first, gtin],
    [second, `0${gtin}`],
  ] as const)
    await portal.owner.query('update product_variant set gtin = $2 where id = $1', [variant?.id, number])
  const { rows } = await portal.owner.query<{ code: string }>(
    'select code from product_variant where company_id = $1 order by code',
    [shop.company.id],
  )
  return { shop, codes: [rows[0]?.code ?? '', rows[1]?.code ?? ''] }
}

describe('[ORD-023] [PRD-002] a GTIN of two variants', () => {
  it('orders neither of them until a person has chosen', async () => {
    const { shop, codes } = await twins()
    const place = `${shop.location.code}::91`
    const found = await sent(shop, `LIN+1++0${gtin}:SRV`, place)
    expect(found).toMatchObject({ ediState: 'Refused', orders: [] })
    expect(found.lines[0]?.message).toContain(`: ${codes.join(', ')}. Choose the product.`)
    const corrected = await portal.call(correctEdiLine, shop.boss.token, {
      messageId: found.id,
      version: found.version,
      lineId: found.lines[0]?.id ?? null,
      productCode: codes[1],
    })
    expect(corrected.status).toBe(200)
    const { body: taken } = await portal.call(processEdiMessage, shop.boss.token, {
      messageId: found.id,
      version: corrected.body.version,
    })
    await watch(portal, shop.boss.token, taken.jobId)
    expect(await view(shop.boss.token, found.id)).toMatchObject({ ediState: 'Accepted' })
  })

  it('is clear where the line has our own code as well', async () => {
    const { shop, codes } = await twins()
    const found = await sent(shop, `LIN+1++${gtin}:SRV'PIA+1+${codes[1]}:SA`, `${shop.location.code}::91`)
    expect(found).toMatchObject({ ediState: 'Accepted', lines: [{ verdict: 'Accepted' }] })
  })
})

describe('[ORD-023] [LOC-002] a GLN of two places', () => {
  it('of the buyer sends nothing to either; of one of the buyer and another of somebody else it is clear', async () => {
    const shop = await openShop(portal, { product: { stock: 1_000 } })
    const [variant] = shop.product.variants
    const item = `LIN+1++${variant?.code ?? ''}:SA`
    await shop.company.location(await shop.company.customer(), { code: 'OTHER' })
    await portal.owner.query(
      'update location set gln = $2 where company_id = $1 and partner_id is not null',
      [shop.company.id, gln],
    )
    expect(await sent(shop, item, `${gln}::9`)).toMatchObject({
      ediState: 'Accepted',
      deliveryLocation: { name: shop.location.name },
    })
    await shop.company.location(shop.customer, { code: 'TWIN' })
    await portal.owner.query(`update location set gln = $2 where company_id = $1 and code = 'TWIN'`, [
      shop.company.id,
      gln,
    ])
    const unclear = await sent(shop, item, `${gln}::9`)
    expect(unclear.lines[0]?.message).toContain('Choose a delivery location.')
    expect(unclear).toMatchObject({ ediState: 'Refused', orders: [] })
  })

  it('of two customers is no buyer', async () => {
    const shop = await openShop(portal, { product: { stock: 1_000 } })
    await shop.company.location(await shop.company.customer(), { code: 'OTHER' })
    await portal.owner.query(
      'update location set gln = $2 where company_id = $1 and partner_id is not null',
      [shop.company.id, gln],
    )
    const [variant] = shop.product.variants
    const found = await sent(shop, `LIN+1++${variant?.code ?? ''}:SA`, `${gln}::9`, `${gln}::9`)
    expect(found).toMatchObject({ ediState: 'Refused', orders: [] })
    expect(found.lines[0]?.message).toContain('Locations of several customers')
  })
})

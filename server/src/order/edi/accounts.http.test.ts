import { getMyNotices } from '@kervan/contract/account/own-notices'
import {
  correctEdiLine,
  downloadEdiFile,
  ediMessages,
  getEdiMessage,
  processEdiMessage,
  receiveEdiMessage,
  type EdiMessageView,
} from '@kervan/contract/order/edi'
import { countOrders, pendingOrders } from '@kervan/contract/order/order-management'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, page, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { watch } from '../../../test/watch.ts'

// What a document says and nobody can act on is told, and what is unclear orders nothing.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

const open = () => openShop(portal, { product: { stock: 1_000, pack: 12, maximum: 99_999 } })

/** The segments of a line of the shop's product, and those behind it. */
const line = ({ product }: Shop, number: number, quantity: string, ...more: string[]) => [
  `LIN+${number}++${product.code}:SA`,
  `QTY+21:${quantity}`,
  ...more,
]
const head = ({ customer, location }: Shop) => [
  'DTM+137:20261123:102',
  'DTM+2:20990106:102',
  `NAD+BY+${customer.code}::91`,
  `NAD+DP+${location.code}::91`,
]

type Document = { number?: string; kind?: string; head?: string[]; lines: string[] }
const messageOf = ({ number = 'PO-1', kind = '220', head: own = [], lines }: Document, at: number) => {
  const segments = [`BGM+${kind}+${number}+9`, ...own, ...lines, 'UNS+S']
  return `UNH+${at}+ORDERS:D:96A:UN'${segments.join("'")}'UNT+${segments.length + 2}+${at}'`
}
const interchange = (documents: Document[], { test = false } = {}) =>
  `UNB+UNOC:3+SENDER:14+RECEIVER:ZZ+261123:0915+IC1${test ? '++++++1' : ''}'${documents
    .map((one, at) => messageOf(one, at + 1))
    .join('')}UNZ+${documents.length}+IC1'`
const orderOf = (shop: Shop, lines: string[], over: Partial<Document> = {}) =>
  interchange([{ head: head(shop), lines, ...over }])

async function send(text: string, user: User): Promise<string> {
  const { status, body } = await portal.upload(receiveEdiMessage, user.token, {}, [
    { name: 'order.edi', body: text },
  ])
  expect(status).toBe(200)
  const { messageId, jobId } = body as { messageId: string; jobId: string }
  await watch(portal, user.token, jobId)
  return messageId
}
const view = async (shop: Shop, messageId: string) =>
  (await portal.call(getEdiMessage, shop.boss.token, { messageId })).body
const received = async (shop: Shop, text: string) => view(shop, await send(text, shop.boss))
const list = async (shop: Shop) => (await portal.call(ediMessages.page, shop.boss.token, page)).body.rows
const ordersOf = async (shop: Shop) =>
  (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround() })).body.rows
const says = ({ lines }: EdiMessageView) => lines.map(({ verdict, message }) => `${verdict} ${message}`)

async function answer(shop: Shop, messageId: string): Promise<string> {
  const response = await fetch(`${portal.url}${downloadEdiFile.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messageId, part: 'answer', Token: shop.boss.token }),
  })
  return response.text()
}

async function process(shop: Shop, { id, version }: Pick<EdiMessageView, 'id' | 'version'>) {
  const { body } = await portal.call(processEdiMessage, shop.boss.token, { messageId: id, version })
  await watch(portal, shop.boss.token, body.jobId)
  return view(shop, id)
}

describe('[ORD-023] an EDI document', () => {
  it('that is a test is judged and answered, orders nothing, and does not stand for the real one', async () => {
    const shop = await open()
    const document = { head: head(shop), lines: [...line(shop, 1, '24'), 'LIN+2++NOBODY:SA', 'QTY+21:1'] }
    const tested = await received(shop, interchange([document], { test: true }))
    expect(tested).toMatchObject({ isTest: true, ediState: 'PartlyAccepted', orders: [] })
    expect(tested.message).toContain('nothing was ordered')
    expect(tested.lines).toMatchObject([
      { verdict: 'Accepted', quantity: 24, orderCode: null },
      { verdict: 'Refused' },
    ])
    expect(await answer(shop, tested.id)).toMatch(/UNB\+[^']*\+1'/)
    const { rows } = await portal.owner.query(
      `select from audit_entry where company_id = $1 and operation = 'order.placed'`,
      [shop.company.id],
    )
    expect([rows, await ordersOf(shop)]).toEqual([[], []])
    const real = await received(shop, interchange([document]))
    expect([real.ediState, real.orders.length]).toEqual(['PartlyAccepted', 1])
    expect((await received(shop, interchange([document], { test: true }))).ediState).toBe('PartlyAccepted')
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('for several places is divided among them, and one of another customer is refused', async () => {
    const shop = await open()
    const second = await shop.company.location(shop.customer)
    const foreign = await shop.company.location(await shop.company.customer())
    const found = await received(
      shop,
      orderOf(shop, [
        ...line(shop, 1, '36', `LOC+7+${second.code}::91`, 'QTY+11:12', 'DTM+2:20990110:102'),
        `LOC+7+${shop.location.code}::91`,
        'QTY+11:24',
        ...line(shop, 2, '12', `LOC+7+${foreign.code}::91`, 'QTY+11:12'),
        ...line(shop, 3, '12', 'LOC+7+NOWHERE::91', 'QTY+11:5'),
      ]),
    )
    expect(
      found.lines.map(({ lineNumber, verdict, quantity, deliveryLocation }) => [
        lineNumber,
        verdict,
        quantity,
        deliveryLocation?.code ?? null,
      ]),
    ).toEqual([
      ['1', 'Accepted', 12, second.code],
      ['1', 'Accepted', 24, shop.location.code],
      ['2', 'Refused', null, null],
      ['3', 'Refused', null, null],
    ])
    expect(says(found).slice(2)).toEqual([
      expect.stringContaining('belongs to another customer'),
      expect.stringContaining('not clear which quantity goes where'),
    ])
    expect(found.lines[2]?.shipTo?.code).toBe(foreign.code)
    const orders = await ordersOf(shop)
    expect(
      orders.map(({ deliveryLocationName, deliveryDate }) => [deliveryLocationName, deliveryDate]).toSorted(),
    ).toEqual(
      [
        [second.name, '2099-01-10'],
        [shop.location.name, '2099-01-06'],
      ].toSorted(),
    )
    expect(await answer(shop, found.id)).toMatch(new RegExp(`LOC\\+7\\+${second.code}::91'`))
  })

  it('for a place in words is refused, and ordered once somebody says which place it is', async () => {
    const shop = await open()
    const words = [...head(shop).slice(0, 3), 'NAD+DP+++Depo Bornova+Sanayi Cd. 4+Izmir']
    const found = await received(shop, orderOf(shop, line(shop, 1, '12'), { head: words }))
    expect([found.ediState, says(found)]).toEqual([
      'Refused',
      [expect.stringContaining('No delivery location with the GLN or code Depo Bornova')],
    ])
    const { body } = await portal.call(correctEdiLine, shop.boss.token, {
      messageId: found.id,
      version: found.version,
      lineId: null,
      locationId: shop.location.id,
    })
    expect((await process(shop, body)).ediState).toBe('Accepted')
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('with one bad value has that line refused, which a person then clears', async () => {
    const shop = await open()
    const found = await received(
      shop,
      orderOf(shop, [
        ...line(shop, 1, '4O'),
        ...line(shop, 2, '24'),
        ...line(shop, 3, '12', 'DTM+2:20270230:102'),
      ]),
    )
    expect([found.ediState, says(found)]).toEqual([
      'PartlyAccepted',
      [
        expect.stringMatching(/^Refused .*quantity is not clear: 4O/),
        'Accepted null',
        expect.stringMatching(/^Refused .*date is not clear: 20270230/),
      ],
    ])
    let { version } = found
    for (const [at, said] of [
      [0, { quantity: 48 }],
      [2, { deliveryDate: '2099-02-02' }],
    ] as const) {
      const { body } = await portal.call(correctEdiLine, shop.boss.token, {
        messageId: found.id,
        version,
        lineId: existing(found.lines[at]).id,
        ...said,
      })
      version = body.version
    }
    const done = await process(shop, { id: found.id, version })
    expect([done.ediState, done.lines.map(({ quantity }) => quantity)]).toEqual(['Accepted', [48, 24, 12]])
  })

  it('tells what it says and nobody acts on, in the inbox and in the answer', async () => {
    const shop = await open()
    const found = await received(
      shop,
      orderOf(shop, line(shop, 1, '12', 'FTX+AAI+++Keep cool', 'QTY+192:2', 'PRI+AAA:0.01', 'ALC+A'), {
        head: [...head(shop), 'TOD+3++EXW'],
      }),
    )
    expect(found).toMatchObject({ ediState: 'Accepted', ediRemarks: ['Not taken into account: TOD 3 EXW'] })
    expect(found.lines[0]?.verdict).toBe('Changed')
    expect(found.lines[0]?.ediRemarks).toEqual([
      'Note of the buyer: Keep cool',
      '2 pieces free of charge are asked for; they were not ordered.',
      'Not taken into account: ALC A',
      expect.stringMatching(/^The buyer’s price is .*0\.01, ours is .*\. Ours applies\.$/),
    ])
    const text = (await answer(shop, found.id)).replaceAll(/['\r\n]/g, '')
    expect(text).toContain('TOD 3 EXW')
    expect(text).toMatch(/LIN\+1\+3.*Keep cool.*2 pieces free of charge.*price is 0\.01 TRY/)
    await portal.owner.query(
      `update company_policy set price_visibility = 'HideForAll' where company_id = $1`,
      [shop.company.id],
    )
    expect((await view(shop, found.id)).lines[0]?.ediRemarks[3]).toBe(
      'The buyer’s price differs from ours. Ours applies.',
    )
  })

  it.each([
    ['of another kind', { kind: '227' }, [], /of kind 227/],
    ['whose validity is over', {}, ['DTM+36:20200101:102'], /valid until/],
    ['that cancels an order that never came', {}, [], /no order with this number was received/],
  ])('%s orders nothing', async (name, over, more, why) => {
    const shop = await open()
    const text = orderOf(shop, line(shop, 1, '12'), { head: [...head(shop), ...more], ...over })
    const found = await received(shop, name.includes('cancels') ? text.replace('PO-1+9', 'PO-1+1') : text)
    expect([found.ediState, found.message]).toEqual(['Refused', expect.stringMatching(why)])
    expect((await answer(shop, found.id)).replaceAll(/['\r\n]/g, '').replaceAll(':', ' ')).toMatch(why)
    expect(await ordersOf(shop)).toEqual([])
  })

  it('that was refused is judged anew when it comes again', async () => {
    const shop = await open()
    const text = orderOf(shop, ['LIN+1++LATER-1:SA', 'QTY+21:12'])
    expect((await received(shop, text)).ediState).toBe('Refused')
    expect((await received(shop, text)).ediState).toBe('Refused')
    await portal.owner.query('update product_variant set code = $2 where company_id = $1 and id = $3', [
      shop.company.id,
      'LATER-1',
      existing(shop.product.variants[0]).id,
    ])
    expect((await received(shop, text)).ediState).toBe('Accepted')
    expect((await received(shop, text)).ediState).toBe('Repeated')
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('that cannot be read leaves the others of its file alone and is answered, and the staff is told', async () => {
    const shop = await open()
    const clerk = await shop.company.user({ without: [processEdiMessage.permission ?? ''] })
    const other = await shop.company.user({ customer: await shop.company.customer() })
    const good = { number: 'A-1', head: head(shop), lines: line(shop, 1, '12') }
    const bad = { number: 'A-2', head: head(shop).slice(1), lines: line(shop, 1, '12') }
    await send(interchange([good, bad]), shop.boss)
    const rows = await list(shop)
    expect(rows.map(({ documentNumber, ediState }) => [documentNumber, ediState]).toSorted()).toEqual([
      ['A-1', 'Accepted'],
      ['A-2', 'Failed'],
    ])
    const counted = await portal.call(countOrders, shop.boss.token, windowAround())
    expect(counted.body.openEdiMessages).toBe(1)
    const failed = existing(rows.find(({ ediState }) => ediState === 'Failed'))
    const text = await answer(shop, failed.id)
    expect(text).toMatch(/UNB\+UNOC:3\+RECEIVER:ZZ\+SENDER:14\+/)
    expect(text).toMatch(/BGM\+231\+[^']*\+27'[^]*DTM\?\+137 is missing[^]*RFF\+ON:A-2'/)
    const told = async (user: User) =>
      (await portal.call(getMyNotices, user.token, { before: null })).body.notices
        .filter(({ event }) => event === 'edi.notOrdered')
        .map(({ facts }) => facts['document'])
    expect([await told(shop.boss), await told(clerk), await told(other)]).toEqual([['A-2'], [], []])
  })
})

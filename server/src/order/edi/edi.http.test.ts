import {
  correctEdiLine,
  dismissEdiMessage,
  downloadEdiFile,
  ediMessages,
  getEdiMessage,
  processEdiMessage,
  receiveEdiMessage,
} from '@kervan/contract/order/edi'
import { pendingOrders } from '@kervan/contract/order/order-management'
import { quotaRuleKind, quotaUsage } from '@kervan/contract/order/quota-rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { look, openShop, page, stockOf, windowAround, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal, type ProductOptions, type User } from '../../../test/portal.ts'
import { quotaRuleValues } from '../../../test/quota-rule.ts'
import { watch } from '../../../test/watch.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
}, 180_000)
afterAll(() => portal.close())

type Line = { product?: string; quantity?: string; unit?: string; date?: string }
type Order = { number?: string; buyer?: string; shipTo?: string; currency?: string; lines: Line[] }

const shopWith = (product: ProductOptions = {}) =>
  openShop(portal, { product: { stock: 1_000, pack: 12, maximum: 99_999, ...product } })

const ubl = (
  shop: Shop,
  {
    number = 'PO-1',
    buyer = shop.customer.code,
    shipTo = shop.location.code,
    currency = 'TRY',
    lines,
  }: Order,
) => `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-23</cbc:IssueDate><cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  <cac:BuyerCustomerParty><cac:Party><cac:PartyIdentification><cbc:ID>${buyer}</cbc:ID></cac:PartyIdentification></cac:Party></cac:BuyerCustomerParty>
  <cac:Delivery><cac:DeliveryLocation><cbc:ID>${shipTo}</cbc:ID></cac:DeliveryLocation><cac:RequestedDeliveryPeriod><cbc:EndDate>2099-01-06</cbc:EndDate></cac:RequestedDeliveryPeriod></cac:Delivery>
  ${lines.map(({ product = shop.product.code, quantity = '12', unit = 'C62', date }, at) => `<cac:OrderLine><cac:LineItem><cbc:ID>${at + 1}0</cbc:ID><cbc:Quantity unitCode="${unit}">${quantity}</cbc:Quantity>${date ? `<cac:Delivery><cac:RequestedDeliveryPeriod><cbc:EndDate>${date}</cbc:EndDate></cac:RequestedDeliveryPeriod></cac:Delivery>` : ''}<cac:Item><cac:SellersItemIdentification><cbc:ID>${product}</cbc:ID></cac:SellersItemIdentification></cac:Item></cac:LineItem></cac:OrderLine>`).join('')}
</Order>`

const edifact = (shop: Shop, messages: Order[]) =>
  `UNB+UNOC:3+SENDER:14+RECEIVER:14+261123:0915+IC1'${messages
    .map(({ number = 'PO-1', lines }, at) => {
      const segments = [
        'BGM+220+' + number + '+9',
        'DTM+137:20261123:102',
        'DTM+2:20990106:102',
        `NAD+BY+${shop.customer.code}::91`,
        `NAD+DP+${shop.location.code}::91`,
        ...lines.flatMap(({ product = shop.product.code, quantity = '12' }, line) => [
          `LIN+${line + 1}++${product}:SA`,
          `QTY+21:${quantity}`,
        ]),
        'UNS+S',
      ]
      return `UNH+${at + 1}+ORDERS:D:96A:UN'${segments.join("'")}'UNT+${segments.length + 2}+${at + 1}'`
    })
    .join('')}UNZ+${messages.length}+IC1'`

async function send(
  text: string,
  user: User,
  name = 'order.xml',
): Promise<{ messageId: string; jobId: string }> {
  const { status, body, refused } = await portal.upload(receiveEdiMessage, user.token, {}, [
    { name, body: text },
  ])
  expect([status, refused]).toEqual([200, null])
  const taken = body as { messageId: string; jobId: string }
  await watch(portal, user.token, taken.jobId)
  return taken
}

const view = async (id: string, user: User) =>
  (await portal.call(getEdiMessage, user.token, { messageId: id })).body
const received = async (shop: Shop, text: string, user = shop.boss) =>
  view((await send(text, user)).messageId, shop.boss)
const list = async (user: User) => (await portal.call(ediMessages.page, user.token, page)).body.rows
const ordersOf = async (shop: Shop) =>
  (await portal.call(pendingOrders.page, shop.boss.token, { ...page, ...windowAround() })).body.rows
const verdicts = ({ lines }: Awaited<ReturnType<typeof view>>) =>
  lines.map(({ lineNumber, verdict }) => `${lineNumber} ${verdict}`)

async function download(user: User, messageId: string, part: 'received' | 'answer'): Promise<string> {
  const response = await fetch(`${portal.url}${downloadEdiFile.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messageId, part, Token: user.token }),
  })
  return response.status === 200 ? response.text() : String(response.status)
}

describe('[ORD-023] an order by EDI', () => {
  it('of UBL becomes an order of the channel EDI, and its sender is told so', async () => {
    const shop = await shopWith()
    const found = await received(
      shop,
      ubl(shop, { number: 'PO-7', lines: [{ quantity: '24' }, { quantity: '12.0', date: '2099-02-03' }] }),
    )
    expect(found).toMatchObject({
      ediState: 'Accepted',
      ediFormat: 'UBL',
      documentNumber: 'PO-7',
      customerName: shop.customer.name,
      message: null,
    })
    expect(verdicts(found)).toEqual(['10 Accepted', '20 Accepted'])
    const orders = await ordersOf(shop)
    expect(orders.map((order) => order.confirmedQuantity).toSorted()).toEqual([12, 24])
    expect(orders[0]).toMatchObject({ channel: 'EDI', externalPoCode: 'PO-7', recordUser: shop.boss.name })
    expect(found.orders.map(({ orderCode }) => orderCode).toSorted()).toEqual(
      orders.map(({ orderCode }) => orderCode).toSorted(),
    )
    // The inbox names the orders and opens them.
    const codes = orders.map(({ orderCode }) => orderCode).toSorted()
    const [row] = await list(shop.boss)
    expect(row).toMatchObject({ ediOrders: codes.join(', ') })
    expect(row?.placed.map(({ code, isPreOrder }) => [code, isPreOrder])).toEqual(
      codes.map((one) => [one, false]),
    )
    expect(await stockOf(shop, shop.product.variants[0]?.id ?? '')).toEqual({ on_hand: 1_000, reserved: 36 })
    const answer = await download(shop.boss, found.id, 'answer')
    expect(answer).toContain('<cbc:OrderResponseCode>AP</cbc:OrderResponseCode>')
    expect(answer.match(/<cbc:LineStatusCode>5</g)).toHaveLength(2)
    expect(await download(shop.boss, found.id, 'received')).toContain('<cbc:ID>PO-7</cbc:ID>')
  })

  it('is ordered as far as it can be, and each other line is answered with its reason', async () => {
    const shop = await shopWith()
    const blocked = await shop.company.product()
    await shop.company.block(blocked, shop.location)
    const found = await received(
      shop,
      ubl(shop, {
        lines: [
          { quantity: '24' },
          { quantity: '30' },
          { product: 'NOBODY' },
          { quantity: '1.5' },
          { unit: 'KGM' },
          { product: blocked.code },
          { date: '2020-01-01' },
          { quantity: '999999' },
        ],
      }),
    )
    expect(found.ediState).toBe('PartlyAccepted')
    expect(found.lines.map(({ verdict, message }) => `${verdict} ${message ?? ''}`)).toEqual([
      'Accepted ',
      expect.stringMatching(/^Changed .*36 instead of 30/),
      expect.stringMatching(/^Refused No product .*NOBODY/),
      expect.stringMatching(/^Refused 1.5 is not a whole number/),
      expect.stringMatching(/^Refused .*KGM cannot be converted/),
      expect.stringMatching(/^Refused .*may not be delivered/),
      expect.stringMatching(/^Refused .*has passed/),
      expect.stringMatching(/^Refused .*largest order/),
    ])
    const [order] = await ordersOf(shop)
    expect(order).toMatchObject({ confirmedQuantity: 60, lineCount: 2 })
    const answer = await download(shop.boss, found.id, 'answer')
    expect([...answer.matchAll(/<cbc:LineStatusCode>(\d+)</g)].map(([, code]) => code).join(' ')).toBe(
      '5 3 7 7 7 7 7 7',
    )
    expect(answer).toContain('<cbc:OrderResponseCode>CA</cbc:OrderResponseCode>')
  })

  it('of EDIFACT is answered with ORDRSP, each message of an interchange by itself', async () => {
    const shop = await shopWith()
    await send(
      edifact(shop, [
        { number: 'E1', lines: [{ quantity: '24' }, { product: "O'HARA" }] },
        { number: 'E2', lines: [{}] },
      ]).replace("O'HARA", "O?'HARA"),
      shop.boss,
      'orders.edi',
    )
    const rows = await list(shop.boss)
    expect(rows.map(({ documentNumber, ediState }) => `${documentNumber} ${ediState}`).toSorted()).toEqual([
      'E1 PartlyAccepted',
      'E2 Accepted',
    ])
    const answer = await download(
      shop.boss,
      rows.find(({ documentNumber }) => documentNumber === 'E1')?.id ?? '',
      'answer',
    )
    expect(answer).toMatch(/UNB\+UNOC:3\+RECEIVER:14\+SENDER:14\+/)
    expect(answer).toMatch(/BGM\+231\+[\w-]+\+4'/)
    expect(answer).toMatch(
      /LIN\+1\+5'[^]*QTY\+21:24:PCE'[^]*LIN\+2\+7'\s+PIA\+5\+O\?'HARA:SA'\s+QTY\+21:0:PCE'\s+FTX\+AAO/,
    )
    const count = answer.slice(answer.indexOf('UNH'), answer.indexOf('UNZ')).split("'\r\n").length - 1
    expect(answer).toContain(`UNT+${count}+1'`)
  })

  it('is refused as a whole for an unknown buyer, a place of another customer and another currency', async () => {
    const shop = await shopWith()
    const other = await shop.company.location(await shop.company.customer())
    const says = async (over: Partial<Order>, number: string) => {
      const { ediState, message, orders } = await received(shop, ubl(shop, { lines: [{}], number, ...over }))
      return `${ediState} ${orders.length} ${message}`
    }
    expect(await says({ buyer: '8690000000012' }, 'A')).toMatch(/^Refused 0 No customer .*8690000000012/)
    expect(await says({ shipTo: 'NOWHERE' }, 'B')).toMatch(/^Refused 0 No delivery location .*NOWHERE/)
    expect(await says({ shipTo: other.code }, 'C')).toMatch(/^Refused 0 .* belongs to another customer/)
    expect(await says({ currency: 'SEK' }, 'D')).toMatch(/^Refused 0 Orders are accepted in TRY, not in SEK/)
    expect(await ordersOf(shop)).toEqual([])
  })

  it('is one order when it comes twice, one after the other or at once, and each is given the same answer', async () => {
    const shop = await shopWith()
    const text = ubl(shop, { lines: [{ quantity: '24' }] })
    const sent = await Promise.all([1, 2, 3].map(() => send(text, shop.boss)))
    const again = await received(shop, text.replaceAll('><', '>\n<'))
    expect(await ordersOf(shop)).toHaveLength(1)
    const states = await Promise.all(
      sent.map(async ({ messageId }) => (await view(messageId, shop.boss)).ediState),
    )
    expect([...states, again.ediState].toSorted()).toEqual(['Accepted', 'Repeated', 'Repeated', 'Repeated'])
    expect(again.repeats).not.toBeNull()
    const answers = await Promise.all(
      [...sent.map(({ messageId }) => messageId), again.id].map((id) => download(shop.boss, id, 'answer')),
    )
    expect(new Set(answers).size).toBe(1)
  })

  it('[QTA-002] says that its lines wait for the quota check until they are decided on', async () => {
    const shop = await shopWith()
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    const other = await portal.owner.connect()
    try {
      await other.query(`begin; set local app.company_id = '${shop.company.id}'`)
      await other.query('select from stock where company_id = $1 for update', [shop.company.id])
      const { body } = await portal.upload(receiveEdiMessage, shop.boss.token, {}, [
        { name: 'order.xml', body: ubl(shop, { lines: [{ quantity: '24' }, { product: 'NONE' }] }) },
      ])
      const { messageId, jobId } = body as { messageId: string; jobId: string }
      await expect
        .poll(async () => verdicts(await view(messageId, shop.boss)))
        .toEqual(['10 WaitingForQuotaCheck', '20 WaitingForQuotaCheck'])
      await other.query('commit')
      await watch(portal, shop.boss.token, jobId)
      expect(verdicts(await view(messageId, shop.boss))).toEqual(['10 Accepted', '20 Refused'])
    } finally {
      other.release()
    }
  })

  it('[QTA-002] takes its quota once when it comes again (worked example 9)', async () => {
    const shop = await shopWith()
    await portal.owner.query('update company set quota_active = true where id = $1', [shop.company.id])
    const saved = await portal.call(quotaRuleKind.save, shop.boss.token, {
      id: null,
      version: null,
      values: quotaRuleValues({ quotaValue: '100', actionType: 'Reject' }),
      confirmed: true,
    })
    expect(saved.refused).toBeNull()
    const used = async () => {
      const input = { ...page, current: true, ruleCode: null }
      const { body } = await portal.call(quotaUsage.page, shop.boss.token, input)
      return body.rows.map(({ quotaUsed }) => Number(quotaUsed))
    }
    const text = ubl(shop, { lines: [{ quantity: '60' }] })
    await Promise.all([1, 2, 3].map(() => send(text, shop.boss)))
    expect(await used()).toEqual([60])
    expect((await received(shop, text)).ediState).toBe('Repeated')
    expect(await used()).toEqual([60])
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('with the number of another one and other content is refused as a change', async () => {
    const shop = await shopWith()
    await received(shop, ubl(shop, { lines: [{ quantity: '24' }] }))
    const changed = await received(shop, ubl(shop, { lines: [{ quantity: '36' }] }))
    expect([changed.ediState, changed.message]).toEqual([
      'Refused',
      expect.stringContaining('Changes by EDI are not supported'),
    ])
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it('may be sent anew with other content when nothing of it was ordered', async () => {
    const shop = await shopWith()
    await received(shop, ubl(shop, { lines: [{ product: 'NOBODY' }] }))
    const second = await received(shop, ubl(shop, { lines: [{ quantity: '24' }] }))
    expect(second.ediState).toBe('Accepted')
    const first = (await list(shop.boss)).find(({ ediState }) => ediState === 'Refused')
    const again = await portal.call(processEdiMessage, shop.boss.token, {
      messageId: first?.id ?? '',
      version: first?.version ?? 0,
    })
    await watch(portal, shop.boss.token, again.body.jobId)
    expect((await view(first?.id ?? '', shop.boss)).message).toContain('Changes by EDI are not supported')
    expect(await ordersOf(shop)).toHaveLength(1)
  })

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'declares a document type'],
    ['its end missing', "UNB+UNOC:3+A+B+261123:0915+1'UNH+1+ORDERS:D:96A:UN'BGM+220", 'ends too early'],
    [
      'wrong counts',
      "UNB+UNOC:3+A+B+261123:0915+1'UNH+1+ORDERS:D:96A:UN'BGM+220+1+9'UNT+9+1'UNZ+1+1'",
      'UNT says 9, but there are 3',
    ],
  ])('is kept as not readable with %s, and says why', async (_, text, why) => {
    const shop = await shopWith()
    const found = await received(shop, text)
    expect(found).toMatchObject({
      ediState: 'Failed',
      lines: [],
      message: expect.stringContaining(why),
      hasAnswer: true,
    })
    // Without a number of a document the file is named.
    expect(found.fileName).not.toBe('')
    expect(await download(shop.boss, found.id, 'answer')).toContain(why)
    expect(await list(shop.boss)).toMatchObject([
      {
        ediState: 'Failed',
        ediFormat: null,
        actions: {
          process: expect.stringContaining(`${found.documentNumber || found.fileName} is `),
          dismiss: null,
        },
      },
    ])
    const dismissed = await portal.call(dismissEdiMessage, shop.boss.token, {
      messageId: found.id,
      version: found.version,
      memo: 'Told the sender',
    })
    expect(dismissed.body).toMatchObject({ ediState: 'Dismissed', memo: 'Told the sender' })
  })

  it('is corrected line by line and processed again, which orders only what was not ordered', async () => {
    const shop = await shopWith()
    const other = await shop.company.product({ stock: 50 })
    const found = await received(
      shop,
      ubl(shop, { lines: [{ quantity: '24' }, { product: 'NOBODY', quantity: '5' }] }),
    )
    const line = found.lines[1]
    const correction = {
      messageId: found.id,
      version: found.version,
      lineId: line?.id ?? null,
      productCode: other.code,
      quantity: 7,
    }
    const placedLine = await portal.call(correctEdiLine, shop.boss.token, {
      ...correction,
      lineId: found.lines[0]?.id ?? null,
    })
    expect(placedLine.code).toBe('EdiLinePlaced')
    const corrected = await portal.call(correctEdiLine, shop.boss.token, correction)
    expect(corrected.body.lines[1]).toMatchObject({
      corrected: true,
      productUniqueCode: other.code,
      quantity: 7,
    })
    const { version } = corrected.body
    const tries = await Promise.all(
      [1, 2].map(() => portal.call(processEdiMessage, shop.boss.token, { messageId: found.id, version })),
    )
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409])
    for (const { status, body } of tries) if (status === 200) await watch(portal, shop.boss.token, body.jobId)
    const done = await view(found.id, shop.boss)
    expect([done.ediState, verdicts(done), done.orders.length]).toEqual([
      'Accepted',
      ['10 Accepted', '20 Changed'],
      2,
    ])
    const orders = await ordersOf(shop)
    expect(orders.map((order) => order.confirmedQuantity).toSorted()).toEqual([24, 7])
    const { messageId } = correction
    const late = await portal.call(processEdiMessage, shop.boss.token, { messageId, version: done.version })
    expect(late.code).toBe('EdiMessageState')
    expect(await download(shop.boss, found.id, 'answer')).toContain(
      '<cbc:OrderResponseCode>AP</cbc:OrderResponseCode>',
    )
  })

  it('waits for approval by somebody else than its sender, with the orders of the sender', async () => {
    const shop = await shopWith()
    const gateway = await shop.company.user({ type: 'APIUser' })
    await send(ubl(shop, { lines: [{}] }), gateway)
    const [row] = await ordersOf(shop)
    expect(row).toMatchObject({ recordUser: gateway.name, state: 'Request' })
    expect((await look(shop, row?.orderCode ?? '')).channel).toBe('EDI')
  })

  it('is seen by those whom it concerns, and by nobody of another company', async () => {
    const shop = await shopWith()
    const { messageId } = await send(ubl(shop, { lines: [{}] }), shop.boss)
    const foreign = await shopWith()
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    for (const user of [foreign.boss, stranger]) {
      expect(await list(user)).toEqual([])
      expect((await portal.call(getEdiMessage, user.token, { messageId })).code).toBe('NotFound')
      expect(await download(user, messageId, 'received')).toBe('404')
      const tries = [
        await portal.call(correctEdiLine, user.token, { messageId, version: 1, lineId: null }),
        await portal.call(processEdiMessage, user.token, { messageId, version: 1 }),
        await portal.call(dismissEdiMessage, user.token, { messageId, version: 1, memo: 'Mine' }),
      ]
      expect(tries.map(({ code }) => code)).toEqual(['NotFound', 'NotFound', 'NotFound'])
    }
    expect(await list(shop.buyer)).toHaveLength(1)
  })

  it('is not taken from who may not send, and not for another customer than the own', async () => {
    const shop = await shopWith()
    const silent = await shop.company.user({ without: [receiveEdiMessage.permission ?? ''] })
    const answer = await portal.upload(receiveEdiMessage, silent.token, {}, [{ name: 'a.xml', body: '<a/>' }])
    expect(answer.status).toBe(403)
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    const { messageId } = await send(ubl(shop, { lines: [{}] }), stranger)
    expect((await view(messageId, stranger)).ediState).toBe('Refused')
    expect(await ordersOf(shop)).toEqual([])
  })

  it('waits as a pre-approval order in a company of two layers', async () => {
    const shop = await shopWith()
    await portal.owner.query(`update order_policy set order_flow = 'TwoLayerFlow' where company_id = $1`, [
      shop.company.id,
    ])
    const found = await received(shop, ubl(shop, { lines: [{}, { product: 'NOBODY' }] }))
    expect([found.ediState, found.orders, found.preOrders.length]).toEqual(['PartlyAccepted', [], 1])
  })
})

describe('[ORD-022] the amounts of a business relation', () => {
  async function limited(least: string, visibility = 'NoHide') {
    const shop = await shopWith()
    await portal.owner.query('update company set relations_active = true where id = $1', [shop.company.id])
    await portal.owner.query('update company_policy set price_visibility = $2 where company_id = $1', [
      shop.company.id,
      visibility,
    ])
    await portal.owner.query('update partner set minimum_amount = $2 where company_id = $1', [
      shop.company.id,
      least,
    ])
    return shop
  }
  const said = 'The order is below the agreed minimum amount of ₺1,000,000.00.'
  // Documents go between programs, whose character sets know few currency signs.
  const written = 'The order is below the agreed minimum amount of 1,000,000.00 TRY.'

  it('are told by the answer in both formats, and by the inbox; the order is placed all the same', async () => {
    const shop = await limited('1000000')
    const found = await received(shop, ubl(shop, { lines: [{}] }))
    expect([found.ediState, found.notes]).toEqual(['Accepted', [said]])
    expect(await download(shop.boss, found.id, 'answer')).toContain(`<cbc:Note>${written}</cbc:Note>`)
    const { messageId } = await send(edifact(shop, [{ number: 'E9', lines: [{}] }]), shop.boss, 'orders.edi')
    expect(await download(shop.boss, messageId, 'answer')).toMatch(
      /DTM\+137[^]*FTX\+AAI\+\+\+[^]*1,000,000[^]*RFF\+ON/,
    )
  })

  it('count all that came of a document, also what was corrected later', async () => {
    const shop = await shopWith()
    const first = await received(shop, ubl(shop, { number: 'ONE', lines: [{}] }))
    const [order] = await ordersOf(shop)
    expect(first.notes).toEqual([])
    const total = Number(order?.total)
    await portal.owner.query('update company set relations_active = true where id = $1', [shop.company.id])
    await portal.owner.query('update partner set minimum_amount = $2 where company_id = $1', [
      shop.company.id,
      String(total * 2),
    ])
    const partly = await received(shop, ubl(shop, { number: 'TWO', lines: [{}, { product: 'NOBODY' }] }))
    expect([partly.ediState, partly.notes.length]).toEqual(['PartlyAccepted', 1])
    const corrected = await portal.call(correctEdiLine, shop.boss.token, {
      messageId: partly.id,
      version: partly.version,
      lineId: partly.lines[1]?.id ?? null,
      productCode: shop.product.code,
    })
    const again = await portal.call(processEdiMessage, shop.boss.token, {
      messageId: partly.id,
      version: corrected.body.version,
    })
    await watch(portal, shop.boss.token, again.body.jobId)
    const settled = await view(partly.id, shop.boss)
    expect([settled.ediState, settled.notes]).toEqual(['Accepted', []])
  })

  it('[ORD-020] are told to nobody who may not see prices: a manager may, the customer that is answered may not', async () => {
    const shop = await limited('1000000', 'HideForOPOperator')
    const found = await received(shop, ubl(shop, { lines: [{}] }))
    expect(found.notes).toEqual([said])
    expect(await download(shop.boss, found.id, 'answer')).not.toContain('minimum amount')
  })
})

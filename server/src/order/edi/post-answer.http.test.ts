import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { businessRelationKind } from '@kervan/contract/company/business-relations'
import {
  downloadEdiFile,
  ediMessages,
  getEdiMessage,
  receiveEdiMessage,
  sendEdiAnswer,
} from '@kervan/contract/order/edi'
import { deliveries, sendDeliveriesAgain } from '@kervan/contract/system/deliveries'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookForDeliveries } from '../../../test/deliveries.ts'
import { openShop, page, type Shop } from '../../../test/ordering.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { until } from '../../../test/postgres.ts'
import { watch } from '../../../test/watch.ts'

// A partner that takes answers over HTTP, or does not.

type Taken = { path: string; headers: IncomingHttpHeaders; body: string }
const partner = { status: 200, taken: [] as Taken[] }
let server: Server
let address: string
let portal: Portal
let ahead = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      partner.taken.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(partner.status).end('<html>secret of the partner</html>')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  address = `http://${host}/in?token=s3cret`
  portal = await startPortal({
    env: { EDI_HOSTS: `edi.example.com,${host}` },
    now: () => new Date(Date.now() + ahead),
  })
}, 180_000)
afterAll(async () => {
  await portal.close()
  server.close()
})
beforeEach(() => {
  partner.status = 200
  partner.taken = []
})

const order = (shop: Shop, quantity = '12', number = 'PO-7') => `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-23</cbc:IssueDate><cbc:DocumentCurrencyCode>TRY</cbc:DocumentCurrencyCode>
  <cac:BuyerCustomerParty><cac:Party><cac:PartyIdentification><cbc:ID>${shop.customer.code}</cbc:ID></cac:PartyIdentification></cac:Party></cac:BuyerCustomerParty>
  <cac:Delivery><cac:DeliveryLocation><cbc:ID>${shop.location.code}</cbc:ID></cac:DeliveryLocation><cac:RequestedDeliveryPeriod><cbc:EndDate>2099-01-06</cbc:EndDate></cac:RequestedDeliveryPeriod></cac:Delivery>
  <cac:OrderLine><cac:LineItem><cbc:ID>10</cbc:ID><cbc:Quantity unitCode="C62">${quantity}</cbc:Quantity><cac:Item><cac:SellersItemIdentification><cbc:ID>${shop.product.code}</cbc:ID></cac:SellersItemIdentification></cac:Item></cac:LineItem></cac:OrderLine>
</Order>`

async function open(): Promise<Shop> {
  const shop = await openShop(portal, { product: { stock: 1_000, pack: 12, maximum: 99_999 } })
  await portal.owner.query('update company set relations_active = true where id = $1', [shop.company.id])
  return shop
}

async function setAddress(shop: Shop, ediAddress: string) {
  const { values, version } = (
    await portal.call(businessRelationKind.get, shop.boss.token, { id: shop.customer.id })
  ).body
  return portal.call(businessRelationKind.save, shop.boss.token, {
    id: shop.customer.id,
    version,
    values: { ...values, ediAddress },
    confirmed: true,
  })
}

async function receive(shop: Shop, body = order(shop)): Promise<string> {
  const { status, body: taken } = await portal.upload(receiveEdiMessage, shop.boss.token, {}, [
    { name: 'order.xml', body },
  ])
  expect(status).toBe(200)
  const { messageId, jobId } = taken as { messageId: string; jobId: string }
  await watch(portal, shop.boss.token, jobId)
  return messageId
}
const look = async (shop: Shop, messageId: string) =>
  (await portal.call(getEdiMessage, shop.boss.token, { messageId })).body

const minute = ({ company }: Shop) => lookForDeliveries(portal, company.id)

describe('[ORD-023] the answer of a message', () => {
  it('is posted to the address of the partner, once, in the format of the order', async () => {
    const shop = await open()
    expect((await setAddress(shop, address)).refused).toBeNull()
    const id = await receive(shop)
    await until(async () => (await look(shop, id)).answerPostedAt !== null)
    const [taken, ...more] = partner.taken
    expect(more).toEqual([])
    expect(taken).toMatchObject({ path: '/in?token=s3cret', headers: { 'content-type': 'application/xml' } })
    expect(taken?.body).toContain('<OrderResponse')
    const shown = await look(shop, id)
    expect(shown).toMatchObject({ answerTo: new URL(address).host, answerProblem: null, answerDue: null })
    expect(JSON.stringify(shown)).not.toContain('s3cret')
    expect(portal.logLines.join('')).not.toContain('s3cret')
    await minute(shop)
    expect(partner.taken).toHaveLength(1)
    // Sent by hand it goes again under the same key, so that the partner can drop it.
    const again = await portal.call(sendEdiAnswer, shop.boss.token, { messageId: id, version: shown.version })
    expect(again.refused).toBeNull()
    await until(() => partner.taken.length === 2)
    expect(partner.taken[1]?.headers['idempotency-key']).toBe(taken?.headers['idempotency-key'])
  })

  it('that nobody takes is tried again later, says why meanwhile, and goes out once the partner is back', async () => {
    const shop = await open()
    await setAddress(shop, address)
    partner.status = 503
    const id = await receive(shop)
    await until(async () => (await look(shop, id)).answerProblem !== null)
    const failed = await look(shop, id)
    expect(failed).toMatchObject({
      answerPostedAt: null,
      answerProblem: 'HTTP 503',
      answerDue: expect.any(String),
    })
    expect(failed.orders).toHaveLength(1)
    await minute(shop)
    expect(partner.taken).toHaveLength(1)
    partner.status = 202
    ahead += 3_600_000
    await minute(shop)
    await until(async () => (await look(shop, id)).answerPostedAt !== null)
    expect(partner.taken).toHaveLength(2)
  })

  it('that was never taken is told to who may send it again, and sent again under the same key', async () => {
    const shop = await open()
    await setAddress(shop, address)
    partner.status = 410
    const id = await receive(shop)
    await until(async () => (await look(shop, id)).answerProblem === 'HTTP 410')
    await inCompany(portal, shop.company.id, 'update delivery set tries = 5 where company_id = $1', [
      shop.company.id,
    ])
    ahead += 3_600_000
    await minute(shop)
    await until(async () => (await look(shop, id)).answerDue === null)
    await minute(shop)
    const { notices } = (await portal.call(getMyNotices, shop.boss.token, { before: null })).body
    expect(notices.find(({ event }) => event === 'delivery.failed')).toMatchObject({
      facts: { count: 1, delivery: 'PO-7' },
    })
    const list = await portal.call(deliveries.page, shop.boss.token, { ...page })
    expect(list.body.rows).toMatchObject([
      { deliveryName: 'PO-7', recipient: shop.customer.name, deliveryState: 'Failed', tries: 6 },
    ])
    partner.status = 200
    const selection = { mode: 'ids' as const, ids: list.body.rows.map((row) => row.id) }
    await portal.call(sendDeliveriesAgain, shop.boss.token, { selection, dryRun: false })
    await until(async () => (await look(shop, id)).answerPostedAt !== null)
    expect(new Set(partner.taken.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it('whose file is gone has failed after its tries, and holds up no other', async () => {
    const shop = await open()
    await setAddress(shop, address)
    partner.status = 503
    const id = await receive(shop)
    await until(async () => (await look(shop, id)).answerProblem === 'HTTP 503')
    const [stored] = await inCompany(
      portal,
      shop.company.id,
      'select f.storage_key from edi_message m join file f on f.company_id = m.company_id and f.id = m.answer_file_id where m.company_id = $1',
      [shop.company.id],
    )
    await portal.app.services.files.removeBytes(String(stored?.['storage_key']))
    await inCompany(portal, shop.company.id, 'update delivery set tries = 5 where company_id = $1', [
      shop.company.id,
    ])
    partner.status = 200
    ahead += 3_600_000
    await minute(shop)
    await until(async () => (await look(shop, id)).answerDue === null)
    expect((await look(shop, id)).answerProblem).toBe('PortalFault')
    expect(partner.taken).toHaveLength(1)
  })

  it('[ORD-021] that confirms an order waits while the customer lacks ERP codes, and says which', async () => {
    const shop = await open()
    await setAddress(shop, address)
    await inCompany(
      portal,
      shop.company.id,
      'update order_policy set require_erp_codes = true where company_id = $1',
      [shop.company.id],
    )
    const id = await receive(shop)
    await minute(shop)
    const held = await look(shop, id)
    expect(held).toMatchObject({ ediState: 'Accepted', answerPostedAt: null })
    expect(held.exportRefused).toBe(
      `Orders of ${shop.customer.name} cannot be exported: Ship-to ERP code, Sold-to ERP code missing. Enter the codes at its business relation.`,
    )
    const list = await portal.call(ediMessages.page, shop.boss.token, {
      page: 1,
      pageSize: 50,
      sort: [],
      filters: {},
      search: '',
    })
    expect([held.actions.send, list.body.rows[0]?.actions.send]).toEqual([
      held.exportRefused,
      held.exportRefused,
    ])
    const send = { messageId: id, version: held.version }
    for (const refused of [
      await portal.call(sendEdiAnswer, shop.boss.token, send),
      await portal.call(downloadEdiFile, shop.boss.token, { messageId: id, part: 'answer' }),
    ])
      expect(refused).toMatchObject({ status: 422, code: 'ErpCodesMissing' })
    // What came again has the same answer, and an answer that confirms nothing waits for nothing.
    const [again, unknown] = [
      await receive(shop),
      await receive(shop, order(shop, '12', 'PO-8').replace(shop.product.code, 'NO-SUCH')),
    ]
    await until(async () => (await look(shop, unknown)).answerPostedAt !== null)
    expect((await look(shop, again)).exportRefused).toBe(held.exportRefused)
    expect(partner.taken).toHaveLength(1)

    await inCompany(
      portal,
      shop.company.id,
      `update partner set ship_to_erp_code = 'S-1', sold_to_erp_code = 'P-1' where company_id = $1 and id = $2`,
      [shop.company.id, shop.customer.id],
    )
    expect((await look(shop, id)).exportRefused).toBeNull()
    ahead += 60_000
    await minute(shop)
    await until(async () => (await look(shop, id)).answerPostedAt !== null)
    await until(async () => (await look(shop, again)).answerPostedAt !== null)
    expect(partner.taken).toHaveLength(3)

    // What has gone out waits for nothing, and can be looked at; it is not sent again without the codes.
    await inCompany(
      portal,
      shop.company.id,
      'update partner set ship_to_erp_code = null where company_id = $1 and id = $2',
      [shop.company.id, shop.customer.id],
    )
    const out = await look(shop, id)
    expect([out.exportRefused, typeof out.actions.send]).toEqual([null, 'string'])
    const file = await portal.call(downloadEdiFile, shop.boss.token, { messageId: id, part: 'answer' })
    expect(file.status).toBe(200)
    expect(
      await portal.call(sendEdiAnswer, shop.boss.token, { messageId: id, version: out.version }),
    ).toMatchObject({ status: 422, code: 'ErpCodesMissing' })
  })

  it('is posted again for a document that comes twice, and nowhere without an address', async () => {
    const shop = await open()
    const quiet = await receive(shop)
    const without = await look(shop, quiet)
    expect(without).toMatchObject({ hasAnswer: true, answerTo: null, answerDue: null })
    const input = { messageId: quiet, version: without.version }
    expect((await portal.call(sendEdiAnswer, shop.boss.token, input)).code).toBe('EdiNoAddress')
    await setAddress(shop, address)
    const repeated = await receive(shop)
    await until(async () => (await look(shop, repeated)).answerPostedAt !== null)
    expect(partner.taken).toHaveLength(1)
    // Of a file that cannot be read nobody knows who would take its answer.
    const broken = await look(shop, await receive(shop, '<nothing/>'))
    const sent = await portal.call(sendEdiAnswer, shop.boss.token, {
      messageId: broken.id,
      version: broken.version,
    })
    expect(sent.code).toBe('EdiNoAddress')
    await portal.owner.query('update edi_message set answer_file_id = null where id = $1', [quiet])
    expect((await portal.call(sendEdiAnswer, shop.boss.token, input)).code).toBe('EdiNoAnswer')
    const stranger = await open()
    expect((await portal.call(sendEdiAnswer, stranger.boss.token, input)).code).toBe('NotFound')
  })

  it.each([
    ['http://edi.example.com/in', 'NotAnAddress'],
    ['https://user:word@edi.example.com/in', 'NotAnAddress'],
    ['edi.example.com', 'NotAnAddress'],
    ['https://169.254.169.254/latest', 'HostNotAllowed'],
    ['http://127.0.0.1:9/', 'HostNotAllowed'],
    ['https://edi.example.com.evil.example/', 'HostNotAllowed'],
    ['https://edi.example.com:8443/', 'HostNotAllowed'],
  ])('is not posted to %s', async (to, code) => {
    const shop = await open()
    expect((await setAddress(shop, to)).refused).toMatchObject({
      Facts: { issues: [{ field: 'ediAddress', code }] },
    })
    expect((await setAddress(shop, 'https://edi.example.com/in')).refused).toBeNull()
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { goodsIssueKind } from '@kervan/contract/order/goods-issues'
import {
  acceptReturns,
  announceReturn,
  getReturn,
  getReturnableLines,
  receiveReturn,
  refuseReturns,
  returnList,
  withdrawReturns,
} from '@kervan/contract/order/returns'
import { returnTable } from '@kervan/contract/order/return-states'
import { existing } from '@kervan/contract/kit/typed'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lookForDeliveries, makeDeliveriesDue } from '../../../test/deliveries.ts'
import { approve, openShop, orderOf, page, type Shop } from '../../../test/ordering.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'

// Returns from the announcement to the credit note of the ERP, which is a process of its own.

let portal: Portal
let erp: ChildProcess
let erpUrl: string
beforeAll(async () => {
  erp = spawn(process.execPath, [join(import.meta.dirname, '../../../../simulators/erp/credit-notes.ts')], {
    env: { ...process.env, PORT: '0', KEY: 'erp-key' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(existing(erp.stdout), 'data')
  erpUrl = String(line).trim()
  portal = await startPortal({ env: { RETURNS_URL: erpUrl, RETURNS_KEY: 'erp-key' } })
}, 180_000)
afterAll(async () => {
  await portal.close()
  erp.kill()
})

const erpState = async () =>
  (await fetch(`${erpUrl}/admin/state`).then((answer) => answer.json())) as {
    notes: { returnCode: string; creditNote: string; amount: string; times: number }[]
  }
const fault = (name: string) =>
  fetch(`${erpUrl}/admin/fault`, { method: 'POST', body: JSON.stringify({ fault: name }) })

/** Long enough for a slow machine; what is waited for comes within a second. */
const waiting = { timeout: 60_000, interval: 200 }
const gtin = '08689999001018'
const code = (serial: string) => `01${gtin}21${serial}\u001d1731123110B24A07`

/** A shop with one line of 48, of which 40 were delivered; its goods have a GTIN. */
async function delivered(): Promise<{ shop: Shop; orderCode: string; lineId: string }> {
  const shop = await openShop(portal, { product: { stock: 1_000 } })
  await inCompany(portal, shop.company.id, 'update product_variant set gtin = $2 where id = $1', [
    shop.product.variants[0]?.id,
    gtin,
  ])
  const order = await orderOf(shop, [48])
  expect((await approve(shop, order)).status).toBe(200)
  const [line] = order.lines
  await portal.call(goodsIssueKind.deliver, shop.boss.token, {
    rows: [
      {
        code: `G-${order.orderCode}`,
        orderLine: line?.lineCode ?? '',
        issuedQuantity: 40,
        issuedOn: '2026-11-20',
        deliveryNote: 'LS-1',
        closesLine: false,
      },
    ],
  })
  return { shop, orderCode: order.orderCode, lineId: line?.id ?? '' }
}
type Delivered = Awaited<ReturnType<typeof delivered>>

const announce = (
  { shop, orderCode, lineId }: Delivered,
  { quantity = null, codes = null }: { quantity?: number | null; codes?: string | null },
) =>
  portal.call(announceReturn, shop.buyer.token, {
    orderCode,
    reason: 'Damaged',
    lines: [{ lineId, quantity, codes }],
  })
const decided = (shop: Shop, call: typeof acceptReturns, id: string) =>
  portal.call(call, shop.boss.token, { selection: { mode: 'ids', ids: [id] }, dryRun: false })
const look = async (shop: Shop, returnId: string) =>
  (await portal.call(getReturn, shop.boss.token, { returnId })).body
const receive = async (shop: Shop, returnId: string, entered: { quantity?: number; codes?: string }) => {
  const found = await look(shop, returnId)
  return portal.call(receiveReturn, shop.boss.token, {
    returnId,
    version: found.version,
    lines: [
      {
        returnLineId: found.lines[0]?.id ?? '',
        quantity: entered.quantity ?? null,
        codes: entered.codes ?? null,
      },
    ],
  })
}
const quotasOf = ({ shop }: Delivered) =>
  inCompany(
    portal,
    shop.company.id,
    `select quota_state, po_quantity, completed_quantity from order_line where company_id = $1`,
    [shop.company.id],
  )

describe('[MED-001] a return', () => {
  it('goes from the customer to the credit note, once, though the answer of the ERP is lost', async () => {
    const order = await delivered()
    const { shop } = order
    const before = await quotasOf(order)
    const made = (await announce(order, { quantity: 12 })).body
    expect(made.returnCode).toBe('RT-00001')
    expect((await decided(shop, acceptReturns, made.returnId)).body).toMatchObject({ done: 1, refused: 0 })
    await fault('dropAfter')
    const got = await receive(shop, made.returnId, { quantity: 10 })
    expect(got.body).toMatchObject({ state: 'Received', lines: [{ quantity: 12, receivedQuantity: 10 }] })
    await vi.waitFor(async () => {
      await makeDeliveriesDue(portal, shop.company.id)
      await lookForDeliveries(portal, shop.company.id)
      expect((await look(shop, made.returnId)).state).toBe('Credited')
    }, waiting)
    const credited = await look(shop, made.returnId)
    const note = (await erpState()).notes.find(({ creditNote }) => creditNote === credited.creditNote)
    expect(note).toMatchObject({ returnCode: 'RT-00001', amount: credited.amount, times: 2 })
    expect(credited.events.map(({ kind }) => kind)).toEqual([
      'productReturn.credited',
      'productReturn.received',
      'productReturn.accepted',
      'productReturn.announced',
    ])
    // What did not come in can be announced again; quotas are as they were.
    const { body } = await portal.call(getReturnableLines, shop.buyer.token, { orderCode: order.orderCode })
    expect(body.lines[0]).toMatchObject({ delivered: 40, returned: 10, left: 30 })
    expect(await quotasOf(order)).toEqual(before)
  })

  it('never takes more than was delivered, though two announce at the same moment', async () => {
    const order = await delivered()
    expect((await announce(order, { quantity: 41 })).refused).toMatchObject({
      ErrorCode: 'ReturnAboveDelivered',
      Facts: { quantity: 41, left: 40, delivered: 40 },
    })
    const both = await Promise.all([announce(order, { quantity: 30 }), announce(order, { quantity: 30 })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const { body } = await portal.call(returnList.page, order.shop.boss.token, page)
    expect(body.rows.map(({ returnQuantity }) => returnQuantity)).toEqual([30])
  })

  it('names packs by their codes; a pack comes back once', async () => {
    const order = await delivered()
    const { shop } = order
    const made = await announce(order, { codes: `${code('A1')}\n${code('A2')}` })
    expect(made.status).toBe(200)
    expect((await announce(order, { codes: code('A2') })).code).toBe('ReturnPackTwice')
    expect((await announce(order, { codes: 'nonsense' })).code).toBe('ReturnCodeWrong')
    const other = code('A3').replace(gtin, '08699999002021')
    expect((await announce(order, { codes: other })).code).toBe('ReturnPackOfOther')
    await decided(shop, acceptReturns, made.body.returnId)
    expect((await receive(shop, made.body.returnId, { codes: code('A9') })).code).toBe('ReturnPackOfOther')
    const got = await receive(shop, made.body.returnId, { codes: code('A1') })
    expect(got.body.lines[0]?.packs).toEqual([
      { serialNumber: 'A1', isReceived: true },
      { serialNumber: 'A2', isReceived: false },
    ])
    expect((await announce(order, { codes: code('A1') })).code).toBe('ReturnPackTwice')
    expect((await announce(order, { codes: code('A2') })).status).toBe(200)
  })

  it('is refused with a reason and withdrawn by its customer, and its goods are free again', async () => {
    const order = await delivered()
    const { shop } = order
    const refused = (await announce(order, { quantity: 40 })).body
    await portal.call(refuseReturns, shop.boss.token, {
      selection: { mode: 'ids', ids: [refused.returnId] },
      dryRun: false,
      memo: 'Outside the term',
    })
    expect(await look(shop, refused.returnId)).toMatchObject({
      state: 'Refused',
      decisionMemo: 'Outside the term',
    })
    const again = (await announce(order, { quantity: 40 })).body
    await portal.call(withdrawReturns, shop.buyer.token, {
      selection: { mode: 'ids', ids: [again.returnId] },
      dryRun: false,
      memo: 'Sold after all',
    })
    expect((await look(shop, again.returnId)).state).toBe('Withdrawn')
    expect((await announce(order, { quantity: 40 })).status).toBe(200)
  })

  it('is no affair of another customer, and nobody accepts what they announced', async () => {
    const order = await delivered()
    const { shop } = order
    const made = (await announce(order, { quantity: 1 })).body
    const stranger = await shop.company.user({ customer: await shop.company.customer() })
    const asked = { returnId: made.returnId }
    expect((await portal.call(getReturn, stranger.token, asked)).code).toBe('NotFound')
    const { body } = await portal.call(returnList.page, stranger.token, page)
    expect(body.rows).toEqual([])
    const own = await portal.call(acceptReturns, shop.buyer.token, {
      selection: { mode: 'ids', ids: [made.returnId] },
      dryRun: false,
    })
    expect(own.body).toMatchObject({ done: 0, refused: 1 })
    expect(JSON.stringify(own.body)).toContain('OwnReturn')
    expect((await receive(shop, made.returnId, { quantity: 1 })).code).toBe('ReturnState')
  })

  it('says what is wrong with what was entered', async () => {
    const order = await delivered()
    const { shop, orderCode, lineId } = order
    const send = async (...lines: { lineId: string; quantity: number | null; codes: string | null }[]) =>
      (await portal.call(announceReturn, shop.buyer.token, { orderCode, reason: 'Damaged', lines })).code
    const one = { lineId, quantity: 1, codes: null }
    expect(await send(one, one)).toBe('ReturnLineTwice')
    expect(await send({ ...one, quantity: null })).toBe('ReturnQuantityMissing')
    const many = Array.from({ length: 501 }, (_, at) => code(`S${at}`)).join('\n')
    expect(await send({ ...one, codes: many })).toBe('ReturnTooManyCodes')
    const unexplained = { orderCode, reason: 'Other' as const, lines: [one] }
    expect((await portal.call(announceReturn, shop.buyer.token, unexplained)).code).toBe('ReasonMemoRequired')
    const made = (await announce(order, { quantity: 2 })).body
    await decided(shop, acceptReturns, made.returnId)
    expect((await receive(shop, made.returnId, { quantity: 3 })).code).toBe('ReturnAboveAnnounced')
    expect((await receive(shop, made.returnId, { quantity: 0 })).code).toBe('ReturnEmpty')
  })

  it('is decided and received once, though two do it at the same moment', async () => {
    const order = await delivered()
    const { shop } = order
    const made = (await announce(order, { quantity: 5 })).body
    await decided(shop, acceptReturns, made.returnId)
    const found = await look(shop, made.returnId)
    const input = {
      returnId: made.returnId,
      version: found.version,
      lines: [{ returnLineId: found.lines[0]?.id ?? '', quantity: 5, codes: null }],
    }
    const both = await Promise.all([
      portal.call(receiveReturn, shop.boss.token, input),
      portal.call(receiveReturn, shop.boss.token, input),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const tooMuch = { ...input, lines: [{ ...existing(input.lines[0]), quantity: 6 }] }
    expect((await portal.call(receiveReturn, shop.boss.token, tooMuch)).code).toBe('ReturnState')
  })
})

it('[MED-001] the table of states has no dead end', () => {
  expect(returnTable.final).toEqual(['Refused', 'Withdrawn', 'Credited'])
})

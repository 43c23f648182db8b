import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import { tracePackages, uploadPackage } from '@kervan/contract/trace/packages'
import { getTransferSearch, searchTransfers } from '@kervan/contract/trace/transfers'
import { addDays } from '@kervan/contract/kit/days'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from '../test/ordering.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { inCompany } from '../test/statements.ts'
import { transferXml, zipped } from '../test/transfer-package.ts'
import { canary, startSimulator, type Simulator } from './porta/evidence/its.testing.ts'
import { packageTransfersWork, takeTransfers } from './trace/packages/transfers.ts'

// What ITS has is a matter of refund requests, packages are one of the trace: here they are put together.

const [maker, shop] = ['8699999000003', '8689999200015']

let its: Simulator
let portal: Portal
beforeAll(async () => {
  its = await startSimulator()
  await post('/admin/seed', {
    stakeholders: [
      { gln: maker, kind: 'manufacturer', name: 'Üretici', city: 'Ankara', active: true },
      { gln: shop, kind: 'wholesaler', name: 'Depo', city: 'İzmir', active: true },
    ],
    users: { [`${maker}0000`]: 'maker', [`${shop}0000`]: canary },
  })
  portal = await startPortal({ env: { ITS_URL: its.url, ITS_SPACING_MS: '0', ITS_TIMEOUT_MS: '5000' } })
})
afterAll(async () => {
  await portal.close()
  its.stop()
})
beforeEach(async () => {
  await its.fault('none')
  await its.clock(null)
})

const post = async (path: string, body: object, token = '') =>
  (
    await fetch(its.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}` },
    })
  ).json() as Promise<Record<string, unknown>>
const tokenOf = async (gln: string, password: string) =>
  String((await post('/token/app/token/', { username: `${gln}0000`, password }))['token'])

let documents = 0
/** A package that nobody has seen, from one to the other. */
function packed(source: string, destination: string): { number: string; body: Buffer } {
  const number = `D-${process.pid}-${(documents += 1)}`
  const packs = [{ gtin: '08689999001018', lot: 'B24A07', expiry: '2031-12-31', serials: [`S${number}`] }]
  const body = zipped(
    transferXml([{ label: '086999990000000126', type: 'P', packs }], { number, source, destination }),
  )
  return { number, body }
}
const send = async (from: string, to: string, body: Buffer) =>
  post(
    '/pts/app/SendPackage',
    { receiver: to, file: body.toString('base64') },
    await tokenOf(from, from === maker ? 'maker' : canary),
  )

async function open({ password = canary } = {}) {
  const company = await portal.company()
  const user = await company.user()
  const { body } = await portal.call(getPortaPolicy, user.token, {})
  await portal.call(updatePortaPolicy, user.token, {
    version: body.version,
    itsUserName: `${shop}0000`,
    itsPassword: password,
  })
  const take = () => takeTransfers(portal.app.services, { companyId: company.id })
  const listed = async () => (await portal.call(tracePackages.page, user.token, page)).body.rows
  const numbers = async () => (await listed()).map(({ documentNumber }) => documentNumber)
  const state = async () => (await portal.call(getTransferSearch, user.token, {})).body
  return { company, user, take, listed, numbers, state }
}

describe('[TRC-004] packages that ITS has', () => {
  it('are taken once in both directions and read, also by two that look at once', async () => {
    const desk = await open()
    expect(await desk.state()).toMatchObject({ isOpen: true, searchedTo: null, problem: null })
    const [received, sent] = [packed(maker, shop), packed(shop, maker)]
    await send(maker, shop, received.body)
    await send(shop, maker, sent.body)
    await Promise.all([desk.take(), desk.take()])
    await desk.take()
    await vi.waitFor(
      async () =>
        expect(await desk.numbers()).toEqual(expect.arrayContaining([received.number, sent.number])),
      { timeout: 60_000 },
    )
    const rows = await desk.listed()
    expect(rows.filter(({ documentNumber }) => documentNumber === received.number)).toHaveLength(1)
    expect(await desk.state()).toMatchObject({ problem: null, searchedTo: expect.any(String) })
  })

  it('that came by hand before are not kept a second time', async () => {
    const desk = await open()
    const { number, body } = packed(maker, shop)
    await portal.upload(uploadPackage, desk.user.token, {}, [{ name: 'by-hand.zip', body }])
    await send(maker, shop, body)
    await desk.take()
    await vi.waitFor(async () => expect(await desk.numbers()).toContain(number), { timeout: 60_000 })
    const rows = (await desk.listed()).filter(({ documentNumber }) => documentNumber === number)
    expect(rows).toMatchObject([{ fileName: 'by-hand.zip' }])
  })

  it('are asked for again when ITS was away, which is told until it answers', async () => {
    const desk = await open()
    const { number, body } = packed(maker, shop)
    await send(maker, shop, body)
    await its.fault('malformed')
    await desk.take()
    expect(await desk.state()).toMatchObject({ problem: 'Malformed', answeredAt: null })
    await its.fault('throttled')
    await expect(desk.take()).rejects.toThrow('did not answer')
    expect(await desk.state()).toMatchObject({ problem: 'Busy' })
    await its.fault('none')
    await desk.take()
    expect(await desk.state()).toMatchObject({ problem: null })
    await vi.waitFor(async () => expect(await desk.numbers()).toContain(number), { timeout: 60_000 })
  })

  it('are found in portions of 31 days since the last search', async () => {
    const desk = await open()
    const { number, body } = packed(maker, shop)
    await its.clock(new Date(Date.now() - 60 * 86_400_000))
    await send(maker, shop, body)
    await its.clock(null)
    const today = new Date().toISOString().slice(0, 10)
    await inCompany(
      portal,
      desk.company.id,
      `insert into trace_transfer_search (company_id, searched_to, asked_at) values ($1, $2, now())`,
      [desk.company.id, addDays(today, -80)],
    )
    await desk.take()
    await vi.waitFor(async () => expect(await desk.numbers()).toContain(number), { timeout: 60_000 })
  })

  it('are asked for at night and by hand, where the company has a user at ITS', async () => {
    const desk = await open()
    const { services } = portal.app
    const run = (companyId: number) =>
      services.db.withCompany(companyId, (tx) =>
        packageTransfersWork.run({ tx, services, companyId, dueAt: new Date() }),
      )
    expect(await run(desk.company.id)).toEqual({ counts: { requests: 1 } })
    expect((await portal.call(searchTransfers, desk.user.token, {})).body).toEqual({ done: true })
    await vi.waitFor(async () => expect((await desk.state()).searchedTo).not.toBeNull(), { timeout: 60_000 })
    const without = await portal.company()
    const stranger = await without.user()
    expect(await run(without.id)).toEqual({ counts: { requests: 0 } })
    expect((await portal.call(getTransferSearch, stranger.token, {})).body).toEqual({
      isOpen: false,
      searchedTo: null,
      askedAt: null,
      answeredAt: null,
      problem: null,
    })
    expect(await portal.call(searchTransfers, stranger.token, {})).toMatchObject({
      status: 422,
      code: 'TransferSourceMissing',
    })
    const reader = await desk.company.user({ without: ['pfsiService-searchTransfers'] })
    expect(await portal.call(searchTransfers, reader.token, {})).toMatchObject({ status: 403 })
  })

  it('are refused to a user whom ITS does not know, which is told and not tried again', async () => {
    const desk = await open({ password: 'wrong' })
    await desk.take()
    expect(await desk.state()).toMatchObject({ problem: 'SignInRefused', searchedTo: null })
  })
})

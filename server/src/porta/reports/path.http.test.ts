import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addImages, createRequest, getImageImport, importImages } from '@kervan/contract/porta/applications'
import {
  approveRequests,
  declineRequests,
  downloadMyRequestImage,
  getDiscountRequest,
  getMyDiscountRequest,
  type DiscountRequestView,
} from '@kervan/contract/porta/discount-requests'
import { getItsValidation, inquireRequest, validateThroughIts } from '@kervan/contract/porta/its-validation'
import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import {
  discountReports,
  downloadReport,
  reportRequests,
  sendReportAgain,
} from '@kervan/contract/porta/reports'
import { existing } from '@kervan/contract/kit/typed'
import { lookForDeliveries, makeDeliveriesDue } from '../../../test/deliveries.ts'
import { page } from '../../../test/ordering.ts'
import { applyFor, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { madeUpPicture } from '../demo/ground-truth.ts'

// The whole way of a request through ITS and the warehouse, each a process of its own: from the code and the picture to
// the receipt, and what happens when one of them fails.

const file = (name: string) => join(import.meta.dirname, `../../../../simulators/${name}/main.ts`)
const maker = '8699999000006'
const canary = 'Canary-7e21-Parola!'
const warehouseKey = 'key-of-the-warehouse'

let its: ChildProcess
let warehouses: ChildProcess
let itsUrl: string
let warehouseUrl: string
let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let reviewer: User
let itsUser: string

const start = async (name: string) => {
  const process_ = spawn(process.execPath, [file(name)], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(existing(process_.stdout), 'data')
  return [process_, String(line).trim()] as const
}
const post = async (url: string, body: object) =>
  (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<
    Record<string, unknown>
  >

beforeAll(async () => {
  ;[its, itsUrl] = await start('its')
  ;[warehouses, warehouseUrl] = await start('warehouse')
  portal = await startPortal({
    env: {
      ITS_URL: itsUrl,
      ITS_PAGES_URL: itsUrl,
      ITS_SPACING_MS: '0',
      ITS_SGK_GLN: '8680000000017',
      WAREHOUSES_URL: warehouseUrl,
      WAREHOUSES_KEYS: `DEPOT-PATH=${warehouseKey}`,
    },
  })
  pharmacy = await openPharmacy({ portal })
  await inCompany(portal, pharmacy.company.id, `update location set code = 'DEPOT-PATH' where id = $1`, [
    pharmacy.warehouse.id,
  ])
  pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  reviewer = await pharmacy.company.user()
  itsUser = `${pharmacy.gln}0000`
  await post(`${warehouseUrl}/admin/seed`, {
    warehouses: [{ code: 'DEPOT-PATH', key: warehouseKey }],
    seed: 1,
  })
  await post(`${itsUrl}/admin/seed`, {
    gtins: [pharmacy.gtin],
    stakeholders: [
      { gln: maker, kind: 'manufacturer', name: 'Üretici', city: 'Ankara', active: true },
      { gln: pharmacy.gln, kind: 'pharmacy', name: 'Eczane', city: 'İzmir', active: true },
    ],
    users: { [itsUser]: canary },
    packs: ['PATH0001', 'PATH0002', 'OPEN0001', 'ITS00001'].map((sn) => ({
      gtin: pharmacy.gtin,
      sn,
      bn: 'B24A07',
      xd: '2031-12-31',
      maker,
      pharmacy: pharmacy.gln,
      fate: sn.startsWith('OPEN') ? 'open' : 'sold',
    })),
  })
}, 180_000)
afterAll(async () => {
  await portal.close()
  its.kill()
  warehouses.kill()
})

/** A screenshot of the notification of this pack's sale. */
async function screenshotOf(serial: string): Promise<Buffer> {
  const { bytes } = await madeUpPicture(77, {
    style: 'web',
    hasCode: true,
    pharmacyGln: pharmacy.gln,
    pack: {
      gtin: pharmacy.gtin,
      serialNumber: serial,
      lot: 'B24A07',
      expiryDate: '2031-12-31',
      resultCode: '00000',
    },
    patient: null,
  })
  return bytes
}
const apply = async (serial: string, user = pharmacist, picture?: Buffer) =>
  portal.upload(createRequest, user.token, { dataMatrix: pharmacy.code(serial), ...pharmacy.origin }, [
    { name: 'screen.png', body: picture ?? (await screenshotOf(serial)) },
  ])
const ids = (...all: string[]) => ({ selection: { mode: 'ids' as const, ids: all }, dryRun: false })
const seen = async (id: string) =>
  (await portal.call(getDiscountRequest, reviewer.token, { requestId: id })).body
const settings = async (changes: object) => {
  const { body } = await portal.call(getPortaPolicy, reviewer.token, {})
  return portal.call(updatePortaPolicy, reviewer.token, { version: body.version, ...changes })
}
const patience = { timeout: 120_000, interval: 300 }

describe('[DSC-003] [DSC-006] [DSC-016] [ITS-001] a request', () => {
  it('goes from the code and its picture through review to the receipt of the warehouse', async () => {
    const { body } = await apply('PATH0001')
    const made = body as DiscountRequestView
    expect(made).toMatchObject({ requestState: 'PreApplication', images: [{ imageState: 'Waiting' }] })
    const { id } = made
    await vi.waitUntil(async () => (await seen(id)).requestState === 'Pending', patience)
    expect(await seen(id)).toMatchObject({
      validationFlow: 'ValidateFromImage',
      images: [{ imageState: 'Matched' }],
      events: [{ kind: 'discountRequest.validated' }, {}, { kind: 'discountRequest.made' }],
    })
    const { body: picture } = await portal.call(downloadMyRequestImage, pharmacist.token, {
      imageId: existing(made.images[0]).id,
    })
    expect([...(picture as unknown as Buffer).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])

    expect(await portal.call(inquireRequest, reviewer.token, { requestId: id })).toMatchObject({
      code: 'ItsAccessMissing',
    })
    await settings({ itsUserName: itsUser, itsPassword: canary })
    const { body: asked } = await portal.call(inquireRequest, reviewer.token, { requestId: id })
    expect(asked).toMatchObject({
      packState: 'Consumed',
      evidence: expect.arrayContaining([
        expect.objectContaining({
          resultCode: '60004',
          sale: expect.objectContaining({ toGln: '8680000000017' }),
        }),
      ]),
    })
    expect(asked.compared.find(({ field }) => field === 'lotNumber')).toMatchObject({
      applied: 'B24A07',
      image: 'B24A07',
      differs: false,
    })

    expect(await portal.call(approveRequests, reviewer.token, ids(id))).toMatchObject({ body: { done: 1 } })
    // The warehouse takes the report, and its answer is lost on the way.
    await post(`${warehouseUrl}/admin/fault`, { fault: 'dropAfter', times: 1 })
    expect(await portal.call(reportRequests, reviewer.token, {})).toMatchObject({
      body: { reports: 1, requests: 1 },
    })
    expect(await portal.call(reportRequests, reviewer.token, {})).toMatchObject({ code: 'NothingToReport' })
    expect((await seen(id)).requestState).toMatch(/Completed|ApplicationOnThirdPartyDomain/)
    await vi.waitUntil(async () => {
      await makeDeliveriesDue(portal, pharmacy.company.id)
      await lookForDeliveries(portal, pharmacy.company.id)
      return (await seen(id)).requestState === 'ApplicationOnThirdPartyDomain'
    }, patience)
    const { body: told } = await portal.call(discountReports.page, reviewer.token, page)
    expect(told.rows).toMatchObject([
      { reportState: 'Sent', requestCount: 1, paymentLocationCode: 'DEPOT-PATH' },
    ])
    const received = (await (await fetch(`${warehouseUrl}/admin/received`)).json()) as {
      requests: Record<string, number>
      reports: { receipt: string }[]
    }
    expect(received.requests).toEqual({ [made.requestCode]: 1 })
    expect((await seen(id)).receipt).toBe(received.reports[0]?.receipt)

    const report = existing(told.rows[0])
    const file = await portal.call(downloadReport, reviewer.token, { reportId: report.id })
    expect((file.body as unknown as Buffer).toString('utf8')).toContain(
      `${made.requestCode};${pharmacy.gtin};PATH0001;B24A07`,
    )
    expect(await portal.call(sendReportAgain, reviewer.token, { reportId: report.id })).toMatchObject({
      code: 'ReportTaken',
    })
    expect(await portal.call(downloadReport, pharmacist.token, { reportId: report.id })).toMatchObject({
      status: 404,
    })
  }, 180_000)

  it('keeps nothing of a picture that is refused, and says how to send a better one', async () => {
    const html = await apply('PATH0002', pharmacist, Buffer.from('<html><script>alert(1)</script></html>'))
    expect(html).toMatchObject({ status: 422, code: 'FileTypeNotAllowed' })
    await settings({ maximumImages: 1 })
    const two = await portal.upload(
      createRequest,
      pharmacist.token,
      { dataMatrix: pharmacy.code('PATH0002'), ...pharmacy.origin },
      [1, 2].map((at) => ({ name: `${at}.png`, body: Buffer.from('x') })),
    )
    expect(two.status).toBe(422)
    const picture = await screenshotOf('PATH0002')
    const many = await portal.upload(importImages, pharmacist.token, {}, [
      { name: '1.png', body: picture },
      { name: '2.png', body: picture },
    ])
    expect(many).toMatchObject({ code: 'TooManyImages', refused: { Facts: { limit: 1 } } })
    await settings({ maximumImages: 20, imageFlowOff: true })
    expect(await apply('PATH0002')).toMatchObject({ code: 'FlowSwitchedOff' })
    await settings({ imageFlowOff: false })
  })

  it('[DSC-006] of an import of pictures each finds its pre-application, and one that fits none says so', async () => {
    const { id, code } = await applyFor(pharmacy, pharmacist, 'PATH0002')
    const { body: sent } = await portal.upload(importImages, pharmacist.token, {}, [
      { name: 'right.png', body: await screenshotOf('PATH0002') },
      { name: 'other.png', body: await screenshotOf('NOBODY01') },
    ])
    const ask = async () =>
      (
        await portal.call(getImageImport, pharmacist.token, {
          batchId: (sent as { batchId: string }).batchId,
        })
      ).body
    await vi.waitUntil(async () => (await ask()).waiting === 0, patience)
    expect((await ask()).images.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
      { name: 'other.png', requestCode: null, message: 'Image did not match with any pre-application.' },
      { name: 'right.png', requestCode: code, message: null },
    ])
    expect((await seen(id)).requestState).toBe('Pending')
    await inCompany(
      portal,
      pharmacy.company.id,
      `update discount_request set archived_at = now() where id = $1`,
      [id],
    )
    expect(
      await portal.upload(addImages, pharmacist.token, { requestId: id }, [
        { name: 'late.png', body: await screenshotOf('PATH0002') },
      ]),
    ).toMatchObject({ code: 'RequestArchived' })
    expect((await portal.call(approveRequests, reviewer.token, ids(id))).body.results[0]).toMatchObject({
      refusal: 'RequestArchived',
    })
    expect(
      (await portal.call(declineRequests, reviewer.token, { ...ids(id), reason: 'StateChanged' })).body
        .results[0],
    ).toMatchObject({ refusal: 'NotFound' })
  }, 180_000)
})

describe('[DSC-009] ITS validation by the applicant', () => {
  const validate = (requestIds: string[], over: object = {}) =>
    portal.call(validateThroughIts, pharmacist.token, {
      requestIds,
      itsUserName: itsUser,
      itsPassword: canary,
      ...over,
    })
  const answers = async (runId: string) => {
    const ask = async () => (await portal.call(getItsValidation, pharmacist.token, { runId })).body
    await vi.waitUntil(async () => (await ask()).finished, patience)
    return (await ask()).packs
  }

  it('makes what ITS knows Pending, pack by pack; a prescription that is not finalized is an answer', async () => {
    const [sold, open, unknown] = [
      await applyFor(pharmacy, pharmacist, 'ITS00001'),
      await applyFor(pharmacy, pharmacist, 'OPEN0001'),
      await applyFor(pharmacy, pharmacist, 'NEVER001'),
    ]
    const { body } = await validate([sold.id, open.id, unknown.id])
    const packs = new Map((await answers(body.runId)).map((pack) => [pack.requestId, pack]))
    expect(packs.get(sold.id)).toMatchObject({ result: 'Succeeded', message: null })
    expect(packs.get(open.id)).toMatchObject({ result: 'Failed', message: 'prescription not finalized' })
    expect(packs.get(unknown.id)).toMatchObject({ result: 'Failed', message: 'ITS does not know this pack.' })
    const { body: mine } = await portal.call(getMyDiscountRequest, pharmacist.token, { requestId: sold.id })
    expect(mine).toMatchObject({ requestState: 'Pending', validationFlow: 'ValidateFromITS' })
    expect((await seen(open.id)).requestState).toBe('PreApplication')
  })

  it('changes no request when ITS fails, and keeps the credentials nowhere', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'FAILS001')
    await post(`${itsUrl}/admin/fault`, { fault: 'error500' })
    const { body } = await validate([id])
    expect(await answers(body.runId)).toMatchObject([{ result: 'Failed' }])
    await post(`${itsUrl}/admin/fault`, { fault: 'none' })
    expect((await seen(id)).requestState).toBe('PreApplication')
    const { rows } = await portal.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    )
    for (const { name } of rows) {
      const found = await inCompany(
        portal,
        pharmacy.company.id,
        `select 1 from ${name} t where company_id = $1 and t::text like '%' || $2 || '%' limit 1`,
        [pharmacy.company.id, canary],
      )
      expect([name, found.length]).toEqual([name, 0])
    }
  }, 120_000)

  it('is refused for more than twenty, for a user name that is none, while it is switched off', async () => {
    const one = await applyFor(pharmacy, pharmacist, 'LIMIT001')
    const many = Array.from(
      { length: 21 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    )
    expect(await validate(many)).toMatchObject({
      code: 'ItsTooManyPacks',
      refused: { Facts: { limit: 20, count: 21 } },
    })
    expect(await validate([one.id], { itsUserName: `${pharmacy.gln}000a` })).toMatchObject({
      code: 'ItsUserNameInvalid',
    })
    await settings({ itsPausedFrom: '2020-01-01', itsPausedTo: '2099-12-31' })
    expect(await validate([one.id])).toMatchObject({ code: 'ItsPaused' })
    await settings({ itsPausedFrom: null, itsPausedTo: null, itsFlowOff: true })
    expect(await validate([one.id])).toMatchObject({ code: 'FlowSwitchedOff' })
    await settings({ itsFlowOff: false })
  })

  it('a reviewer who asks while ITS is away is told so, and nothing changes', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'AWAY0001')
    await post(`${itsUrl}/admin/fault`, { fault: 'malformed' })
    const answer = await portal.call(inquireRequest, reviewer.token, { requestId: id })
    await post(`${itsUrl}/admin/fault`, { fault: 'none' })
    expect(answer).toMatchObject({ status: 422, code: 'ItsFailed' })
    expect((await seen(id)).evidence).toEqual([])
  })
})

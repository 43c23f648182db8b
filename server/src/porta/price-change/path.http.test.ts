import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays } from '@kervan/contract/kit/days'
import { existing } from '@kervan/contract/kit/typed'
import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import {
  createPriceChangeRequest,
  getPriceChangeValidation,
  validatePriceChangeThroughIts,
} from '@kervan/contract/porta/price-change-applications'
import {
  approvePriceChangeRequests,
  downloadPriceChangeImage,
  getPriceChangeRequest,
  inquirePriceChangeRequest,
  rejectPriceChangeRequests,
  type PriceChangeRequestView,
} from '@kervan/contract/porta/price-change-requests'
import {
  discountReports,
  downloadPriceChangeReport,
  downloadReport,
  priceChangeReports,
  reportPriceChangeRequests,
  reportRequests,
} from '@kervan/contract/porta/reports'
import { lookForDeliveries, makeDeliveriesDue } from '../../../test/deliveries.ts'
import { page } from '../../../test/ordering.ts'
import {
  applyForPriceChange,
  changePrice,
  openPharmacy,
  today,
  type Pharmacy,
} from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { madeUpPicture } from '../demo/ground-truth.ts'

// A price-change refund through the portal, the drug-tracking system and the system of a warehouse, each a process of its own.

const maker = '8699999000006'
const password = 'Canary-91cc-Parola!'
const warehouseKey = 'a-key-of-the-warehouse'
const patience = { timeout: 120_000, interval: 300 }
const changed = addDays(today(), -10)

const children: ChildProcess[] = []
async function start(name: 'its' | 'warehouse'): Promise<string> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, `../../../../simulators/${name}/main.ts`)],
    {
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  children.push(child)
  const [line] = await once(existing(child.stdout), 'data')
  return String(line).trim()
}
const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let manager: User
let itsUrl: string
let itsUser: string

/** Packs that ITS has seen move at noon of that day, each with what became of it. */
async function packsOn(day: string, packs: Record<string, 'shelf' | 'sold' | 'cash'>): Promise<void> {
  await post(`${itsUrl}/admin/clock`, { now: `${day}T09:00:00.000Z` })
  await post(`${itsUrl}/admin/seed`, {
    gtins: [pharmacy.gtin],
    stakeholders: [
      { gln: maker, kind: 'manufacturer', name: 'Üretici', city: 'Ankara', active: true },
      { gln: pharmacy.gln, kind: 'pharmacy', name: 'Eczane', city: 'İzmir', active: true },
    ],
    users: { [itsUser]: password },
    packs: Object.entries(packs).map(([sn, fate]) => ({
      gtin: pharmacy.gtin,
      sn,
      bn: 'B24A07',
      xd: '2031-12-31',
      maker,
      pharmacy: pharmacy.gln,
      fate,
    })),
  })
  await post(`${itsUrl}/admin/clock`, { now: null })
}

beforeAll(async () => {
  itsUrl = await start('its')
  const warehouseUrl = await start('warehouse')
  portal = await startPortal({
    env: {
      ITS_URL: itsUrl,
      ITS_PAGES_URL: itsUrl,
      ITS_SPACING_MS: '0',
      ITS_SGK_GLN: '8680000000017',
      WAREHOUSES_URL: warehouseUrl,
      WAREHOUSES_KEYS: `DEPOT-PCR=${warehouseKey}`,
    },
  })
  pharmacy = await openPharmacy({ portal })
  await changePrice(pharmacy, { changeDate: changed, entitlementDate: addDays(changed, -30) })
  await inCompany(portal, pharmacy.company.id, `update location set code = 'DEPOT-PCR' where id = $1`, [
    pharmacy.warehouse.id,
  ])
  pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  manager = await pharmacy.company.user()
  itsUser = `${pharmacy.gln}0000`
  await post(`${warehouseUrl}/admin/seed`, {
    warehouses: [{ code: 'DEPOT-PCR', key: warehouseKey }],
    seed: 1,
  })
  await packsOn(addDays(changed, -5), { PCRSHELF1: 'shelf', PCRSOLD01: 'sold' })
  await packsOn(addDays(changed, 2), { PCRLATE01: 'shelf' })
}, 180_000)
afterAll(async () => {
  await portal.close()
  for (const child of children) child.kill()
})

const screenshotOf = async (serialNumber: string) =>
  (
    await madeUpPicture(78, {
      style: 'web',
      hasCode: true,
      pharmacyGln: pharmacy.gln,
      pack: {
        gtin: pharmacy.gtin,
        serialNumber,
        lot: 'B24A07',
        expiryDate: '2031-12-31',
        resultCode: '00000',
      },
      patient: null,
    })
  ).bytes
const ids = (...all: string[]) => ({ selection: { mode: 'ids' as const, ids: all }, dryRun: false })
const seen = async (requestId: string) =>
  (await portal.call(getPriceChangeRequest, manager.token, { requestId })).body

describe('[PCR-001] [PCR-003] [PCR-004] [PCR-006] a price-change refund', () => {
  it('goes from the code and its picture through the movements of the pack to the receipt of the warehouse', async () => {
    const { body } = await portal.upload(
      createPriceChangeRequest,
      pharmacist.token,
      { dataMatrix: pharmacy.code('PCRSHELF1'), ...pharmacy.origin, refundScope: 'PriceChange' },
      [{ name: 'movements.png', body: await screenshotOf('PCRSHELF1') }],
    )
    const made = body as PriceChangeRequestView
    expect(made).toMatchObject({
      requestCode: expect.stringMatching(/^PC-\d{6}$/),
      requestState: 'PreApplication',
      suggestion: 'NoEvidence',
      images: [{ imageState: 'Waiting' }],
    })
    const { id } = made
    await vi.waitUntil(async () => (await seen(id)).requestState === 'Pending', patience)
    const picture = await portal.call(downloadPriceChangeImage, manager.token, {
      imageId: existing(made.images[0]).id,
    })
    expect(picture.status).toBe(200)

    const { body: policy } = await portal.call(getPortaPolicy, manager.token, {})
    await portal.call(updatePortaPolicy, manager.token, {
      version: policy.version,
      itsUserName: itsUser,
      itsPassword: password,
    })
    const { body: asked } = await portal.call(inquirePriceChangeRequest, manager.token, { requestId: id })
    expect(asked).toMatchObject({ suggestion: 'Approve', found: [], validationFlow: 'ValidateFromImage' })
    expect(asked.movements.map(({ movement, toGln }) => [movement, toGln])).toContainEqual([
      'Receipt',
      pharmacy.gln,
    ])

    expect(await portal.call(approvePriceChangeRequests, manager.token, ids(id))).toMatchObject({
      body: { done: 1 },
    })
    // The reports of discount requests leave it alone.
    expect(await portal.call(reportRequests, manager.token, {})).toMatchObject({ code: 'NothingToReport' })
    expect(await portal.call(reportPriceChangeRequests, manager.token, {})).toMatchObject({
      body: { reports: 1, requests: 1 },
    })
    await vi.waitUntil(async () => {
      await makeDeliveriesDue(portal, pharmacy.company.id)
      await lookForDeliveries(portal, pharmacy.company.id)
      return (await seen(id)).requestState === 'ApplicationOnThirdPartyDomain'
    }, patience)
    const { body: told } = await portal.call(priceChangeReports.page, manager.token, page)
    expect(told.rows).toMatchObject([{ reportState: 'Sent', requestCount: 1 }])
    expect((await portal.call(discountReports.page, manager.token, page)).body.rows).toEqual([])
    const reportId = existing(told.rows[0]).id
    const file = await portal.call(downloadPriceChangeReport, manager.token, { reportId })
    expect((file.body as unknown as Buffer).toString('utf8')).toContain('PriceChange')
    expect(await portal.call(downloadReport, manager.token, { reportId })).toMatchObject({ code: 'NotFound' })
  }, 180_000)

  it('is proved by ITS, several packs at once, and each has the reason that its movements prove', async () => {
    const sold = await applyForPriceChange(pharmacy, pharmacist, 'PCRSOLD01')
    const late = await applyForPriceChange(pharmacy, pharmacist, 'PCRLATE01')
    const { body } = await portal.call(validatePriceChangeThroughIts, pharmacist.token, {
      requestIds: [sold.id, late.id],
      itsUserName: itsUser,
      itsPassword: password,
    })
    await vi.waitUntil(
      async () =>
        (await portal.call(getPriceChangeValidation, pharmacist.token, { runId: body.runId })).body.finished,
      patience,
    )
    expect(await seen(sold.id)).toMatchObject({
      requestState: 'Pending',
      validationFlow: 'ValidateFromITS',
      found: [{ reason: 'NA2' }],
    })
    const found = await seen(late.id)
    expect(found).toMatchObject({ requestState: 'Pending', found: [{ reason: 'NA3' }] })
    const proof = existing(found.found[0]).declarationIds
    expect(found.movements.filter(({ declarationId }) => proof.includes(declarationId))).toMatchObject([
      { movement: 'Receipt', toGln: pharmacy.gln },
    ])
    const { body: done } = await portal.call(rejectPriceChangeRequests, manager.token, {
      ...ids(late.id),
      reason: 'NA3',
    })
    expect(done.done).toBe(1)
  }, 180_000)

  it('asks about 20 at most, and loses nothing while ITS is down', async () => {
    const many = await portal.call(validatePriceChangeThroughIts, pharmacist.token, {
      requestIds: Array.from({ length: 21 }, () => crypto.randomUUID()),
      itsUserName: itsUser,
      itsPassword: password,
    })
    expect(many).toMatchObject({ code: 'ItsTooManyPacks', refused: { Facts: { limit: 20, count: 21 } } })
    const waiting = await applyForPriceChange(pharmacy, pharmacist, 'PCRDOWN01')
    existing(children[0]).kill()
    await once(existing(children[0]), 'close')
    expect(
      await portal.call(inquirePriceChangeRequest, manager.token, { requestId: waiting.id }),
    ).toMatchObject({ code: 'ItsFailed' })
    expect(await seen(waiting.id)).toMatchObject({
      requestState: 'PreApplication',
      suggestion: 'NoEvidence',
      evidence: [],
    })
  }, 180_000)
})

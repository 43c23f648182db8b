import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  declineRequests,
  discountRequests,
  getDiscountRequest,
  inspectedRequests,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { importCodes } from '@kervan/contract/porta/applications'
import { inquireRequest } from '@kervan/contract/porta/its-validation'
import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import type { RequestState } from '@kervan/contract/porta/words'
import { existing } from '@kervan/contract/kit/typed'
import { page, windowAround } from '../../../test/ordering.ts'
import { applyFor, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import type { CalendarWork } from '../../kit/work/schedule.ts'
import { canary, maker, payerGln, startSimulator, type Simulator } from '../evidence/its.testing.ts'
import type { PackKey } from '../evidence/port.ts'
import { discountArchiveWork } from '../requests/archive.ts'
import { againAt } from '../requests/keep-evidence.ts'
import { discountAskAgainWork, discountRecheckWork, inquireAgain } from './inquiries.ts'
import { discountSampleWork } from './sample.ts'

let its: Simulator
let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let reviewer: User
let inspector: User
beforeAll(async () => {
  its = await startSimulator()
  portal = await startPortal({
    env: { ITS_URL: its.url, ITS_PAGES_URL: its.url, ITS_SPACING_MS: '0', ITS_SGK_GLN: payerGln },
  })
  pharmacy = await openPharmacy({ portal })
  const { company, location } = pharmacy
  await post({
    gtins: [pharmacy.gtin],
    stakeholders: [{ gln: pharmacy.gln, kind: 'pharmacy', name: 'Eczane', city: 'İzmir', active: true }],
    users: { [`${pharmacy.gln}0000`]: canary },
  })
  pharmacist = await company.user({ locations: [location] })
  reviewer = await company.user()
  inspector = await company.user({ without: ['promotionManagement-approveRequest'] })
  const { body } = await portal.call(getPortaPolicy, reviewer.token, {})
  await portal.call(updatePortaPolicy, reviewer.token, {
    version: body.version,
    itsUserName: `${pharmacy.gln}0000`,
    itsPassword: canary,
  })
}, 180_000)
afterAll(async () => {
  await portal.close()
  its.stop()
})

const sql = (statement: string, values: unknown[]) =>
  inCompany(portal, pharmacy.company.id, statement, values)
const ids = (...all: string[]) => ({ selection: { mode: 'ids' as const, ids: all }, dryRun: false })
const seen = async (requestId: string) =>
  (await portal.call(getDiscountRequest, reviewer.token, { requestId })).body
const run = (work: CalendarWork, dueAt = new Date()) =>
  portal.app.services.db.withCompany(pharmacy.company.id, (tx) =>
    work.run({ tx, services: portal.app.services, companyId: pharmacy.company.id, dueAt }),
  )
const inspected = async () =>
  (
    await portal.call(inspectedRequests.page, inspector.token, {
      ...page,
      ...windowAround(),
      sort: [...inspectedRequests.defaultSort],
    })
  ).body.rows

const ask = async (path: string, body: object, token = '') =>
  (
    await fetch(its.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${token}` },
    })
  ).json() as Promise<{ token?: string }>
const post = (body: object) => ask('/admin/seed', body)
/** The pharmacy takes the sale of the pack back. */
async function cancelSale({ serialNumber: sn }: PackKey): Promise<void> {
  const { token } = await ask('/token/app/token/', { username: `${pharmacy.gln}0000`, password: canary })
  await ask(
    '/prescription/app/pharmacysalecancel/',
    { dt: 'C', fr: pharmacy.gln, productList: [{ gtin: pharmacy.gtin, sn }] },
    token,
  )
}
let packs = 0
/** A pack that this pharmacy has sold to the payer. */
async function soldPack(): Promise<PackKey> {
  const serialNumber = `SOLD${(packs += 1)}PACK`
  const pack = { gtin: pharmacy.gtin, sn: serialNumber, bn: 'L1', xd: '2028-01-31' }
  await post({ packs: [{ ...pack, maker, pharmacy: pharmacy.gln, fate: 'sold' }] })
  return { gtin: pharmacy.gtin, serialNumber, lotNumber: 'L1', expiryDate: '2028-01-31' }
}

/** A request for this pack in this state; what is decided was decided a day ago. */
async function requestFor({ serialNumber }: Pick<PackKey, 'serialNumber'>, state: RequestState) {
  const { body } = await portal.call(importCodes, pharmacist.token, {
    dataMatrices: pharmacy.code(serialNumber, { lot: 'L1', expiry: '2028-01-31' }),
    ...pharmacy.origin,
    dryRun: false,
  })
  const code = existing(body.results[0]?.requestCode)
  const [row] = await sql(`select id from discount_request where company_id = $1 and code = $2`, [
    pharmacy.company.id,
    code,
  ])
  const { id } = existing(row) as { id: string }
  await sql(`update discount_request set state = 'Pending' where id = $1`, [id])
  if (state !== 'Pending') {
    await portal.call(inquireRequest, reviewer.token, { requestId: id })
    // What ITS said, it said before somebody decided.
    await sql(`update pack_evidence set read_at = now() - interval '25 hours' where request_id = $1`, [id])
    await sql(`update discount_request set state = $2, decided_at = now() - interval '1 day' where id = $1`, [
      id,
      state,
    ])
  }
  return id
}

describe('[DSC-012] the nightly inquiry', () => {
  it('puts what ITS says otherwise on top of the auditor’s list, with what changed; it is declined until it is reported', async () => {
    const sold = [await soldPack(), await soldPack()] as const
    const kept = await requestFor(await soldPack(), 'Approved')
    const changed = await requestFor(sold[0], 'Approved')
    const reported = await requestFor(sold[1], 'Completed')
    for (const pack of sold) await cancelSale(pack)
    expect((await run(discountRecheckWork)).counts).toEqual({ requests: 3 })
    await vi.waitUntil(
      async () => {
        const rows = await sql(
          `select from discount_request where company_id = $1 and rechecked_at is not null`,
          [pharmacy.company.id],
        )
        return rows.length === 3
      },
      { timeout: 60_000, interval: 200 },
    )
    const rows = await inspected()
    expect(
      rows
        .slice(0, 2)
        .map(({ id, changedReason }) => [id, changedReason])
        .toSorted(),
    ).toEqual(
      [
        [changed, 'StateChanged'],
        [reported, 'StateChanged'],
      ].toSorted(),
    )
    expect(rows.find(({ id }) => id === kept)).toMatchObject({ changedSince: false, changedReason: null })
    expect((await seen(changed)).changed).toMatchObject({
      reason: 'StateChanged',
      stateBefore: 'Consumed',
      stateNow: 'ReadyToSell',
    })
    const told = () =>
      portal
        .call(getMyNotices, inspector.token, { before: null })
        .then(({ body: { notices } }) => notices.filter(({ event }) => event === 'discountRequest.changed'))
    await vi.waitUntil(async () => (await told()).length > 0, { timeout: 60_000, interval: 200 })
    const count = (await told()).reduce((sum, { facts }) => sum + Number(facts['count']), 0)
    expect(count).toBe(2)
    const { body } = await portal.call(declineRequests, inspector.token, {
      ...ids(changed, reported),
      reason: 'StateChanged',
    })
    expect(body).toMatchObject({ done: 1 })
    expect((await seen(changed)).requestState).toBe('Declined')
    expect((await seen(reported)).requestState).toBe('Completed')
  }, 120_000)

  it('flags nothing while ITS is away, and asks again', async () => {
    const id = await requestFor(await soldPack(), 'Approved')
    const asked = { companyId: pharmacy.company.id, requestIds: [id], since: new Date().toISOString() }
    await its.fault('error500')
    await expect(inquireAgain(portal.app.services, asked)).rejects.toThrow('1 packs')
    await its.fault('none')
    expect((await seen(id)).changed).toBeNull()
    const [row] = await sql(`select rechecked_at from discount_request where id = $1`, [id])
    expect(row).toEqual({ rechecked_at: null })
  }, 60_000)
})

describe('[DSC-011] a pack that ITS does not know', () => {
  it('waits three working days and is asked about again by itself before anybody refuses it', async () => {
    const id = await requestFor({ serialNumber: 'NEVERHEARD1' }, 'Pending')
    const { body } = await portal.call(inquireRequest, reviewer.token, { requestId: id })
    const until = existing(body.itsAgainAt)
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 2 * 86_400_000)
    expect(body.evidence).toEqual([])
    const reject = () =>
      portal.call(rejectRequests, reviewer.token, { ...ids(id), reason: 'NoSaleOnITS' as const })
    const tried = await portal.call(rejectRequests, reviewer.token, {
      ...ids(id),
      dryRun: true,
      reason: 'NoSaleOnITS',
    })
    expect(tried.body.results).toMatchObject([{ refusal: 'PackAskedAgain' }])
    expect((await reject()).body).toMatchObject({ done: 0, results: [{ refusal: 'PackAskedAgain' }] })
    const { body: listed } = await portal.call(discountRequests.page, reviewer.token, {
      ...page,
      ...windowAround(),
      tab: 'pending',
    })
    expect(listed.rows.find((row) => row.id === id)).toMatchObject({
      itsAgainAt: until,
      actions: { reject: expect.stringContaining('does not know') },
    })
    await sql(`update discount_request set its_again_at = now() - interval '1 minute' where id = $1`, [id])
    expect((await run(discountAskAgainWork)).counts).toEqual({ requests: 1 })
    await vi.waitUntil(async () => (await seen(id)).evidence.length > 0, { timeout: 60_000, interval: 200 })
    expect(await seen(id)).toMatchObject({
      itsAgainAt: null,
      evidence: [{ resultCode: '10201' }],
      penaltyPoints: expect.arrayContaining([expect.objectContaining({ rule: 'itsGone' })]),
    })
    expect((await reject()).body).toMatchObject({ done: 1 })
  }, 120_000)

  it('waits over the weekend and public holidays, to the same time of the day', () => {
    // A Thursday; Sunday and Saturday do not count, nor does the 29th of October in Türkiye.
    expect(againAt('Europe/Istanbul', new Date('2026-11-26T08:30:00Z'))).toEqual(
      new Date('2026-12-01T08:30:00Z'),
    )
    expect(againAt('Europe/Istanbul', new Date('2026-10-27T08:30:00Z'))).toEqual(
      new Date('2026-11-02T08:30:00Z'),
    )
  })
})

describe('[DSC-012] the daily sample', () => {
  it('takes one in twenty of what was approved the day before, by chance; a second run changes nothing', async () => {
    for (let at = 0; at < 21; at++) {
      const { id } = await applyFor(pharmacy, pharmacist, `SAMPLE${String(at).padStart(3, '0')}`)
      await sql(
        `update discount_request set state = 'Approved', decided_at = timestamptz '2026-03-10 12:00+00' where id = $1`,
        [id],
      )
    }
    const sampled = async () =>
      (
        await sql(`select id from discount_request where company_id = $1 and sampled order by id`, [
          pharmacy.company.id,
        ])
      ).map((row) => (row as { id: string }).id)
    const due = new Date('2026-03-10T23:30:00Z')
    expect((await run(discountSampleWork, due)).counts).toEqual({ requests: 2 })
    const drawn = await sampled()
    expect(drawn).toHaveLength(2)
    expect((await run(discountSampleWork, due)).counts).toEqual({ requests: 0 })
    expect(await sampled()).toEqual(drawn)
    const rows = (await inspected()).filter(({ changedSince }) => !changedSince)
    expect(
      rows
        .slice(0, 2)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(drawn)
  }, 60_000)
})

describe('[DSC-001] [DSC-003] archiving', () => {
  it('moves what ended longer ago than the company says into its tab, and nothing else', async () => {
    const states = ['Rejected', 'Cancelled', 'Pending', 'Approved'] as const
    const made = await Promise.all(states.map((_, at) => applyFor(pharmacy, pharmacist, `ARCHIVE${at}`)))
    for (const [at, { id }] of made.entries())
      await sql(
        `update discount_request set state = $2, reject_reason = 'Other', last_event_at = now() - make_interval(days => 400) where id = $1`,
        [id, existing(states[at])],
      )
    const young = await applyFor(pharmacy, pharmacist, 'ARCHIVEYOUNG')
    await sql(`update discount_request set state = 'Cancelled' where id = $1`, [young.id])
    expect((await run(discountArchiveWork)).counts).toEqual({ requests: 2 })
    const { body } = await portal.call(discountRequests.page, reviewer.token, {
      ...page,
      ...windowAround(),
      tab: 'archived',
    })
    expect(body.rows.map(({ id }) => id).toSorted()).toEqual(
      [made[0], made[1]].map((one) => existing(one).id).toSorted(),
    )
    expect((await seen(existing(made[0]).id)).events[0]).toMatchObject({ kind: 'discountRequest.archived' })
    await sql(`update porta_policy set archive_days = 0 where company_id = $1`, [pharmacy.company.id])
    expect((await run(discountArchiveWork)).counts).toEqual({ requests: 0 })
  })
})

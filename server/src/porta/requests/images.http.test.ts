import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addImages,
  findPersonalData,
  getImageImport,
  importImages,
} from '@kervan/contract/porta/applications'
import {
  discountRequests,
  getDiscountRequest,
  getMyDiscountRequest,
  myDiscountRequests,
  readMyRequestImageAgain,
  readRequestImageAgain,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import { addDays } from '@kervan/contract/kit/days'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import { existing } from '@kervan/contract/kit/typed'
import { page } from '../../../test/ordering.ts'
import { applyFor, openPharmacy, today, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { newId } from '../../kit/database/uuid.ts'
import { madeUpPatient, madeUpPicture } from '../demo/ground-truth.ts'
import { readImage } from './read-images.ts'

let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let reviewer: User
beforeAll(async () => {
  portal = await startPortal()
  pharmacy = await openPharmacy({ portal })
  pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  reviewer = await pharmacy.company.user()
})
afterAll(() => portal.close())

const patience = { timeout: 120_000, interval: 300 }
/** A screenshot in which nothing but the text says which pack it shows. */
const madeUpOf = (serialNumber: string) =>
  madeUpPicture(77, {
    style: 'web',
    hasCode: false,
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
const screenshotOf = async (serialNumber: string) => (await madeUpOf(serialNumber)).bytes
const seen = async (requestId: string) =>
  (await portal.call(getMyDiscountRequest, pharmacist.token, { requestId })).body
const notices = async () =>
  (await portal.call(getMyNotices, pharmacist.token, { before: null })).body.notices.filter(
    ({ event }) => event === 'discountRequest.imageUnmatched',
  )

it('[DSC-002] a request has all that is known of it: pack, codes, places, dates, what its picture says, reasons, scores, people', async () => {
  const serialNumber = '84736251907'
  await inCompany(
    portal,
    pharmacy.company.id,
    `update location set city = 'Konya', district = 'Meram', address = 'Istasyon Cad. 4' where company_id = $1 and id = $2`,
    [pharmacy.company.id, pharmacy.location.id],
  )
  const { id, code } = await applyFor(pharmacy, pharmacist, serialNumber)
  const { shot, bytes } = await madeUpOf(serialNumber)
  await portal.upload(addImages, pharmacist.token, { requestId: id }, [{ name: 'sale.png', body: bytes }])
  await vi.waitUntil(async () => (await seen(id)).images[0]?.imageState === 'Matched', patience)
  const decision = { selection: { mode: 'ids' as const, ids: [id] }, dryRun: false, memo: 'Another lot.' }
  const reason = 'BatchNoDoesNotMatch' as const
  expect(await portal.call(rejectRequests, reviewer.token, { ...decision, reason })).toMatchObject({
    body: { done: 1 },
  })

  const facts = {
    requestCode: code,
    lotNumber: 'B24A07',
    serialNumber,
    expiryDate: '2031-12-31',
    gtin: pharmacy.gtin,
    productName: expect.stringContaining(pharmacy.product.name),
    originalDataMatrix: pharmacy.code(serialNumber).replace('\u001d', '\u241d'),
    validDataMatrix: `(01)${pharmacy.gtin}(21)${serialNumber}(17)311231(10)B24A07`,
    pointOfSaleCode: pharmacy.location.code,
    pointOfSaleName: pharmacy.location.name,
    city: 'Konya',
    town: 'Meram',
    address: 'Istasyon Cad. 4',
    description: null,
    requestState: 'Rejected',
    validationFlow: 'ValidateFromImage',
    recordUser: pharmacist.name,
    recordDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    declaredSaleDate: pharmacy.origin.declaredSaleDate,
    // A picture proves no day of sale; ITS does (porta-mate.http.test.ts).
    validSaleDate: null,
    paymentLocationCode: pharmacy.warehouse.code,
    paymentLocationName: 'Pharmacy warehouse',
    declarationId: shot.declarationId,
    declarationDate: shot.declaredAt.slice(0, 10),
    rejectReason: reason,
    declineReason: null,
    decisionMemo: 'Another lot.',
    penalty: expect.any(Number),
    dataPenalty: expect.any(Number),
    itsPenalty: expect.any(Number),
    packState: null,
    applicant: pharmacist.name,
  }
  const window = { ...page, from: addDays(today(), -30), to: today() }
  const views = [
    await seen(id),
    (await portal.call(getDiscountRequest, reviewer.token, { requestId: id })).body,
  ]
  for (const view of views) {
    expect(view).toMatchObject({ ...facts, images: [{ name: 'sale.png', by: pharmacist.name }] })
    expect(view.events[0]).toMatchObject({ kind: 'discountRequest.rejected', by: reviewer.name })
  }
  const lists = [
    await portal.call(myDiscountRequests.page, pharmacist.token, { ...window, tab: 'closed', search: code }),
    await portal.call(discountRequests.page, reviewer.token, { ...window, tab: 'closed', search: code }),
  ]
  for (const { body } of lists)
    expect(body.rows).toMatchObject([
      { ...facts, imageCount: 1, lastEventUser: reviewer.name, lastEventDate: views[0]?.events[0]?.at },
    ])
}, 240_000)

describe('[DSC-006] a picture without a code', () => {
  it('finds its pre-application by GTIN and serial number; what fits two or none finds none, and its sender is told once', async () => {
    const right = await applyFor(pharmacy, pharmacist, '73918264055')
    // Letters that look alike: a picture of one of them could be one of the other.
    const alike = [
      await applyFor(pharmacy, pharmacist, '12045678901'),
      await applyFor(pharmacy, pharmacist, '12O45678901'),
    ]
    const { body: sent } = await portal.upload(importImages, pharmacist.token, {}, [
      { name: 'right.png', body: await screenshotOf('73918264055') },
      { name: 'alike.png', body: await screenshotOf('12045678901') },
      { name: 'stranger.png', body: await screenshotOf('66554433227') },
    ])
    const { batchId } = sent as { batchId: string }
    const ask = async () => (await portal.call(getImageImport, pharmacist.token, { batchId })).body
    await vi.waitUntil(async () => (await ask()).waiting === 0, patience)
    expect((await ask()).images.map(({ name, requestCode }) => [name, requestCode])).toEqual([
      ['right.png', right.code],
      ['alike.png', null],
      ['stranger.png', null],
    ])
    expect(await seen(right.id)).toMatchObject({
      requestState: 'Pending',
      validationFlow: 'ValidateFromImage',
      images: [
        {
          imageState: 'Matched',
          message: null,
          values: expect.arrayContaining([
            expect.objectContaining({ field: 'serialNumber', value: '73918264055', trust: 'auto' }),
          ]),
        },
      ],
    })
    for (const { id } of alike) expect((await seen(id)).requestState).toBe('PreApplication')
    expect(await notices()).toMatchObject([{ facts: { count: 2 } }])
  }, 240_000)

  it('that was sent with a request of another pack proves nothing, and the notice opens the request', async () => {
    const { id, code } = await applyFor(pharmacy, pharmacist, '98123456704')
    await portal.upload(addImages, pharmacist.token, { requestId: id }, [
      { name: 'wrong.png', body: await screenshotOf('66554433227') },
    ])
    await vi.waitUntil(async () => (await seen(id)).images[0]?.imageState === 'Unmatched', patience)
    expect(await seen(id)).toMatchObject({
      requestState: 'PreApplication',
      images: [{ message: 'Image did not match with any pre-application.' }],
    })
    expect((await notices())[0]).toMatchObject({ recordCode: code, facts: { picture: 'wrong.png' } })
  }, 120_000)
})

describe('[DSC-006] a picture that nobody has sent yet', () => {
  it('is read for personal data, and not kept', async () => {
    const picture = async (patient: ReturnType<typeof madeUpPatient> | null) => ({
      name: 'screen.png',
      body: (await madeUpPicture(3, { style: 'web', patient })).bytes,
    })
    type Found = z.infer<typeof findPersonalData.output>
    const ask = async (user: User, file: { name: string; body: Buffer }) => {
      const answer = await portal.upload(findPersonalData, user.token, {}, [file])
      return { ...answer, body: answer.body as Found }
    }
    const { body } = await ask(pharmacist, await picture(madeUpPatient()))
    expect(body.personal.map(({ kind }) => kind).toSorted()).toEqual(['name', 'nationalId'])
    for (const { box } of body.personal) {
      expect(box.x + box.width).toBeLessThanOrEqual(body.width)
      expect(box.y + box.height).toBeLessThanOrEqual(body.height)
    }
    expect((await ask(pharmacist, await picture(null))).body.personal).toEqual([])
    const kept = await inCompany(
      portal,
      pharmacy.company.id,
      `select from file where company_id = $1 and name = 'screen.png'`,
      [pharmacy.company.id],
    )
    expect(kept).toHaveLength(0)
    const nobody = await ask(pharmacist, { name: 'page.png', body: Buffer.from('<html></html>') })
    expect(nobody).toMatchObject({ status: 422, code: 'FileTypeNotAllowed' })
  }, 120_000)
})

describe('[DSC-006] a picture that cannot be read', () => {
  /** One whose file is gone, which no queue knows. */
  async function lostPicture(requestId: string): Promise<string> {
    const [file, image] = [newId(), newId()]
    const of = pharmacy.company.id
    await inCompany(
      portal,
      of,
      `insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by) values ($1, $2, $3, 'lost.png', 'image/png', 4, $4, 'discount-image', $5)`,
      [of, file, `${of}/lost-${file}`, Buffer.alloc(32), pharmacist.id],
    )
    await inCompany(
      portal,
      of,
      `insert into discount_image (company_id, id, request_id, file_id, name, state, by_id, by_name, at) values ($1, $2, $3, $4, 'lost.png', 'Waiting', $5, 'Own', now())`,
      [of, image, requestId, file, pharmacist.id],
    )
    return image
  }

  it('is left after five times, says so, and is read again when somebody asks for it', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'LOST01')
    const imageId = await lostPicture(id)
    const read = () => readImage(portal.app.services, { companyId: pharmacy.company.id, imageId })
    for (let tries = 1; tries < 5; tries++) await expect(read()).rejects.toThrow('Cannot read file')
    expect(existing((await seen(id)).images[0]).imageState).toBe('Waiting')
    await read()
    expect(await seen(id)).toMatchObject({
      requestState: 'PreApplication',
      images: [{ imageState: 'Unreadable', message: expect.stringContaining('five times') }],
    })
    expect(await portal.call(readMyRequestImageAgain, pharmacist.token, { imageId })).toMatchObject({
      body: { imageState: 'Waiting' },
    })
    expect(await portal.call(readRequestImageAgain, reviewer.token, { imageId })).toMatchObject({
      status: 200,
    })
    await inCompany(
      portal,
      pharmacy.company.id,
      `update discount_request set state = 'Cancelled' where id = $1`,
      [id],
    )
    expect(await portal.call(readMyRequestImageAgain, pharmacist.token, { imageId })).toMatchObject({
      code: 'RequestState',
    })
  })
})

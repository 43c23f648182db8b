import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelRequests,
  discountRequests,
  getDiscountRequest,
  getMyDiscountRequest,
  myDiscountRequests,
  approveRequests,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import {
  checkApplication,
  copyRequest,
  getApplicationSetup,
  importCodes,
} from '@kervan/contract/porta/applications'
import { addDays } from '@kervan/contract/kit/days'
import type { RequestTab } from '@kervan/contract/porta/tabs'
import { validateThroughIts } from '@kervan/contract/porta/its-validation'
import { page, windowAround } from '../../../test/ordering.ts'
import { applyFor, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { newId } from '../../kit/database/uuid.ts'

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

const ids = (...all: string[]) => ({ selection: { mode: 'ids' as const, ids: all }, dryRun: false })
const mine = async (tab: RequestTab) =>
  (await portal.call(myDiscountRequests.page, pharmacist.token, { ...page, ...windowAround(), tab })).body
    .rows
const managed = async (tab: RequestTab) =>
  (await portal.call(discountRequests.page, reviewer.token, { ...page, ...windowAround(), tab })).body.rows

describe('[DSC-004] an application', () => {
  it('is offered the points of sale of the applicant with their payment locations', async () => {
    const { body } = await portal.call(getApplicationSetup, pharmacist.token, {})
    expect(body.pointsOfSale).toEqual([
      expect.objectContaining({
        id: pharmacy.location.id,
        gln: pharmacy.gln,
        paymentLocations: [expect.objectContaining({ id: pharmacy.warehouse.id })],
      }),
    ])
    expect(body).toMatchObject({ maximumCodes: 500, maximumImages: 20 })
  })

  it('[DSC-007] is told what the code says, and what speaks against it, before it is sent', async () => {
    const { body } = await portal.call(checkApplication, pharmacist.token, {
      dataMatrix: pharmacy.code('7K2M9QX41B'),
    })
    expect(body).toMatchObject({
      pack: {
        serialNumber: '7K2M9QX41B',
        lotNumber: 'B24A07',
        expiryDate: '2031-12-31',
        productName: pharmacy.product.name,
      },
      concerns: [],
    })
    const { body: unknown } = await portal.call(checkApplication, pharmacist.token, {
      dataMatrix: pharmacy.code('7K2M9QX41B', { gtin: '08699999002021' }),
    })
    expect(unknown.concerns).toMatchObject([{ code: 'PackProductUnknown', blocks: true }])
  })

  it('is made of a code, with every field of the pack and its places', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'SER0001')
    const { body } = await portal.call(getDiscountRequest, reviewer.token, { requestId: id })
    expect(body).toMatchObject({
      requestState: 'PreApplication',
      serialNumber: 'SER0001',
      lotNumber: 'B24A07',
      gtin: pharmacy.gtin,
      pointOfSaleGln: pharmacy.gln,
      paymentLocationCode: pharmacy.warehouse.code,
      applicant: pharmacist.name,
      events: [{ kind: 'discountRequest.made', by: pharmacist.name }],
    })
    expect(body.originalDataMatrix).toContain('␝')
    expect(body.validDataMatrix).toBe(`(01)${pharmacy.gtin}(21)SER0001(17)311231(10)B24A07`)
  })

  it('is refused for a place of others, and for a warehouse that does not pay it', async () => {
    const stranger = await pharmacy.company.location(await pharmacy.company.customer())
    const ask = (over: object) =>
      portal.call(importCodes, pharmacist.token, {
        dataMatrices: pharmacy.code('X1'),
        ...pharmacy.origin,
        dryRun: false,
        ...over,
      })
    expect(await ask({ pointOfSaleId: stranger.id })).toMatchObject({
      status: 422,
      code: 'PromotionLocationNotAllowed',
    })
    expect(await ask({ paymentLocationId: stranger.id })).toMatchObject({
      status: 422,
      code: 'PaymentLocationNotRelated',
    })
  })

  it('can be made from an existing request once its pack is free again', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'AGAIN1')
    expect(await portal.call(copyRequest, pharmacist.token, { requestId: id })).toMatchObject({
      code: 'PackAppliedFor',
    })
    await portal.call(cancelRequests, pharmacist.token, { ...ids(id), memo: 'wrong day' })
    expect(await portal.call(copyRequest, pharmacist.token, { requestId: id })).toMatchObject({
      status: 200,
      body: { requestState: 'PreApplication', serialNumber: 'AGAIN1' },
    })
  })

  it('is corrected and sent again once it was refused: linked, with its proofs; the refused one stays', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'AGAIN2')
    const company = pharmacy.company.id
    await inCompany(
      portal,
      company,
      `update discount_request set state = 'Pending', validation_flow = 'ValidateFromITS' where company_id = $1 and id = $2`,
      [company, id],
    )
    await inCompany(
      portal,
      company,
      `insert into pack_evidence (company_id, id, request_id, source, read_at, pack_state, result_code, owner_gln, says) values ($1, $2, $3, 'ItsRest', now(), 'Consumed', '60004', $4, '{"lotNumber":null,"expiryDate":null,"pendingGln":null,"movements":[],"sale":null}')`,
      [company, newId(), id, pharmacy.gln],
    )
    await portal.call(rejectRequests, reviewer.token, { ...ids(id), reason: 'InvalidRepaymentDate' })
    const day = addDays(pharmacy.origin.declaredSaleDate, -1)
    const { body: again } = await portal.call(copyRequest, pharmacist.token, {
      requestId: id,
      declaredSaleDate: day,
    })
    expect(again).toMatchObject({
      requestState: 'Pending',
      validationFlow: 'ValidateFromITS',
      serialNumber: 'AGAIN2',
      declaredSaleDate: day,
      evidence: [{ resultCode: '60004' }],
      rejectReason: null,
    })
    const { body: old } = await portal.call(getMyDiscountRequest, pharmacist.token, { requestId: id })
    expect(old).toMatchObject({ requestState: 'Rejected', evidence: [{ resultCode: '60004' }] })
    const rows = await inCompany(
      portal,
      company,
      'select made_from_id from discount_request where company_id = $1 and id = $2',
      [company, again.id],
    )
    expect(rows).toEqual([{ made_from_id: id }])
    // Another pack from the same places has none of its proofs.
    const { body: other } = await portal.call(copyRequest, pharmacist.token, {
      requestId: id,
      dataMatrix: pharmacy.code('AGAIN3'),
    })
    expect(other).toMatchObject({ requestState: 'PreApplication', serialNumber: 'AGAIN3', evidence: [] })
  })
})

describe('[DSC-005] a list of codes', () => {
  const send = (dataMatrices: string, dryRun = false) =>
    portal.call(importCodes, pharmacist.token, { dataMatrices, ...pharmacy.origin, dryRun })

  it('says of each line what became of it; duplicates within it and against requests are told', async () => {
    await applyFor(pharmacy, pharmacist, 'KNOWN1')
    const lines = [pharmacy.code('LIST01'), '', pharmacy.code('LIST01'), 'nonsense', pharmacy.code('KNOWN1')]
    const { body } = await send(lines.join('\r\n'))
    expect(body).toMatchObject({
      made: 1,
      refused: 3,
      results: [
        { line: 1, ok: true, serialNumber: 'LIST01' },
        { line: 3, ok: false, refusal: 'PackAppliedFor' },
        { line: 4, ok: false, refusal: 'CodeRefused' },
        { line: 5, ok: false, refusal: 'PackAppliedFor' },
      ],
    })
  })

  it('makes nothing when it is only tried', async () => {
    const { body } = await send(pharmacy.code('TRIED1'), true)
    expect(body).toMatchObject({ made: 1, results: [{ ok: true, requestCode: null }] })
    expect((await mine('preApplication')).map(({ serialNumber }) => serialNumber)).not.toContain('TRIED1')
  })

  it('is refused when it is empty or too long, in the words of the specification', async () => {
    expect(await send(' \n ')).toMatchObject({
      status: 422,
      refused: { Message: 'Data matrix code required!' },
    })
    const many = Array.from({ length: 501 }, (_, at) => pharmacy.code(`MANY${at}`)).join('\n')
    const answer = await send(many)
    expect(answer.refused?.Message).toMatch(/^Maximum number of data matrices exceeded!/)
    expect(
      await mine('preApplication').then((rows) =>
        rows.some(({ serialNumber }) => serialNumber.startsWith('MANY')),
      ),
    ).toBe(false)
  })

  it('gives a pack that two send at the same moment to one of them, and tells the other without a name', async () => {
    const other = await openPharmacy({ portal, company: pharmacy.company, product: pharmacy.product })
    const colleague = await pharmacy.company.user({ locations: [other.location] })
    const code = pharmacy.code('RACE01')
    const answers = await Promise.all([
      send(code),
      portal.call(importCodes, colleague.token, { dataMatrices: code, ...other.origin, dryRun: false }),
    ])
    expect(answers.map(({ body }) => body.made).toSorted()).toEqual([0, 1])
    const lost = answers.find(({ body }) => body.made === 0)?.body.results[0]
    expect(lost).toMatchObject({ refusal: 'PackAppliedFor', message: expect.stringContaining('RACE01') })
    expect(lost?.message).not.toContain(pharmacist.name)
  })
})

describe('[DSC-001] the tabs', () => {
  it('hold each request once, by its state, on both screens', async () => {
    const waiting = await applyFor(pharmacy, pharmacist, 'TAB001')
    const cancelled = await applyFor(pharmacy, pharmacist, 'TAB002')
    await portal.call(cancelRequests, pharmacist.token, { ...ids(cancelled.id), memo: 'not mine' })
    for (const rowsOf of [mine, managed]) {
      const found = new Map<string, string[]>()
      for (const tab of ['pending', 'closed', 'cancelled', 'preApplication', 'archived', 'declined'] as const)
        for (const { id } of await rowsOf(tab)) found.set(id, [...(found.get(id) ?? []), tab])
      expect(found.get(waiting.id)).toEqual(['preApplication'])
      expect(found.get(cancelled.id)).toEqual(['cancelled'])
    }
  })
})

describe('[DSC-003] what the table does not allow', () => {
  it('is refused by the server: a pre-application is neither approved nor rejected', async () => {
    const { id, code } = await applyFor(pharmacy, pharmacist, 'EARLY1')
    for (const answer of [
      await portal.call(approveRequests, reviewer.token, ids(id)),
      await portal.call(rejectRequests, reviewer.token, { ...ids(id), reason: 'NoSaleOnITS' }),
    ])
      expect(answer.body).toMatchObject({ done: 0, results: [{ code, refusal: 'RequestState' }] })
  })
})

describe('[DSC-004] [DSC-007] an application that cannot be made says why', () => {
  const send = async (over: object, code = pharmacy.code(`WHY${Math.abs(JSON.stringify(over).length)}X`)) =>
    (
      await portal.call(importCodes, pharmacist.token, {
        dataMatrices: code,
        ...pharmacy.origin,
        dryRun: true,
        ...over,
      })
    ).body.results?.[0]?.refusal
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

  it('a sale that is still to come, or lies too far back, or after the expiry date', async () => {
    expect(await send({ declaredSaleDate: day(3) })).toBe('SaleDateInFuture')
    expect(await send({ declaredSaleDate: day(-120) })).toBe('SaleDateTooEarly')
    expect(await send({}, pharmacy.code('EXPIRED1', { expiry: '2020-01-31' }))).toBe('PackExpired')
  })

  it('a code that can be read in two ways is asked about', async () => {
    // Without separators both are lawful (domain/pharma, vector 12).
    const code = `01${pharmacy.gtin}21AB17280131105C1727123110B24A07`
    expect(await send({}, code)).toBe('CodeDoubtful')
  })

  it('a product outside the programme is no refusal, but what a reviewer will look at', async () => {
    const outside = await openPharmacy({ portal, company: pharmacy.company, location: pharmacy.location })
    await portal.owner.query('delete from discount_rate where company_id = $1 and product_id = $2', [
      pharmacy.company.id,
      outside.product.id,
    ])
    const { body } = await portal.call(checkApplication, pharmacist.token, {
      dataMatrix: outside.code('OUTSIDE1'),
    })
    expect(body.concerns).toMatchObject([{ code: 'ProductNotInProgramme', blocks: false }])
  })

  it('an empty list is CodesMissing, a long one TooManyCodes', async () => {
    const ask = (dataMatrices: string) =>
      portal.call(importCodes, pharmacist.token, { dataMatrices, ...pharmacy.origin, dryRun: true })
    expect(await ask('\n')).toMatchObject({ code: 'CodesMissing' })
    expect(await ask('x\n'.repeat(501))).toMatchObject({ code: 'TooManyCodes' })
  })

  it('ITS is not asked where the operator has not said where it is', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'NOITS001')
    const answer = await portal.call(validateThroughIts, pharmacist.token, {
      requestIds: [id],
      itsUserName: `${pharmacy.gln}0000`,
      itsPassword: 'x',
    })
    expect(answer).toMatchObject({ code: 'ItsNotConnected' })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getDiscountMonths } from '@kervan/contract/home/home'
import { addDays } from '@kervan/contract/kit/days'
import { getMyNotices } from '@kervan/contract/account/own-notices'
import {
  approveRequests,
  discountRequests,
  getDiscountRequest,
} from '@kervan/contract/porta/discount-requests'
import { kigoReport } from '@kervan/contract/porta/kigo'
import {
  checkPriceChangeApplication,
  importPriceChangeCodes,
} from '@kervan/contract/porta/price-change-applications'
import {
  approvePriceChangeRequests,
  cancelPriceChangeRequests,
  getMyPriceChangeRequest,
  getPriceChangeRequest,
  myPriceChangeRequests,
  priceChangeRequests,
  rejectPriceChangeRequests,
} from '@kervan/contract/porta/price-change-requests'
import { priceChangeStates, type PriceChangeState } from '@kervan/contract/porta/words'
import { priceChangeTabs } from '@kervan/contract/porta/tabs'
import { page, windowAround } from '../../../test/ordering.ts'
import {
  applyFor,
  applyForPriceChange,
  changePrice,
  openPharmacy,
  today,
  type Pharmacy,
} from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { allInCompany, inCompany } from '../../../test/statements.ts'
import { newId } from '../../kit/database/uuid.ts'
import { assess } from '../requests/assess.ts'

let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let manager: User
/** The day of the change is ten days back, and purchases entitle from thirty days before it. */
const changed = addDays(today(), -10)
const entitled = addDays(changed, -30)
beforeAll(async () => {
  portal = await startPortal()
  pharmacy = await openPharmacy({ portal })
  await changePrice(pharmacy, { changeDate: changed, entitlementDate: entitled })
  await allInCompany(portal, pharmacy.company.id, [
    // 18 % before the change, 28 % from it on; one slice of 9 % (domain/pharma 4.3).
    {
      text: `update discount_rate set required_rate = 18, valid_to = $2::date - 1 where company_id = $1`,
      values: [pharmacy.company.id, changed],
    },
    {
      text: `insert into discount_rate (company_id, id, version, product_id, valid_from, required_rate, applied_rate) values ($1, $2, 1, $3, $4, 28, 10)`,
      values: [pharmacy.company.id, newId(), pharmacy.product.id, changed],
    },
    {
      text: `insert into wholesaler_margin (company_id, id, version, slice, valid_from, from_price, margin_rate) values ($1, $2, 1, 1, '2020-01-01', 0, 9)`,
      values: [pharmacy.company.id, newId()],
    },
  ])
  pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  manager = await pharmacy.company.user()
})
afterAll(() => portal.close())

const ids = (...all: string[]) => ({ selection: { mode: 'ids' as const, ids: all }, dryRun: false })
let serials = 0
async function requestIn(
  state: PriceChangeState,
  scope?: 'PriceChange' | 'DiscountDifference' | 'Both',
  user = pharmacist,
): Promise<{ id: string; code: string }> {
  const made = await applyForPriceChange(pharmacy, user, `PCR${String(++serials).padStart(5, '0')}`, scope)
  await inCompany(
    portal,
    pharmacy.company.id,
    `update discount_request set state = $3, reject_reason = case when $3 = 'Rejected' then 'NA1' end where company_id = $1 and id = $2`,
    [pharmacy.company.id, made.id, state],
  )
  return made
}
const seen = async (requestId: string) =>
  (await portal.call(getPriceChangeRequest, manager.token, { requestId })).body

type Row = { movement: string; day: string; from?: string; to?: string }
/** Has ITS say that the pack moved so, at noon of each day. */
async function moved(id: string, rows: readonly Row[]): Promise<void> {
  const movements = rows.map(({ movement, day, from = null, to = null }, at) => ({
    declarationId: `D${at + 1}`,
    declaredAt: `${day}T09:00:00.000Z`,
    movement,
    fromGln: from,
    toGln: to,
    resultCode: '00000',
  }))
  await inCompany(
    portal,
    pharmacy.company.id,
    `insert into pack_evidence (company_id, id, request_id, source, read_at, pack_state, result_code, says) values ($1, $2, $3, 'ItsPortal', now(), 'Consumed', '60004', $4)`,
    [
      pharmacy.company.id,
      newId(),
      id,
      JSON.stringify({
        gtin: pharmacy.gtin,
        serialNumber: null,
        lotNumber: null,
        expiryDate: null,
        pendingGln: null,
        movements,
        sale: null,
      }),
    ],
  )
  await portal.app.services.db.withCompany(pharmacy.company.id, (tx) => assess(tx, pharmacy.company.id, [id]))
}
const wholesaler = '8689999200015'
const bought = (day: string): Row => ({ movement: 'Receipt', day, from: wholesaler, to: pharmacy.gln })
const sold = (day: string, to = '8689999900007'): Row => ({ movement: 'Sale', day, from: pharmacy.gln, to })

describe('[PCR-003] [PCR-004] the movements of a pack', () => {
  it('lead to every reason that applies, the first one proposed, with the declarations that prove it', async () => {
    const { id } = await requestIn('Pending')
    await moved(id, [bought(addDays(entitled, -1)), sold(addDays(changed, -1))])
    expect(await seen(id)).toMatchObject({
      suggestion: 'Reject',
      found: [
        { reason: 'NA1', declarationIds: ['D1'] },
        { reason: 'NA2', declarationIds: ['D2'] },
      ],
      movements: [
        {
          declarationId: 'D1',
          gtin: pharmacy.gtin,
          movement: 'Receipt',
          fromGln: wholesaler,
          toGln: pharmacy.gln,
          toName: pharmacy.location.name,
          resultCode: '00000',
        },
        { declarationId: 'D2', movement: 'Sale' },
      ],
    })
    const { body } = await portal.call(priceChangeRequests.page, manager.token, {
      ...page,
      ...windowAround(),
      tab: 'pending',
      filters: { suggestedReason: { in: ['NA1'] } },
    })
    expect(body.rows.map(({ id: one }) => one)).toContain(id)
  })

  it('suggest approval where nothing speaks against it, and nothing where there are none', async () => {
    const { id } = await requestIn('Pending')
    expect(await seen(id)).toMatchObject({ suggestion: 'NoEvidence', found: [], movements: [] })
    await moved(id, [bought(entitled), sold(changed)])
    expect(await seen(id)).toMatchObject({ suggestion: 'Approve', found: [] })
  })

  it('that arrive out of order or contradict each other give one answer', async () => {
    const { id } = await requestIn('Pending')
    await moved(id, [
      sold(addDays(changed, 1)),
      { movement: 'SaleCancel', day: addDays(changed, 2), from: pharmacy.gln },
      bought(addDays(changed, -5)),
      { movement: 'Return', day: addDays(changed, -4), from: pharmacy.gln, to: wholesaler },
    ])
    expect(await seen(id)).toMatchObject({ suggestion: 'Reject', found: [{ reason: 'NA8' }] })
  })
})

describe('[PCR-002] the amount', () => {
  it.each([
    ['PriceChange', '40.22'],
    ['DiscountDifference', '27.80'],
    ['Both', '68.02'],
  ] as const)('of %s is %s', async (scope, amount) => {
    const { id } = await requestIn('Pending', scope)
    expect(await seen(id)).toMatchObject({
      refundScope: scope,
      refundAmount: amount,
      priceChange: { changeDate: changed, entitlementDate: entitled },
    })
  })
})

describe('[PCR-004] a manager', () => {
  it('approves and rejects one and many with a reason; the applicant reads it and is told', async () => {
    const [one, two, three] = [
      await requestIn('Pending'),
      await requestIn('Pending'),
      await requestIn('Pending'),
    ]
    expect(await portal.call(approvePriceChangeRequests, manager.token, ids(one.id))).toMatchObject({
      body: { done: 1 },
    })
    const { body } = await portal.call(rejectPriceChangeRequests, manager.token, {
      ...ids(two.id, three.id),
      reason: 'NA4',
      memo: 'Kasa satışı',
    })
    expect(body.done).toBe(2)
    expect(
      (await portal.call(getMyPriceChangeRequest, pharmacist.token, { requestId: one.id })).body,
    ).toMatchObject({
      requestState: 'Approved',
      decidedBy: manager.name,
      events: [{ kind: 'priceChangeRequest.approved' }, { kind: 'priceChangeRequest.made' }],
    })
    expect(
      (await portal.call(getMyPriceChangeRequest, pharmacist.token, { requestId: three.id })).body,
    ).toMatchObject({ requestState: 'Rejected', rejectReason: 'NA4', decisionMemo: 'Kasa satışı' })
    const { body: told } = await portal.call(getMyNotices, pharmacist.token, { before: null })
    expect(told.notices.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['priceChangeRequest.approved', 'priceChangeRequest.rejected']),
    )
  })

  it.each(priceChangeStates)(
    'decides on a request that is %s only where the states allow it',
    async (state) => {
      const { id } = await requestIn(state)
      const tried = { ...ids(id), dryRun: true }
      const approved = await portal.call(approvePriceChangeRequests, manager.token, tried)
      const rejected = await portal.call(rejectPriceChangeRequests, manager.token, {
        ...tried,
        reason: 'NA3',
      })
      const decidable = state === 'Pending' ? 1 : 0
      expect([approved.body.done, rejected.body.done]).toEqual([decidable, decidable])
      const { body } = await portal.call(cancelPriceChangeRequests, pharmacist.token, {
        ...ids(id),
        memo: 'x',
        dryRun: true,
      })
      expect(body.done).toBe(state === 'Pending' || state === 'PreApplication' ? 1 : 0)
    },
  )

  it('of two at one request one decides; the other is told that it is decided', async () => {
    const colleague = await pharmacy.company.user({ like: manager })
    const { id } = await requestIn('Pending')
    const answers = await Promise.all([
      portal.call(approvePriceChangeRequests, manager.token, ids(id)),
      portal.call(rejectPriceChangeRequests, colleague.token, { ...ids(id), reason: 'NA1' }),
    ])
    expect(answers.map(({ body }) => body.done).toSorted()).toEqual([0, 1])
    expect(answers.find(({ body }) => body.done === 0)?.body.results[0]).toMatchObject({
      refusal: 'RequestState',
    })
  })

  it('[PCR-002] gives a reason to approve a point of sale on the blacklist, and is warned of it', async () => {
    const { id } = await requestIn('Pending')
    const list = (value: boolean) =>
      inCompany(
        portal,
        pharmacy.company.id,
        'update location set blacklisted = $3 where company_id = $1 and id = $2',
        [pharmacy.company.id, pharmacy.location.id, value],
      )
    await list(true)
    expect(await seen(id)).toMatchObject({ blacklisted: true })
    const { body: tried } = await portal.call(approvePriceChangeRequests, manager.token, {
      ...ids(id),
      memo: '-',
      dryRun: true,
    })
    expect(tried).toMatchObject({ done: 1, warnings: [{ warning: 'Blacklisted', count: 1 }] })
    const { body: refused } = await portal.call(approvePriceChangeRequests, manager.token, ids(id))
    expect(refused).toMatchObject({ done: 0, results: [{ refusal: 'BlacklistedMemoRequired' }] })
    const { body } = await portal.call(approvePriceChangeRequests, manager.token, {
      ...ids(id),
      memo: 'Borç kapandı',
    })
    expect(body.done).toBe(1)
    await list(false)
  })

  it('approves no request of their own', async () => {
    const both = await pharmacy.company.user()
    const { id } = await requestIn('Pending', 'Both', both)
    const { body } = await portal.call(approvePriceChangeRequests, both.token, ids(id))
    expect(body).toMatchObject({ done: 0, results: [{ refusal: 'OwnRequest' }] })
  })
})

describe('[PCR-006] an application', () => {
  it('is for a product whose price has changed, and one pack has one live request of each kind', async () => {
    const serial = 'PCRKIND1'
    await applyFor(pharmacy, pharmacist, serial)
    await applyForPriceChange(pharmacy, pharmacist, serial)
    const again = await portal.call(importPriceChangeCodes, pharmacist.token, {
      dataMatrices: pharmacy.code(serial),
      ...pharmacy.origin,
      refundScope: 'Both',
      dryRun: false,
    })
    expect(again.body.results[0]).toMatchObject({ refusal: 'PackAppliedFor' })
    const other = await openPharmacy({ portal })
    const stranger = await other.company.user({ locations: [other.location] })
    const { body } = await portal.call(checkPriceChangeApplication, stranger.token, {
      dataMatrix: other.code('PCRNONE1'),
    })
    expect(body.concerns).toMatchObject([{ code: 'PriceChangeMissing', blocks: true }])
    const foreign = await portal.call(checkPriceChangeApplication, stranger.token, {
      dataMatrix: pharmacy.code('PCRNONE1'),
    })
    expect(foreign.body.concerns).toMatchObject([{ code: 'PackProductUnknown', blocks: true }])
  })

  it('needs a scope, and of two at once for one pack one is made', async () => {
    const without = await portal.call(importPriceChangeCodes, pharmacist.token, {
      dataMatrices: pharmacy.code('PCRSCOPE'),
      ...pharmacy.origin,
      dryRun: false,
    } as never)
    expect(without.status).toBe(422)
    const both = await Promise.all(
      [1, 2].map(() =>
        portal.call(importPriceChangeCodes, pharmacist.token, {
          dataMatrices: pharmacy.code('PCRTWICE'),
          ...pharmacy.origin,
          refundScope: 'Both',
          dryRun: false,
        }),
      ),
    )
    expect(both.map(({ body }) => body.made).toSorted()).toEqual([0, 1])
  })
})

describe('[PCR-001] lists', () => {
  it('each state stands in one tab, and a requester cancels with a reason', async () => {
    const made = await Promise.all(
      priceChangeStates.map(async (state) => [state, await requestIn(state)] as const),
    )
    const tabOf = new Map<string, string[]>()
    for (const tab of priceChangeTabs) {
      const { body } = await portal.call(myPriceChangeRequests.page, pharmacist.token, {
        ...page,
        ...windowAround(),
        tab,
      })
      for (const { id } of body.rows) tabOf.set(id, [...(tabOf.get(id) ?? []), tab])
    }
    expect(made.map(([state, { id }]) => [state, tabOf.get(id)])).toEqual([
      ['PreApplication', ['pending']],
      ['Pending', ['pending']],
      ['Approved', ['closed']],
      ['Rejected', ['closed']],
      ['Cancelled', ['cancelled']],
      ['Completed', ['closed']],
      ['ApplicationOnThirdPartyDomain', ['closed']],
    ])
    const { id } = await requestIn('Pending')
    const { body } = await portal.call(cancelPriceChangeRequests, pharmacist.token, {
      ...ids(id),
      memo: 'Yanlış kutu',
    })
    expect(body.done).toBe(1)
    expect(await seen(id)).toMatchObject({ requestState: 'Cancelled', decisionMemo: 'Yanlış kutu' })
  })

  it('refuse a window that is too wide or ends before it begins', async () => {
    const ask = (from: string, to: string) =>
      portal.call(priceChangeRequests.page, manager.token, { ...page, from, to, tab: 'pending' })
    expect(await ask(addDays(today(), -120), today())).toMatchObject({ code: 'WindowTooWide' })
    expect((await ask(today(), addDays(today(), -3))).status).not.toBe(200)
    const early = await portal.call(myPriceChangeRequests.page, pharmacist.token, {
      ...page,
      from: addDays(today(), -250),
      to: addDays(today(), -200),
      tab: 'pending',
    })
    expect(early.code).toBe('RequestWindowTooEarly')
  })

  it('of discount requests, their report, their earnings and their decisions know no price-change refund; the home page counts them apart', async () => {
    const { id, code } = await requestIn('Approved')
    const { body: requests } = await portal.call(discountRequests.page, manager.token, {
      ...page,
      ...windowAround(),
      tab: 'closed',
    })
    expect(requests.rows.map(({ requestCode }) => requestCode)).not.toContain(code)
    expect(await portal.call(getDiscountRequest, manager.token, { requestId: id })).toMatchObject({
      code: 'NotFound',
    })
    const { body: decided } = await portal.call(approveRequests, manager.token, ids(id))
    expect(decided.done).toBe(0)
    const { body: kigo } = await portal.call(kigoReport.page, manager.token, {
      ...page,
      ...windowAround(),
    })
    expect(kigo.rows.map(({ applicantId }) => applicantId)).not.toContain(code)
    const monthly = async (kind?: 'PriceChange') =>
      (await portal.call(getDiscountMonths, manager.token, kind ? { kind } : {})).body.months
    const [before, refunds] = [await monthly(), await monthly('PriceChange')]
    await requestIn('Pending')
    expect(await monthly()).toEqual(before)
    const last = refunds.at(-1)
    expect((await monthly('PriceChange')).at(-1)).toEqual({
      ...last,
      pending: (last?.pending ?? 0) + 1,
    })
  })
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approveRequests,
  cancelRequests,
  declineRequests,
  discountRequests,
  getDiscountRequest,
  getMyDiscountRequest,
  inspectedRequests,
  lookAtRequest,
  myDiscountRequests,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import { getDiscountMonths } from '@kervan/contract/home/home'
import { copyRequest, disputeRequest, importCodes } from '@kervan/contract/porta/applications'
import { addDays } from '@kervan/contract/kit/days'
import { discountTable, requestActions } from '@kervan/contract/porta/states'
import { requestStates, type RequestState } from '@kervan/contract/porta/words'
import { page, windowAround } from '../../../test/ordering.ts'
import { applyFor, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'

let portal: Portal
let pharmacy: Pharmacy
let pharmacist: User
let reviewer: User
let inspector: User
beforeAll(async () => {
  portal = await startPortal()
  pharmacy = await openPharmacy({ portal })
  pharmacist = await pharmacy.company.user({ locations: [pharmacy.location] })
  reviewer = await pharmacy.company.user({ without: ['promotionManagement-declineRequest'] })
  inspector = await pharmacy.company.user({
    without: ['promotionManagement-approveRequest', 'promotionManagement-rejectRequest'],
  })
})
afterAll(() => portal.close())

const ids = (...all: string[]) => ({ selection: { mode: 'ids' as const, ids: all }, dryRun: false })
let serials = 0
/** A request in this state, with what the state needs. */
async function requestIn(state: RequestState, user = pharmacist): Promise<{ id: string; code: string }> {
  const made = await applyFor(pharmacy, user, `DEC${String(++serials).padStart(5, '0')}`)
  await inCompany(
    portal,
    pharmacy.company.id,
    `update discount_request set state = $3, reject_reason = case when $3 = 'Rejected' then 'NoSaleOnITS' end,
      decline_reason = case when $3 = 'Declined' then 'StateChanged' end where company_id = $1 and id = $2`,
    [pharmacy.company.id, made.id, state],
  )
  return made
}
const dispute = (user: User, id: string, files: { name: string; body: Buffer }[] = []) =>
  portal.upload(disputeRequest, user.token, { requestId: id, message: 'The sale is in ITS.' }, files)
const pictureOfSale = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
const stateOf = async (id: string) =>
  (await portal.call(getDiscountRequest, reviewer.token, { requestId: id })).body.requestState

describe('[DSC-011] a reviewer', () => {
  it('approves a pending request; the applicant reads it in the time line', async () => {
    const { id } = await requestIn('Pending')
    expect(await portal.call(approveRequests, reviewer.token, ids(id))).toMatchObject({ body: { done: 1 } })
    const { body } = await portal.call(getMyDiscountRequest, pharmacist.token, { requestId: id })
    expect(body).toMatchObject({ requestState: 'Approved', decidedBy: reviewer.name })
    expect(body.events[0]).toMatchObject({ kind: 'discountRequest.approved', by: reviewer.name })
  })

  it('rejects one and many with a reason; Other needs a memo', async () => {
    const [one, two] = [await requestIn('Pending'), await requestIn('Pending')]
    const without = await portal.call(rejectRequests, reviewer.token, { ...ids(one.id), reason: 'Other' })
    expect(without).toMatchObject({ status: 422, code: 'ReasonMemoRequired' })
    expect(await stateOf(one.id)).toBe('Pending')
    const { body } = await portal.call(rejectRequests, reviewer.token, {
      ...ids(one.id, two.id),
      reason: 'BatchNoDoesNotMatch',
    })
    expect(body.done).toBe(2)
    const { body: shown } = await portal.call(getMyDiscountRequest, pharmacist.token, { requestId: two.id })
    expect(shown).toMatchObject({ requestState: 'Rejected', rejectReason: 'BatchNoDoesNotMatch' })
  })

  it('says what would happen, and does nothing, when it is only tried', async () => {
    const { id, code } = await requestIn('Pending')
    const { body } = await portal.call(approveRequests, reviewer.token, { ...ids(id), dryRun: true })
    expect(body).toMatchObject({ done: 1, results: [{ code, ok: true }] })
    expect(await stateOf(id)).toBe('Pending')
  })

  it('approves no request of their own', async () => {
    const both = await pharmacy.company.user()
    const { id } = await requestIn('Pending', both)
    const { body } = await portal.call(approveRequests, both.token, ids(id))
    expect(body).toMatchObject({ done: 0, results: [{ refusal: 'OwnRequest' }] })
    expect(await stateOf(id)).toBe('Pending')
  })

  it('of two at one request one decides; the other is told that it is decided', async () => {
    const colleague = await pharmacy.company.user({ like: reviewer })
    const { id } = await requestIn('Pending')
    const answers = await Promise.all([
      portal.call(approveRequests, reviewer.token, ids(id)),
      portal.call(rejectRequests, colleague.token, { ...ids(id), reason: 'NoSaleOnITS' }),
    ])
    expect(answers.map(({ body }) => body.done).toSorted()).toEqual([0, 1])
    expect(answers.find(({ body }) => body.done === 0)?.body.results[0]).toMatchObject({
      refusal: 'RequestState',
    })
  })

  it('and an applicant who cancels at the same moment: one of them does', async () => {
    const { id } = await requestIn('Pending')
    const answers = await Promise.all([
      portal.call(approveRequests, reviewer.token, ids(id)),
      portal.call(cancelRequests, pharmacist.token, { ...ids(id), memo: 'sold to another one' }),
    ])
    expect(answers.map(({ body }) => body.done).toSorted()).toEqual([0, 1])
    expect(['Approved', 'Cancelled']).toContain(await stateOf(id))
  })

  it('has a request that they look at for two minutes', async () => {
    const colleague = await pharmacy.company.user({ like: reviewer })
    const { id, code } = await requestIn('Pending')
    expect(await portal.call(lookAtRequest, reviewer.token, { requestId: id })).toMatchObject({ status: 200 })
    expect(await portal.call(lookAtRequest, reviewer.token, { requestId: id })).toMatchObject({ status: 200 })
    expect(await portal.call(lookAtRequest, colleague.token, { requestId: id })).toMatchObject({
      status: 409,
      refused: { Facts: { request: code, name: reviewer.name } },
    })
    const { body } = await portal.call(approveRequests, colleague.token, ids(id))
    expect(body.results[0]).toMatchObject({ refusal: 'RequestLookedAt' })
    const { body: shown } = await portal.call(getDiscountRequest, colleague.token, { requestId: id })
    expect(shown.lookedAtBy).toBe(reviewer.name)
    await inCompany(
      portal,
      pharmacy.company.id,
      `update discount_request set looked_at_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    expect(await portal.call(approveRequests, colleague.token, ids(id))).toMatchObject({ body: { done: 1 } })
  })
})

describe('[DSC-012] the auditor', () => {
  it('declines what others have approved, with a reason; approving is not theirs, nor declining the reviewers’', async () => {
    const { id } = await requestIn('Approved')
    const rows = (await portal.call(inspectedRequests.page, inspector.token, { ...page, ...windowAround() }))
      .body.rows
    expect(rows.map((row) => row.id)).toContain(id)
    const input = { ...ids(id), reason: 'OwnerChanged' as const }
    expect(await portal.call(declineRequests, reviewer.token, input)).toMatchObject({ status: 403 })
    expect(await portal.call(approveRequests, inspector.token, ids(id))).toMatchObject({ status: 403 })
    expect(await portal.call(declineRequests, inspector.token, input)).toMatchObject({ body: { done: 1 } })
    const { body } = await portal.call(getMyDiscountRequest, pharmacist.token, { requestId: id })
    expect(body).toMatchObject({ requestState: 'Declined', declineReason: 'OwnerChanged' })
  })

  it('needs a memo for the reason Other', async () => {
    const { id } = await requestIn('Approved')
    const answer = await portal.call(declineRequests, inspector.token, { ...ids(id), reason: 'Other' })
    expect(answer).toMatchObject({ status: 422, code: 'ReasonMemoRequired' })
  })
})

describe('[DSC-013] the applicant', () => {
  it('cancels own requests, one or many, and says why', async () => {
    const [one, two] = [await requestIn('Pending'), await requestIn('PreApplication')]
    const { body } = await portal.call(cancelRequests, pharmacist.token, {
      ...ids(one.id, two.id),
      memo: 'wrong pack',
    })
    expect(body.done).toBe(2)
    const silent = await portal.call(cancelRequests, pharmacist.token, { ...ids(one.id), memo: '' })
    expect(silent.status).toBe(422)
  })

  it('frees the pack by cancelling', async () => {
    const { id } = await applyFor(pharmacy, pharmacist, 'FREED001')
    await portal.call(cancelRequests, pharmacist.token, { ...ids(id), memo: 'wrong day' })
    const { body } = await portal.call(importCodes, pharmacist.token, {
      dataMatrices: pharmacy.code('FREED001'),
      ...pharmacy.origin,
      dryRun: false,
    })
    expect(body.made).toBe(1)
  })

  it('reaches no request of another place', async () => {
    const other = await openPharmacy({ portal, company: pharmacy.company, product: pharmacy.product })
    const stranger = await pharmacy.company.user({ locations: [other.location] })
    const { id } = await requestIn('Pending')
    const { body } = await portal.call(cancelRequests, stranger.token, { ...ids(id), memo: 'mine' })
    expect(body).toMatchObject({ done: 0, results: [{ refusal: 'NotFound' }] })
    expect(await portal.call(getMyDiscountRequest, stranger.token, { requestId: id })).toMatchObject({
      status: 404,
    })
  })
})

describe('[DSC-003] of every state, what the table does not have is refused by the server', () => {
  const calls = {
    approve: (id: string) => portal.call(approveRequests, reviewer.token, ids(id)),
    reject: (id: string) =>
      portal.call(rejectRequests, reviewer.token, { ...ids(id), reason: 'NoSaleOnITS' }),
    decline: (id: string) =>
      portal.call(declineRequests, inspector.token, { ...ids(id), reason: 'StateChanged' }),
    cancel: (id: string) => portal.call(cancelRequests, pharmacist.token, { ...ids(id), memo: 'not mine' }),
    dispute: async (id: string) => {
      const { status } = await dispute(pharmacist, id)
      return { body: { done: status === 200 ? 1 : 0 } }
    },
  }
  // As DSC-003 says it; a rejection can be disputed.
  const allowed: Record<keyof typeof calls, readonly RequestState[]> = {
    approve: ['Pending'],
    reject: ['Pending'],
    decline: ['Pending', 'Approved'],
    cancel: ['PreApplication', 'Pending'],
    dispute: ['Rejected'],
  }
  it('the table is that of the specification', () => {
    expect(
      Object.fromEntries(requestActions.map((action) => [action, discountTable.moves[action].from])),
    ).toEqual({
      ...allowed,
      validate: ['PreApplication'],
      report: ['Approved'],
      forward: ['Completed'],
    })
  })

  it.each(requestStates)('%s', async (state) => {
    for (const [action, call] of Object.entries(calls)) {
      const { id } = await requestIn(state)
      const { body } = await call(id)
      const may = allowed[action as keyof typeof calls].includes(state)
      expect([action, body.done]).toEqual([action, may ? 1 : 0])
      if (!may) expect(await stateOf(id)).toBe(state)
    }
  })
})

describe('[DSC-011] a rejection', () => {
  const reject = (user: User, id: string) =>
    portal.call(rejectRequests, user.token, { ...ids(id), reason: 'NoSaleOnITS', memo: 'No sale found' })

  it('is disputed once, with a message and a picture; somebody else answers', async () => {
    const colleague = await pharmacy.company.user({ like: reviewer })
    const { id, code } = await requestIn('Pending')
    await reject(reviewer, id)
    const { status, body } = await dispute(pharmacist, id, [
      { name: 'sale.png', body: await pictureOfSale() },
    ])
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { requestState: 'Pending', images: [{ name: 'sale.png' }] },
    })
    const { body: shown } = await portal.call(getDiscountRequest, colleague.token, { requestId: id })
    expect(shown).toMatchObject({
      rejectReason: null,
      decidedBy: null,
      dispute: {
        message: 'The sale is in ITS.',
        reason: 'NoSaleOnITS',
        memo: 'No sale found',
        reviewer: reviewer.name,
      },
    })
    expect(shown.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['discountRequest.disputed', 'discountRequest.imageAdded']),
    )
    const { body: own } = await portal.call(approveRequests, reviewer.token, ids(id))
    expect(own).toMatchObject({ done: 0, results: [{ code, refusal: 'DisputeForOther' }] })
    expect((await reject(colleague, id)).body.done).toBe(1)
    expect(await dispute(pharmacist, id)).toMatchObject({ status: 409, code: 'RequestDisputed' })
  })

  it('is no longer disputed when the pack has another request, also at the same moment', async () => {
    const [one, two] = [await requestIn('Pending'), await requestIn('Pending')]
    await reject(reviewer, one.id)
    await portal.call(copyRequest, pharmacist.token, { requestId: one.id })
    expect(await dispute(pharmacist, one.id)).toMatchObject({ status: 409, code: 'PackAppliedFor' })
    await reject(reviewer, two.id)
    const answers = await Promise.all([
      dispute(pharmacist, two.id),
      portal.call(copyRequest, pharmacist.token, { requestId: two.id }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('is disputed by nobody of another place, and one time by two clicks', async () => {
    const other = await openPharmacy({ portal, company: pharmacy.company, product: pharmacy.product })
    const stranger = await pharmacy.company.user({ locations: [other.location] })
    const { id } = await requestIn('Pending')
    await reject(reviewer, id)
    expect(await dispute(stranger, id)).toMatchObject({ status: 404 })
    const answers = await Promise.all([dispute(pharmacist, id), dispute(pharmacist, id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('tells until when the request can be corrected and sent again', async () => {
    const { id } = await requestIn('Pending')
    await reject(reviewer, id)
    const { body } = await portal.call(getMyDiscountRequest, pharmacist.token, { requestId: id })
    expect(body.correctUntil).toBe(addDays(pharmacy.origin.declaredSaleDate, 90))
    const { body: again } = await portal.call(copyRequest, pharmacist.token, { requestId: id })
    expect(again.madeFrom).toMatchObject({ id, code: body.requestCode })
  })
})

describe('[DSC-014] the queue', () => {
  it('begins with the highest penalty score', async () => {
    const [low, high] = [await requestIn('Pending'), await requestIn('Pending')]
    await inCompany(
      portal,
      pharmacy.company.id,
      `update discount_request set its_penalty = case id when $1 then 70 else data_penalty end where id = any($2::uuid[])`,
      [high.id, [low.id, high.id]],
    )
    const { body } = await portal.call(discountRequests.page, reviewer.token, {
      ...page,
      ...windowAround(),
      tab: 'pending',
      sort: [...discountRequests.defaultSort],
    })
    const order = body.rows.map((row) => row.id)
    expect(order.indexOf(high.id)).toBeLessThan(order.indexOf(low.id))
    expect(body.rows[0]?.penalty).toBeGreaterThanOrEqual(70)
  })
})

describe('[DSC-015] how far back', () => {
  const day = (months: number) => {
    const date = new Date()
    date.setUTCMonth(date.getUTCMonth() - months)
    return date.toISOString().slice(0, 10)
  }
  const ask = (
    list: typeof discountRequests | typeof myDiscountRequests,
    user: User,
    from: string,
    to: string,
  ) =>
    portal.call(list.page as typeof discountRequests.page, user.token, {
      ...page,
      from,
      to,
      tab: 'pending',
    })

  it('management looks at three months, applicants at six, and at no day before them', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect((await ask(discountRequests, reviewer, day(3), today)).status).toBe(200)
    expect(await ask(discountRequests, reviewer, day(4), today)).toMatchObject({ code: 'WindowTooWide' })
    expect(await ask(myDiscountRequests, pharmacist, day(7), day(2))).toMatchObject({
      code: 'RequestWindowTooEarly',
    })
  })

  it('applicants begin at the archive date of the company', async () => {
    const from = day(1)
    await inCompany(
      portal,
      pharmacy.company.id,
      `insert into porta_policy (company_id, archive_date) values ($1, $2) on conflict (company_id) do update set archive_date = $2`,
      [pharmacy.company.id, from],
    )
    const today = new Date().toISOString().slice(0, 10)
    expect(await ask(myDiscountRequests, pharmacist, day(2), today)).toMatchObject({
      code: 'RequestWindowTooEarly',
      refused: { Facts: { from } },
    })
    expect((await ask(myDiscountRequests, pharmacist, from, today)).status).toBe(200)
  })
})

describe('[HOM-001] the month of requests on the home page', () => {
  it('counts what the reader sees, by what became of it', async () => {
    const counted = async (user: User) =>
      (await portal.call(getDiscountMonths, user.token, {})).body.months.at(-1)
    const [mine, all] = [await counted(pharmacist), await counted(reviewer)]
    const old = await requestIn('Rejected')
    await portal.owner.query('update discount_request set archived_at = now() where id = $1', [old.id])
    for (const state of [
      'Approved',
      'Rejected',
      'Pending',
      'PreApplication',
      'Cancelled',
      'Declined',
    ] as const)
      await requestIn(state)
    const more = (before: Awaited<ReturnType<typeof counted>>) => ({
      month: before?.month,
      approved: (before?.approved ?? 0) + 1,
      rejected: (before?.rejected ?? 0) + 1,
      cancelled: (before?.cancelled ?? 0) + 1,
      declined: (before?.declined ?? 0) + 1,
      pending: (before?.pending ?? 0) + 1,
      preApplication: (before?.preApplication ?? 0) + 1,
      archived: (before?.archived ?? 0) + 1,
    })
    expect(await counted(pharmacist)).toEqual(more(mine))
    expect(await counted(reviewer)).toEqual(more(all))
    const stranger = await (await portal.company()).user()
    expect(await counted(stranger)).toMatchObject({ approved: 0, pending: 0, archived: 0 })
  })
})

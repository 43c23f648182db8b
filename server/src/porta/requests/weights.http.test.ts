import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { approveRequests, getDiscountRequest } from '@kervan/contract/porta/discount-requests'
import { penaltyRules, type PenaltyWeights } from '@kervan/contract/porta/penalties'
import { getPortaPolicy, updatePortaPolicy } from '@kervan/contract/porta/policy'
import { applyFor, openPharmacy, type Pharmacy } from '../../../test/pharmacy.ts'
import { startPortal, type Portal, type User } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { rescore } from './rescore.ts'

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

const seen = async (requestId: string) =>
  (await portal.call(getDiscountRequest, reviewer.token, { requestId })).body
const setWeights = async (over: Partial<PenaltyWeights>) => {
  const { body } = await portal.call(getPortaPolicy, reviewer.token, {})
  return portal.call(updatePortaPolicy, reviewer.token, {
    version: body.version,
    weights: { ...body.weights, ...over },
  })
}
const score = (of: Pharmacy, ids: string[]) =>
  portal.app.services.db.withCompany(of.company.id, (tx) =>
    rescore(tx, { payerGln: null }, of.company.id, ids),
  )
async function pending(of: Pharmacy, user: User, serial: string): Promise<string> {
  const { id } = await applyFor(of, user, serial)
  await inCompany(portal, of.company.id, `update discount_request set state = 'Pending' where id = $1`, [id])
  return id
}

describe('[DSC-014] what a rule weighs', () => {
  it('is the usual at first; a change scores anew what nobody has decided, and leaves what was decided', async () => {
    const { body } = await portal.call(getPortaPolicy, reviewer.token, {})
    expect(body.weights).toEqual(penaltyRules)
    const [open, decided] = [
      await pending(pharmacy, pharmacist, 'WEIGHT01'),
      await pending(pharmacy, pharmacist, 'WEIGHT02'),
    ]
    await score(pharmacy, [open, decided])
    const before = (await seen(open)).penaltyPoints
    expect(before).toEqual(
      expect.arrayContaining([expect.objectContaining({ rule: 'itsNoAnswer', points: 15 })]),
    )
    await portal.call(approveRequests, reviewer.token, {
      selection: { mode: 'ids', ids: [decided] },
      dryRun: false,
    })
    expect(await setWeights({ itsNoAnswer: 61, declarationMissing: 0 })).toMatchObject({ status: 200 })
    await vi.waitUntil(async () => (await seen(open)).itsPenalty === 61, { timeout: 60_000, interval: 200 })
    expect((await seen(open)).penaltyPoints.map(({ rule }) => rule)).not.toContain('declarationMissing')
    expect((await seen(decided)).penaltyPoints).toEqual(before)
    expect(await setWeights({ itsNoAnswer: 101 })).toMatchObject({ status: 422 })
  }, 90_000)

  it('a volume above three times the median of the others in the city is told, with the figures', async () => {
    const company = pharmacy.company
    const city = 'Volumköy'
    const places = []
    for (let at = 0; at < 4; at++)
      places.push(await openPharmacy({ portal, company, product: pharmacy.product }))
    for (const { location } of places)
      await inCompany(portal, company.id, `update location set city = $1 where id = $2`, [city, location.id])
    const ids: string[] = []
    for (const [at, of] of places.entries())
      for (let made = 0; made < (at === 0 ? 4 : 1); made++)
        ids.push(await pending(of, reviewer, `VOL${at}X${made}`))
    await score(pharmacy, ids)
    const rules = async (id: string) => (await seen(id)).penaltyPoints.map(({ rule }) => rule)
    expect(await rules(ids[0]!)).toContain('volumeHigh')
    expect(await rules(ids.at(-1)!)).not.toContain('volumeHigh')
    expect((await seen(ids[0]!)).penaltyPoints.find(({ rule }) => rule === 'volumeHigh')?.evidence).toBe(
      'The point of sale has made 4 requests in 30 days; the median of its city is 1.',
    )
  }, 60_000)
})

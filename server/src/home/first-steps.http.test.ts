import { firstStepKeys, getFirstSteps, hideFirstSteps } from '@kervan/contract/home/first-steps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, orderOf } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { partsOf } from '../kit/parts.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false })
})
afterAll(() => portal.close())

describe('the first steps of a company', () => {
  it('are counted by the areas: each step by one of them', () => {
    expect(
      partsOf('firstStep')
        .map(({ step }) => step)
        .toSorted(),
    ).toEqual(firstStepKeys.toSorted())
  })

  it('begin at nothing, and are for whoever administers the company', async () => {
    const company = await portal.company()
    const administrator = await company.user()
    const asked = await portal.call(getFirstSteps, administrator.token, {})
    expect(asked.body.counts).toMatchObject({ customers: 0, locations: 0, products: 0, stock: 0, order: 0 })
    const colleague = await company.user({ permissions: ['HomePage'] })
    expect((await portal.call(getFirstSteps, colleague.token, {})).status).toBe(403)
    expect((await portal.call(getFirstSteps, administrator.token, {})).body.counts).toMatchObject({
      people: 1,
    })
  })

  it('count what there is, of this company alone, and end with the first order that is approved', async () => {
    const shop = await openShop(portal)
    const steps = async () => (await portal.call(getFirstSteps, shop.boss.token, {})).body.counts
    const counts = await steps()
    expect(counts).toMatchObject({ order: 0, mail: 0 })
    for (const step of ['customers', 'locations', 'products', 'variants', 'stock'] as const)
      expect(counts?.[step]).toBeGreaterThan(0)
    await orderOf(shop)
    expect(await steps()).toMatchObject({ order: 0 })
    await portal.owner.query('update sales_order set undecided = false where company_id = $1', [
      shop.company.id,
    ])
    expect(await steps()).toBeNull()
  })

  it('are hidden by each reader for themselves, and shown again', async () => {
    const company = await portal.company()
    const [one, other] = [await company.user(), await company.user()]
    const shown = async ({ token }: typeof one) =>
      (await portal.call(getFirstSteps, token, {})).body.counts !== null
    await Promise.all([1, 2].map(() => portal.call(hideFirstSteps, one.token, { hidden: true })))
    expect([await shown(one), await shown(other)]).toEqual([false, true])
    await portal.call(hideFirstSteps, one.token, { hidden: false })
    expect(await shown(one)).toBe(true)
  })
})

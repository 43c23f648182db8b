import {
  getServiceInsights,
  insightRows,
  updateServiceInsights,
} from '@kervan/contract/report/service-insights'
import { overrideWorkOrder } from '@kervan/contract/services/work-orders'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from '../../test/ordering.ts'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { openStores, runDay, runMoment, runStores, type Stores } from '../services/stores.testing.ts'
import { buildReportData } from './build.ts'

let portal: Portal
let now = runMoment
beforeEach(() => {
  now = runMoment
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

const days = { from: '2026-11-01', to: '2026-12-31' }
const run = ({ company }: Stores, text: string, ...values: unknown[]) =>
  inCompany(portal, company.id, text, [company.id, ...values])
const build = ({ company }: Stores, whole = true) =>
  buildReportData(portal.app.services, { companyId: company.id, kind: 'ServiceInsights', whole })
const figure = async ({ planner }: Stores, measure: string, over: object = {}) => {
  const { status, body, refused } = await portal.call(getServiceInsights, planner.token, {
    ...days,
    rows: ['projectDomain'],
    column: null,
    measure,
    filters: {},
    ...over,
  } as never)
  if (status !== 200) throw new Error(JSON.stringify(refused))
  return body
}

/** Stores with the work order to the shop that is sold out. */
async function ordered() {
  const stores = await openStores(portal)
  await runStores(stores, {
    at: (moment) => {
      now = moment
    },
  })
  const [order] = await run(
    stores,
    `select o.id, o.version, o.amount, o.net::float8 as net, (o.reason->'recipient'->>'rate')::float8 as rate,
       (select sum(x::float8) from jsonb_array_elements_text(o.reason->'gain') x) as gain,
       (select sum(x::float8) from jsonb_array_elements_text(o.reason->'loss') x) as loss
       from work_order o join location r on r.id = o.recipient_id where o.company_id = $1 and r.name = 'Empty'`,
  )
  const of = (name: string) => Number(order?.[name])
  return { stores, id: String(order?.['id']), version: of('version'), of }
}

describe('[SVC-010] service insights', () => {
  it('set what work orders brought against what they promised, once their days are over', async () => {
    const { stores, id, of } = await ordered()
    const amount = of('amount')
    await run(
      stores,
      `update work_order set state = 'Transferred', transferred_at = $2 where company_id = $1 and id = $3`,
      runMoment,
      id,
    )
    await build(stores)
    expect((await figure(stores, 'realisedShare')).grandTotal).toBeNull()
    expect((await figure(stores, 'compliance')).grandTotal).toBe('100.0')
    expect((await figure(stores, 'promisedBenefit')).grandTotal).toBe(of('net').toFixed(2))
    // It sells three pieces in the 28 days after the transfer and had none: each brings half of its price of 100.
    for (const day of ['2026-11-28', '2026-12-10', '2026-12-25'])
      await run(
        stores,
        `insert into daily_sale (company_id, variant_id, location_id, day, units, stock)
           select $1, variant_id, recipient_id, $2, 1, 9 from work_order where company_id = $1 and id = $3`,
        day,
        id,
      )
    now = new Date('2026-12-26T09:00:00Z')
    await build(stores, false)
    const realised = 50 * Math.min(amount, 3) - (of('gain') - of('loss') - of('net'))
    const rounded = Number((await figure(stores, 'realisedBenefit')).grandTotal)
    expect(rounded).toBeCloseTo(realised, 1)
    expect(Number((await figure(stores, 'realisedShare')).grandTotal)).toBeCloseTo(
      (100 * realised) / of('net'),
      0,
    )
    expect(Number((await figure(stores, 'forecastBias')).grandTotal)).toBeCloseTo(
      (100 * of('rate') * 28) / 3 - 100,
      0,
    )
    const { body } = await portal.call(insightRows.page, stores.planner.token, {
      ...page,
      ...days,
      only: [{ dimension: 'recipient', values: [stores.empty.code] }],
    })
    expect(body.rows).toMatchObject([
      { recipientName: 'Empty', transferredAmount: amount, lateDays: 0, serviceDate: runDay },
    ])
  })

  it('tell how much was followed and how much was overridden, by experiment and production', async () => {
    const { stores, id, version, of } = await ordered()
    const amount = of('amount') + 5
    const changed = await portal.call(overrideWorkOrder, stores.planner.token, {
      workOrderId: id,
      version,
      amount,
      reason: 'Promotion',
      note: null,
      confirmed: true,
    })
    expect(changed.status).toBe(200)
    await build(stores)
    expect((await figure(stores, 'complianceLines')).grandTotal).toBe('0.0')
    expect((await figure(stores, 'overrideRate')).grandTotal).toBe('100.0')
    expect((await figure(stores, 'overrideUnits')).grandTotal).toBe('5')
    expect((await figure(stores, 'workOrders')).rows.map(({ path }) => path[0]?.value)).toEqual([
      'Production',
    ])
  })

  it('say that the report is being updated, and tell nobody else anything', async () => {
    const { stores } = await ordered()
    const { body } = await portal.call(updateServiceInsights, stores.planner.token, {})
    expect(body).toEqual({ minutesLeft: 1 })
    expect((await figure(stores, 'workOrders')).freshness).toMatchObject({ builtAt: null, minutesLeft: 1 })
    await build(stores)
    const others = await openStores(portal)
    expect((await figure(others, 'workOrders')).rows).toEqual([])
    const stranger = await stores.company.user({ permissions: [] })
    const question = {
      ...days,
      rows: ['run' as const],
      column: null,
      measure: 'workOrders' as const,
      filters: {},
    }
    expect((await portal.call(getServiceInsights, stranger.token, question)).status).toBe(403)
  })
})

import { dataTransferKind, getDataTransferMonth } from '@kervan/contract/data/data-transfers'
import { dailySaleKind } from '@kervan/contract/services/engine-inputs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dataTransferWork } from '../../data/transfers/watch.ts'
import { workOffDue } from '../../../test/due-work.ts'
import { startPortal, type Portal } from '../../../test/portal.ts'
import { inCompany } from '../../../test/statements.ts'
import { openStores, planMoment, runStores, type Stores } from '../stores.testing.ts'

let portal: Portal
let now = planMoment
beforeEach(() => {
  now = planMoment
})
beforeAll(async () => {
  portal = await startPortal({ now: () => now, worker: false })
})
afterAll(() => portal.close())

const codes = async (stores: Stores) => {
  const [found] = await inCompany(
    portal,
    stores.company.id,
    `select v.code as variant, (select l.code from location l where l.company_id = $1 and l.id = $2) as location
       from product_variant v where v.company_id = $1 and v.product_id = $3 order by v.code limit 1`,
    [stores.company.id, stores.empty.id, stores.product.id],
  )
  return { location: String(found?.['location']), variant: String(found?.['variant']) }
}
const deliver = ({ planner }: Stores, rows: Record<string, unknown>[], moreFollow = false) =>
  portal.call(dailySaleKind.deliver, planner.token, { rows, moreFollow })

it('[ENG-001] [DAT-001] sales that are delivered are what the engine computes with, and are given to their due date', async () => {
  const stores = await openStores(portal)
  const of = await codes(stores)
  await inCompany(portal, stores.company.id, `delete from daily_sale where company_id = $1`, [
    stores.company.id,
  ])
  const saved = await portal.call(dataTransferKind.save, stores.planner.token, {
    id: null,
    version: null,
    confirmed: false,
    values: {
      code: 'SALES',
      name: 'Sales of the tills',
      dataKind: 'dailySale',
      entity: null,
      source: 'Api',
      sender: null,
      expression: '0 11 * * *',
      earlyHours: 12,
      toleranceMinutes: 60,
      active: true,
    },
  })
  expect(saved.status).toBe(200)
  const day = (ago: number) => new Date(planMoment.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const rows = Array.from({ length: 60 }, (_, at) => ({
    ...of,
    salesDay: day(at + 1),
    unitsSold: 2,
    eveningStock: 20,
  }))
  expect((await deliver(stores, rows.slice(0, 30), true)).status).toBe(200)
  expect((await deliver(stores, rows.slice(30))).status).toBe(200)
  // The same once more changes nothing: a day of a SKU at a location is one record.
  expect((await deliver(stores, rows)).status).toBe(200)
  const kept = await inCompany(
    portal,
    stores.company.id,
    `select count(*)::int as days, sum(units)::int as units from daily_sale where company_id = $1`,
    [stores.company.id],
  )
  expect(kept).toEqual([{ days: 60, units: 120 }])
  await workOffDue(portal, stores.company.id, dataTransferWork)
  const { entries } = (
    await portal.call(getDataTransferMonth, stores.planner.token, { month: day(0).slice(0, 7) })
  ).body
  expect(entries[0]).toMatchObject({ dataKind: 'dailySale', transferState: 'Received' })
  const runId = await runStores(stores, {
    at: (moment) => {
      now = moment
    },
  })
  const [order] = await inCompany(
    portal,
    stores.company.id,
    `select (w.reason -> 'recipient' ->> 'rate')::float8 as rate from work_order w where w.company_id = $1 and w.run_id = $2 and w.recipient_id = $3`,
    [stores.company.id, runId, stores.empty.id],
  )
  // Two a day were sold; without sales nothing would be.
  expect(Number(order?.['rate'])).toBeGreaterThan(1)
})

it('[DAT-001] sales of a day to come, and of what nobody knows, are refused with row and field', async () => {
  const stores = await openStores(portal)
  const of = await codes(stores)
  const refused = await deliver(stores, [
    { ...of, salesDay: '2027-06-01', unitsSold: 1 },
    { ...of, variant: 'NOT-THERE', salesDay: '2026-11-01', unitsSold: 1 },
    { ...of, salesDay: '2026-11-01', unitsSold: -1 },
  ])
  expect(JSON.stringify(refused.body ?? refused.refused)).toContain('SaleInFuture')
  const nobody = await stores.company.user({ without: [dailySaleKind.deliver.permission ?? ''] })
  const asked = { rows: [{ ...of, salesDay: '2026-11-01', unitsSold: 1 }], moreFollow: false }
  expect(await portal.call(dailySaleKind.deliver, nobody.token, asked)).toMatchObject({ status: 403 })
  expect(await portal.call(dailySaleKind.deliver, '', asked)).toMatchObject({ status: 401 })
})

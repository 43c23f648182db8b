import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWarehouseSimulator, type FaultKind } from '../../../../simulators/warehouse/main.ts'
import { inCompany, startPortal, type Portal } from '../../../test/portal.ts'
import { newId } from '../database/uuid.ts'
import { UnknownAnswer } from './deliver.ts'
import { deliveries } from './deliveries.ts'

// Deliveries to a system that takes some and answers others: the simulator of the warehouses counts what it was told.

const warehouse = 'DEPO-1'
const key = 'key-of-the-warehouse'
const count = 60
/** Nearly two of three tries go wrong. */
const shares: Partial<Record<FaultKind, number>> = {
  dropAfter: 0.2,
  dropBefore: 0.1,
  error500: 0.1,
  malformed: 0.1,
  noReceipt: 0.1,
  throttled: 0.05,
}
const limits = {
  timeoutMs: 20_000,
  retries: 0,
  concurrent: 20,
  perSecond: 100_000,
  breaker: { failures: 100_000, openMs: 1 },
}

let portal: Portal
let simulator: Awaited<ReturnType<typeof startWarehouseSimulator>>
let now = new Date('2026-11-28T10:00:00Z')
beforeAll(async () => {
  simulator = await startWarehouseSimulator(0)
  portal = await startPortal({ worker: false, now: () => now })
}, 180_000)
afterAll(async () => {
  await portal.close()
  await simulator.close()
})

async function admin(path: string, body?: object): Promise<unknown> {
  const response = await fetch(
    `${simulator.url}/admin/${path}`,
    body && { method: 'POST', body: JSON.stringify(body) },
  )
  return response.json()
}

const requestOf = (requestCode: string) => ({
  requestCode,
  gtin: '08699999001014',
  serialNumber: requestCode,
  lotNumber: 'L1',
  expiryDate: '2028-01-31',
  pointOfSaleGln: '8689999100010',
  paymentLocationCode: warehouse,
  validSaleDate: '2026-11-19',
  period: '2026-11',
})

it('takes effect once, with its receipt, however many answers are lost and workers are at it', async () => {
  await admin('seed', { warehouses: [{ code: warehouse, key }], seed: 11, shares })
  const company = await portal.company()
  const { services } = portal.app
  const reports = deliveries<string>('ediAnswers', {
    pauses: Array.from({ length: 40 }, () => 1),
    prepare: async (_, asked) => ({ notice: asked.key }),
    async send(code, asked) {
      const response = await asked.services.outside
        .system('Warehouse', limits)
        .fetch(`${simulator.url}/warehouses/${warehouse}/reports`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'idempotency-key': asked.key },
          body: JSON.stringify({ requests: [requestOf(code)] }),
        })
      if (response.status !== 200) throw new UnknownAnswer(`HTTP ${response.status}`)
      const said = (await response.json().catch(() => {
        throw new UnknownAnswer('Malformed')
      })) as { receipt?: string }
      if (said.receipt === undefined) throw new UnknownAnswer('NoReceipt')
      return { taken: true, receipt: said.receipt, response: null }
    },
  })
  const keys = Array.from({ length: count }, (_, at) => `R-${at}`)
  await services.db.withCompany(company.id, (tx) =>
    reports.request(
      tx,
      services,
      { companyId: company.id, now },
      keys.map((one) => ({ key: one, recordId: newId(), name: one })),
    ),
  )
  const rowsOf = () =>
    inCompany(portal, company.id, 'select key, state, receipt from delivery where company_id = $1', [
      company.id,
    ])
  const work = (some: string[]) => reports.work(services)([{ companyId: company.id, keys: some }])
  for (let tries = 0; tries < 40; tries++) {
    await Promise.all([work(keys), work(keys.toReversed())])
    now = new Date(now.getTime() + 1_000)
    if ((await rowsOf()).every(({ state }) => state !== 'Waiting')) break
  }
  const rows = await rowsOf()
  expect(rows.filter(({ state }) => state !== 'Delivered')).toEqual([])
  const received = (await admin('received')) as {
    asked: number
    requests: Record<string, number>
    reports: { key: string; receipt: string }[]
  }
  expect(received.requests).toEqual(Object.fromEntries(keys.map((one) => [one, 1])))
  expect(received.asked).toBeGreaterThan(count * 2)
  const receipts = new Map(received.reports.map((report) => [report.key, report.receipt]))
  expect(rows.filter((row) => receipts.get(String(row['key'])) !== row['receipt'])).toEqual([])
})

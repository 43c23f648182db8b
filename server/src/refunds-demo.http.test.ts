import { priceChangeReasons, type Suggestion } from '@kervan/contract/porta/price-change-rules'
import { priceChangeStates } from '@kervan/contract/porta/words'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../test/cluster.ts'
import { startPortal, type Portal } from '../test/portal.ts'
import { inCompany } from '../test/statements.ts'
import { loadDemoData } from './demo/load.ts'
import { drawDemoPictures } from './porta/demo/pictures.ts'
import { startDemoWarehouses } from './porta/demo/warehouses.ts'
import { readImage } from './porta/requests/read-images.ts'

// What stands beside the demo's discount requests: pictures of the first in the queue, and the systems of the warehouses.

let database: TestDatabase
let portal: Portal
const company = 1

beforeAll(async () => {
  database = await createDatabase()
  await loadDemoData(database.ownerUrl, { now: new Date(), orders: 60 })
  portal = await startPortal({ database, worker: false })
}, 300_000)
afterAll(async () => {
  await portal.close()
  await database.drop()
})

test('[DSC-006] the first requests of the queue get pictures once, which show their packs', async () => {
  await drawDemoPictures(portal.app.services)
  await drawDemoPictures(portal.app.services)
  const images = () =>
    inCompany(
      portal,
      company,
      `select i.id, i.state, r.image_count from discount_image i join discount_request r on r.company_id = i.company_id and r.id = i.request_id where i.company_id = $1 order by i.id`,
      [company],
    )
  const drawn = await images()
  expect(drawn).toHaveLength(24)
  expect(new Set(drawn.map(({ image_count: count }) => count))).toEqual(new Set([1]))
  await readImage(portal.app.services, { companyId: company, imageId: String(drawn[0]?.['id']) })
  expect((await images())[0]).toMatchObject({ state: 'Matched' })
})

test('[PCR-001] [PCR-004] price-change refunds stand in all states, and their movements prove each reason to reject', async () => {
  const rows = await inCompany(
    portal,
    company,
    `select state, refund_amount::float8 as amount, suggested from discount_request where company_id = $1 and kind = 'PriceChange'`,
    [company],
  )
  expect(rows).toHaveLength(64)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(priceChangeStates))
  expect(rows.filter(({ amount }) => Number(amount) > 0).length).toBeGreaterThan(20)
  const found = rows.flatMap(({ suggested }) => (suggested as Suggestion).found.map(({ reason }) => reason))
  expect(new Set(found)).toEqual(new Set(priceChangeReasons))
})

test('[DSC-016] each warehouse that pays a pharmacy takes reports with its key', async () => {
  const warehouses = (await startDemoWarehouses(database.ownerUrl))!
  try {
    const { url, keys } = warehouses.target
    expect(keys.size).toBeGreaterThan(1)
    for (const [code, key] of keys) {
      const send = (bearer: string) =>
        fetch(`${url}/warehouses/${encodeURIComponent(code)}/reports`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': 'empty' },
          body: JSON.stringify({ requests: [] }),
        })
      expect((await send('another')).status).toBe(401)
      // The key is taken, and the report is refused because nothing is in it.
      expect((await send(key)).status).toBe(422)
    }
  } finally {
    warehouses.stop()
  }
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../test/cluster.ts'
import { openLog } from './kit/log.ts'
import { openOutside } from './kit/outside/outside.ts'
import { openIts } from './porta/evidence/its.ts'
import { demoPassword } from './demo/accounts.ts'
import { loadDemoData } from './demo/load.ts'
import { startDemoIts } from './porta/demo/its.ts'
import { demoPacks } from './porta/demo/packs.ts'

// The drug-tracking system that stands beside the demo, asked as a pharmacy of the demo asks it.

let database: TestDatabase
let demo: NonNullable<Awaited<ReturnType<typeof startDemoIts>>>

beforeAll(async () => {
  database = await createDatabase()
  await loadDemoData(database.ownerUrl, { now: new Date('2026-05-20T11:00:00Z'), orders: 60 })
  demo = (await startDemoIts(database.ownerUrl))!
}, 300_000)
afterAll(async () => {
  demo.stop()
  await database.drop()
})

test('[ITS-001] a pharmacy of the demo has packs there in every state that a request can meet', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ gln: string }>(
    `select gln from location where company_id = 1 and location_group = 'Pharmacies' and gln is not null order by code limit 1`,
  )
  const { rows: variants } = await owner.query<{ gtin: string }>(
    `select gtin from product_variant where company_id = 1 and gtin is not null and status = 'Active' order by gtin`,
  )
  await owner.end()
  const userName = `${rows[0]!.gln}0000`
  const packs = demoPacks(
    rows.map(({ gln }) => gln),
    variants.map(({ gtin }) => gtin.padStart(14, '0')),
  ).map(({ gtin, sn, bn, xd }) => ({ gtin, serialNumber: sn, lotNumber: bn, expiryDate: xd }))
  const clock = { now: () => new Date() }
  const outside = openOutside({ clock, log: openLog('silent') })
  const answers = await openIts(outside, { ...demo.target, spacingMs: 0 }, clock.now).ask({
    companyId: 1,
    packs,
    credentials: { userName, password: demoPassword },
  })
  const told = answers.map((answer) =>
    'evidence' in answer ? `${answer.kind} ${answer.evidence.state}` : JSON.stringify(answer),
  )
  const each = [
    'evidence ReadyToSell',
    'evidence Consumed',
    'notFinalized Consumed',
    'evidence Consumed',
    'evidence Waived',
    'evidence InTransit',
  ]
  expect(told).toEqual([...each, ...each])
})

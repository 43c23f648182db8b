import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangeView } from '@kervan/contract/kit/master-change'
import { servedKinds } from './handlers.ts'
import { writeWorkbook } from './kit/excel/write-workbook.ts'
import type { ServedRecords } from './kit/master/kind.ts'
import { startPortal, type Company, type Portal } from '../test/portal.ts'
import { killWorker, startWorker } from '../test/worker-process.ts'

// A worker that is killed while a file takes effect: whoever reads sees all of it or nothing, and the next worker brings
// it to its end without being asked.

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ worker: false, own: true })
}, 180_000)
afterAll(() => portal.close())

const served = servedKinds.find(({ kind }) => kind.key === 'locationType') as ServedRecords
// Each round starts a worker, which is most of its time; the moments of the kills spread over the whole work.
const rounds = 8
const half = 60
const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Writes take their time, so that a kill at some moment finds the worker within each of them. */
async function slowDown(milliseconds: number): Promise<void> {
  await portal.owner.query(`
    create or replace function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${milliseconds / 1_000}); return null; end $$`)
  for (const [table, events] of [
    ['location_type', 'insert or update'],
    ['master_change', 'update'],
    ['audit_entry', 'insert'],
  ])
    await portal.owner.query(
      `create or replace trigger slow after ${events} on ${table} for each statement execute function slow()`,
    )
}

const codes = Array.from({ length: 2 * half }, (_, at) => `T-${at}`)
const names = async (company: Company) => {
  const { rows } = await portal.owner.query<{ name: string; version: number; count: number }>(
    'select name, version, count(*)::int as count from location_type where company_id = $1 group by 1, 2 order by 1, 2',
    [company.id],
  )
  return rows
}
const old = [{ name: 'Old', version: 1, count: half }]
const whole = [
  { name: 'New', version: 1, count: half },
  { name: 'New', version: 2, count: half },
]

/** Records of a company, and a dropped file that changes each of them and adds as many. */
async function dropped(): Promise<{ company: Company; changeId: string }> {
  const company = await portal.company()
  const user = await company.user()
  const rows = codes.slice(0, half).map((code) => ({ code, name: 'Old', standsFor: 'BoutiquePointOfSales' }))
  const made = await portal.call(served.kind.deliver, user.token, { rows, requestKey: 'first-records' })
  expect(made).toMatchObject({ status: 200, body: { state: 'Active' } })
  const titles = ['code', 'name', 'standsFor']
  const body = await buffer(
    writeWorkbook({
      sheets: [
        {
          name: 'Data',
          columns: titles.map((header) => ({ header, kind: 'text', width: 20 })),
          rows: codes.map((code) => [code, 'New', 'BoutiquePointOfSales']),
        },
      ],
    }),
  )
  const sent = await portal.upload(served.kind.upload, user.token, { mode: 'Merge' }, [
    { name: 'new.xlsx', body },
  ])
  expect(sent.status).toBe(200)
  const { id: changeId } = sent.body as ChangeView
  // As the file drop begins it: its worker reads it and lets it take effect.
  await portal.owner.query(`update master_change set source = 'FileDrop' where company_id = $1 and id = $2`, [
    company.id,
    changeId,
  ])
  return { company, changeId }
}

const stateOf = async ({ company, changeId }: { company: Company; changeId: string }) => {
  const { rows } = await portal.owner.query<{ state: string }>(
    'select state from master_change where company_id = $1 and id = $2',
    [company.id, changeId],
  )
  return rows[0]?.state
}

it('[DAT-002] killed eight times while files take effect: all old or all new, brought to the end once', async () => {
  await slowDown(60)
  const files: Awaited<ReturnType<typeof dropped>>[] = []
  let unfinished = 0
  for (let round = 0; round < rounds; round++) {
    const file = await dropped()
    files.push(file)
    const worker = await startWorker(portal)
    await expect.poll(() => stateOf(file), { timeout: 30_000, interval: 5 }).toMatch(/Validating|Active/)
    await sleep(round * 75)
    await killWorker(portal, worker)
    const now = await names(file.company)
    expect([old, whole]).toContainEqual(now)
    if ((await stateOf(file)) !== 'Active') unfinished += 1
  }
  // Otherwise the kills came too early or too late to say anything.
  expect(unfinished).toBeGreaterThan(2)
  await slowDown(0)
  await startWorker(portal)
  for (const file of files) {
    await expect.poll(() => stateOf(file), { timeout: 120_000, interval: 200 }).toBe('Active')
    expect(await names(file.company)).toEqual(whole)
    const { rows } = await portal.owner.query(
      `select (select count(*)::int from audit_entry where company_id = $1 and operation = 'masterData.imported') as audited,
        (select count(*)::int from master_change_row where company_id = $1 and change_id = $2) as rows,
        (select added || ' ' || changed from master_change where company_id = $1 and id = $2) as counts`,
      [file.company.id, file.changeId],
    )
    // One entry for the records as they were, one for the file.
    expect(rows).toEqual([{ audited: 2, rows: 2 * half, counts: `${half} ${half}` }])
  }
}, 900_000)

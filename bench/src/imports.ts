import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import {
  activateEntityFile,
  getEntityFile,
  getEntityRows,
  uploadEntityFile,
} from '@kervan/contract/company/mci-files'
import { locationKind } from '@kervan/contract/company/locations'
import { translate } from '../../server/src/kit/messages.ts'
import { inTurn, ms, percentile, timed, times, within, type Figure } from './figures.ts'
import { bareClient } from './orders.ts'
import type { BenchPortal } from './portal.ts'
import type { BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

// Master data and MCI by file: from the first byte sent to the proposal that can be activated, and its activation.

const memory = 'process_resident_memory_bytes'
const loop = 'nodejs_eventloop_lag_p99_seconds'
const reading = ['Pending', 'Validating']

/** Sends a file and waits until it has been read, with what the server took for it by its own metrics. */
async function proposed<V extends { state: string }>(
  portal: BenchPortal,
  send: () => Promise<V>,
  look: (sent: V) => Promise<V>,
): Promise<{ view: V; took: number; grown: number; lag: number }> {
  const before = (await portal.metrics(memory))[memory]
  let [peak, lag] = [before, 0]
  const begun = performance.now()
  let view = await send()
  while (reading.includes(view.state)) {
    await pause(100)
    const now = await portal.metrics(memory, loop)
    peak = Math.max(peak, now[memory])
    lag = Math.max(lag, now[loop] * 1_000)
    view = await look(view)
  }
  const took = performance.now() - begun
  if (view.state !== 'Succeeded') throw new Error(`the file became ${view.state}: ${JSON.stringify(view)}`)
  return { view, took, grown: (peak - before) / 1024 / 1024, lag }
}

const simple = (work: string, took: number, budget: number, ratio = '–'): Figure => ({
  work,
  measured: ms(took),
  ratio,
  budget: `≤ ${budget / 1_000} s`,
  kept: within(took, budget),
})

/** 100,000 locations and 1,000,000 rows of an MCI entity; what was added is removed again. */
export async function benchImports(portal: BenchPortal, database: BenchDatabase): Promise<Figure[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    const token = await portal.signIn('admin')
    return [...(await locations(portal, token)), ...(await entity(portal, token, database))]
  } finally {
    await owner.query(`delete from location where company_id = $1 and code like 'BENCH-%'`, [benchCompany])
    await owner.query('delete from mci_row where company_id = $1', [benchCompany])
    await owner.end()
  }
}

async function locations(portal: BenchPortal, token: string): Promise<Figure[]> {
  const count = 100_000
  const fields = ['code', 'name', 'locationType', 'city', 'district', 'address', 'latitude', 'longitude']
  const lines = [fields.map((name) => translate('en', `column.${name}`)).join(';')]
  for (let n = 0; n < count; n++)
    lines.push(
      `BENCH-${n};Mağaza ${n};CustomLocation;İstanbul;Şişli;Cadde ${n};41.${(n % 90) + 10};29.${(n % 90) + 10}`,
    )
  const file = Buffer.from(`${lines.join('\r\n')}\r\n`)
  const { view, took, grown, lag } = await proposed(
    portal,
    () => portal.upload(locationKind.upload, token, 'locations.csv', file, { mode: 'Merge' }),
    ({ id }) => portal.call(locationKind.getChange, token, { changeId: id }),
  )
  if (view.counts.added !== count) throw new Error(`only ${view.counts.added} locations are new`)
  const activated = await timed(() =>
    portal.call(locationKind.activate, token, { changeId: view.id, confirmed: true }),
  )
  return [
    simple(
      '100,000 locations from CSV, proposed',
      took,
      15_000,
      `+${grown.toFixed(0)} MB, event loop p99 ${ms(lag)}`,
    ),
    simple('the same, activated', activated, 5_000),
  ]
}

async function entity(portal: BenchPortal, token: string, database: BenchDatabase): Promise<Figure[]> {
  const count = 999_999
  const code = `BENCH${Date.now()}`
  const saved = { id: null, version: null, confirmed: true }
  const { id: entityId } = await portal.call(mciEntityKind.save, token, {
    ...saved,
    values: {
      code,
      name: code,
      purpose: 'Data',
      dataSource: 'ManageByUserInput',
      orderIndex: 0,
      description: null,
    },
  })
  const types = { Item: 'Text', Pieces: 'Integer', Amount: 'Decimal', Day: 'Date', Remark: 'Text' }
  for (const [at, [name, mciType]] of Object.entries(types).entries())
    await portal.call(mciFieldKind.save, token, {
      ...saved,
      values: {
        entity: code,
        code: name,
        name,
        mciType,
        baseField: null,
        keyPart: at === 0,
        mandatory: false,
        orderIndex: at,
      },
    } as never)
  const lines = [Object.keys(types).join(';')]
  for (let n = 0; n < count; n++)
    lines.push(`ITEM${n};${n % 500};${n % 99}.5;2026-11-${String((n % 28) + 1).padStart(2, '0')};remark ${n}`)
  const file = Buffer.from(`${lines.join('\r\n')}\r\n`)
  lines.length = 0
  const { view, took, grown, lag } = await proposed(
    portal,
    () => portal.upload(uploadEntityFile, token, 'rows.csv', file, { entityId, input: 'User' }),
    ({ id }) => portal.call(getEntityFile, token, { mciFileId: id }),
  )
  if (view.rows !== count) throw new Error(`only ${view.rows} rows are good`)
  const activated = await timed(() => portal.call(activateEntityFile, token, { mciFileId: view.id }))
  const client = await bareClient(database)
  const [served, bare] = await inTurn(
    10,
    () => portal.call(getEntityRows, token, { entityId, mciFileId: null, page: 1, pageSize: 50, search: '' }),
    () => barePage(client, entityId, view.ioId),
  )
  await client.end()
  const [page, barely] = [percentile(served, 0.5), percentile(bare, 0.5)]
  return [
    {
      work: '1,000,000 rows of an MCI entity from CSV, proposed',
      measured: ms(took),
      ratio: `+${grown.toFixed(0)} MB, event loop p99 ${ms(lag)}`,
      budget: '≤ 60 s, +≤ 250 MB, lag ≤ 50 ms',
      kept: within(took, 60_000) && grown <= 250 && within(lag, 50),
    },
    simple('the same, activated', activated, 1_000),
    {
      work: 'page of 50 of it',
      measured: `p50 ${ms(page)}`,
      ratio: `${times(page / barely)} of bare SQL (p50 ${ms(barely)})`,
      budget: '≤ 2×',
      kept: page / barely <= 2,
    },
  ]
}

async function barePage(client: pg.Client, entityId: string, generation: number): Promise<void> {
  const from = `mci_row r where r.company_id = ${benchCompany} and r.entity_id = $1 and r.generation = $2`
  await client.query(`begin; set local app.company_id = '${benchCompany}'`)
  await client.query(`select r.key, r.values from ${from} order by r.position limit 50`, [
    entityId,
    generation,
  ])
  await client.query(`select count(*) from ${from}`, [entityId, generation])
  await client.query('commit')
}

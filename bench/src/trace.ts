import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { checkDigitOf } from '@kervan/contract/kit/gs1/check-digits'
import { getPackTrace, tracedPacks } from '@kervan/contract/trace/inquiry'
import { getPackage, uploadPackage } from '@kervan/contract/trace/packages'
import { fillBare, type Run } from '../../server/src/demo/bare-tables.ts'
import { transferXml, zipped } from '../../server/test/transfer-package.ts'
import { sql } from 'kysely'
import { inTurn, ms, percentile, timed, times, type Figure } from './figures.ts'
import { bareClient } from './orders.ts'
import type { BenchPortal } from './portal.ts'
import { openForLoading, type BenchDatabase } from './seed.ts'
import { benchCompany } from './seed-orders.ts'

const movementsEach = 4
const documentPacks = 5_000
const uploadedLot = 'BENCHLOT'
const rounds = 60
const memory = 'process_resident_memory_bytes'
const loop = 'nodejs_eventloop_lag_p99_seconds'

const gtins = Array.from({ length: 100 }, (_, at) => {
  const digits = `0869999${String(at).padStart(6, '0')}`
  return `${digits}${checkDigitOf(digits)}`
})
/** Ids that grow, as those of the product do: the index is filled from one end. */
const idAt = (kind: number, n: string) =>
  `('0000${kind}000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** One pack and one document among so many movements, and a package of 100,000 serial numbers (TRC-003, TRC-004). */
export async function benchTrace(
  portal: BenchPortal,
  database: BenchDatabase,
  movements: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const packs = movements / movementsEach
  await seedTrace(database, packs, say)
  const token = await portal.signIn('admin')
  const client = await bareClient(database)
  const bare = async (statements: (() => Promise<unknown>)[]) => {
    await client.query(`begin; set local app.company_id = '${benchCompany}'`)
    for (const one of statements) await one()
    await client.query('commit')
  }
  try {
    return [
      await onePack(portal, token, client, bare, packs),
      await oneDocument(portal, token, client, bare, packs),
      await onePackage(portal, token),
    ]
  } finally {
    await client.end()
    await forgetUploads(database)
  }
}

type Bare = (statements: (() => Promise<unknown>)[]) => Promise<void>

async function onePack(
  portal: BenchPortal,
  token: string,
  client: pg.Client,
  bare: Bare,
  packs: number,
): Promise<Figure> {
  let n = 0
  const next = () => {
    n = (n + 7_919) % packs
    return `00001000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
  }
  const [served, best] = await inTurn(
    rounds,
    () => portal.call(getPackTrace, token, { packId: next() }),
    () => {
      const id = next()
      return bare([
        () =>
          client.query({
            name: 'pack',
            text: 'select * from trace_pack where company_id = $1 and id = $2',
            values: [benchCompany, id],
          }),
        () =>
          client.query({
            name: 'moved',
            text: 'select * from trace_movement where company_id = $1 and pack_id = $2 order by at',
            values: [benchCompany, id],
          }),
        () =>
          client.query({
            name: 'packed',
            text: 'select k.*, c.label, d.number from trace_pack t join trace_package_pack k on k.company_id = $1 and k.gtin = t.gtin and k.serial_number = t.serial_number join trace_carrier c on c.company_id = $1 and c.package_id = k.package_id and c.no = k.carrier_no join trace_package d on d.company_id = $1 and d.id = k.package_id where t.company_id = $1 and t.id = $2',
            values: [benchCompany, id],
          }),
      ])
    },
  )
  return compared(
    `the chain of custody of one pack among ${(packs * movementsEach).toLocaleString('en')} movements`,
    served,
    best,
  )
}

async function oneDocument(
  portal: BenchPortal,
  token: string,
  client: pg.Client,
  bare: Bare,
  packs: number,
): Promise<Figure> {
  const documents = packs / documentPacks
  let n = 0
  const next = () => `BENCH-${(n = (n + 37) % documents)}`
  const from =
    'from trace_package_pack k cross join lateral (select * from trace_pack o where o.company_id = $1 and o.gtin = k.gtin and o.serial_number = k.serial_number offset 0) t where k.company_id = $1 and k.package_id = any(array(select d.id from trace_package d where d.company_id = $1 and d.number = $2))'
  const [served, best] = await inTurn(
    rounds,
    () =>
      portal.call(tracedPacks.page, token, {
        way: 'PtsDocument',
        documentNumber: next(),
        page: 1,
        pageSize: 50,
        filters: {},
        search: '',
        sort: [{ column: 'lastMovementAt', direction: 'desc' }],
      }),
    () => {
      const values = [benchCompany, next()]
      return bare([
        () =>
          client.query({
            name: 'document',
            text: `select t.* ${from} order by t.last_at desc, t.id desc limit 50`,
            values,
          }),
        () => client.query({ name: 'packs', text: `select count(*) ${from}`, values }),
      ])
    },
  )
  return compared(`the first 50 packs of a document of ${documentPacks.toLocaleString('en')}`, served, best)
}

function compared(work: string, served: readonly number[], best: readonly number[]): Figure {
  const [ours, bare] = [percentile(served, 0.95), percentile(best, 0.95)]
  return {
    work,
    measured: `p95 ${ms(ours)}, p50 ${ms(percentile(served, 0.5))}`,
    ratio: `${times(ours / bare)} of the bare indexed statements (p95 ${ms(bare)})`,
    budget: '≤ 3×',
    kept: ours / bare <= 3,
  }
}

/** A package of 100,000 serial numbers, from its upload until it is read, with the memory and the waiting it causes. */
async function onePackage(portal: BenchPortal, token: string): Promise<Figure> {
  const count = 100_000
  const run = Date.now().toString(36).toUpperCase()
  const gtin = gtins[0] ?? ''
  const cases = Array.from({ length: 100 }, (_, at) => ({
    label: `CASE-${at}`,
    packs: [
      {
        gtin,
        lot: uploadedLot,
        expiry: '2028-12-31',
        serials: Array.from({ length: count / 100 }, (_, n) => `${run}${at}X${n}`),
      },
    ],
  }))
  const body = zipped(transferXml([{ label: 'PALLET', type: 'P', carriers: cases }], { number: `UP-${run}` }))
  const before = (await portal.metrics(memory))[memory]
  let [peak, lag] = [before, 0]
  let state = 'Reading'
  const took = await timed(async () => {
    const { packageId } = await portal.upload(uploadPackage, token, 'package.zip', body)
    while (state === 'Reading') {
      await pause(200)
      const now = await portal.metrics(memory, loop)
      peak = Math.max(peak, now[memory])
      lag = Math.max(lag, now[loop] * 1_000)
      state = (await portal.call(getPackage, token, { packageId })).packageState
    }
  })
  if (state !== 'Read') throw new Error(`the package became ${state}`)
  const grown = (peak - before) / 1024 / 1024
  return {
    work: `a package of ${count.toLocaleString('en')} serial numbers, read and indexed`,
    measured: ms(took),
    ratio: `+${grown.toFixed(0)} MB, event loop p99 ${ms(lag)}`,
    budget: '≤ 150 MB more',
    kept: grown <= 150,
  }
}

/** Packs with their movements, and documents of the transfer system with their packs; kept for the next run. */
async function seedTrace(
  { ownerUrl }: BenchDatabase,
  packs: number,
  say: (line: string) => void,
): Promise<void> {
  const db = await openForLoading(ownerUrl)
  const run: Run = async (statement) => (await statement.execute(db)).rows
  const mark = `bench ${packs}`
  try {
    const [known] = await run(
      sql<{ mark: string | null }>`select obj_description('trace_movement'::regclass) as mark`,
    )
    if (known?.mark === mark) return
    const begun = performance.now()
    const said = (what: string) =>
      say(`Trace: ${what} after ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
    await run(
      sql`truncate trace_movement, trace_package_pack, trace_carrier, trace_package, trace_pack cascade`,
    )
    await fillBare(run, ['trace_pack', 'trace_movement', 'trace_package_pack'], async () => {
      for (const [what, text] of Object.entries(statementsOf(packs))) {
        await run(sql.raw(text))
        said(what)
      }
    })
    await run(sql`vacuum (freeze, analyze) trace_movement, trace_package_pack, trace_carrier, trace_pack`)
    await run(sql.raw(`comment on table trace_movement is '${mark}'`))
    said('keys, indexes and vacuum')
  } finally {
    await db.destroy()
  }
}

const [maker, shop] = ['8699999000003', '8689999200015']
/** A file of its own stands for all documents: nobody opens it. */
const fileId = '00009000-0000-7000-8000-000000000000'

/** Packs 1 to n: number `n` stands in document `n / 5,000`, in one of its 50 cases, and has moved four times. */
function statementsOf(packs: number): Record<string, string> {
  const company = benchCompany
  const day = "timestamptz '2026-01-01 09:00+03'"
  const pack = (n: string) =>
    `(array['${gtins.join("','")}'])[${n} % ${gtins.length} + 1], 'T' || ${n}, 'LOT' || ${n} / 25000, date '2028-12-31'`
  const numbers = `generate_series(0, ${packs - 1}) n`
  return {
    packs: `insert into trace_pack (company_id, id, gtin, serial_number, lot_number, expiry_date, state, holder_gln, last_at)
      select ${company}, ${idAt(1, 'n')}, ${pack('n')}, 'ReadyToSell', '${shop}', ${day} + n % 300 * interval '1 day' from ${numbers}`,
    movements: `insert into trace_movement (company_id, pack_id, event_id, declaration_id, at, movement, from_gln, to_gln, result_code, source)
      select ${company}, ${idAt(1, 'n')}, k || md5(n::text), 'BENCH ' || n || ' ' || k, ${day} + n % 300 * interval '1 day' + (k - ${movementsEach}) * interval '1 day',
        (array['Production', 'Dispatch', 'DispatchCancel', 'Dispatch'])[k], '${maker}', case when k = 1 then null else '${shop}' end, '00000', 'Its'
      from ${numbers}, generate_series(1, ${movementsEach}) k`,
    documents: `with kept as (insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_by)
        values (${company}, '${fileId}', 'bench', 'bench.zip', 'application/zip', 0, '', 'trace-package', null) on conflict do nothing)
      insert into trace_package (company_id, id, state, file_id, file_name, file_sha256, number, document_date, action, source_gln, destination_gln, version, pack_count, carrier_count, received_at, received_by)
      select ${company}, ${idAt(2, 'd')}, 'Read', '${fileId}', 'bench.zip', sha256(d::text::bytea), 'BENCH-' || d, '2026-01-01', 'Dispatch', '${maker}', '${shop}', '1.3', ${documentPacks}, 50, ${day}, 'bench'
      from generate_series(0, ${packs / documentPacks - 1}) d`,
    cases: `insert into trace_carrier (company_id, package_id, no, label, container_type)
      select ${company}, ${idAt(2, 'd')}, c, 'CASE ' || c, 'C' from generate_series(0, ${packs / documentPacks - 1}) d, generate_series(1, 50) c`,
    'packs of documents': `insert into trace_package_pack (company_id, id, package_id, carrier_no, gtin, serial_number, lot_number, expiry_date)
      select ${company}, ${idAt(3, 'n')}, ${idAt(2, `n / ${documentPacks}`)}, n % 50 + 1, ${pack('n')} from ${numbers}`,
  }
}

/** Removes the packages that were uploaded here with their packs. */
async function forgetUploads({ ownerUrl }: BenchDatabase): Promise<void> {
  const db = await openForLoading(ownerUrl)
  const uploaded = sql`select id from trace_package where company_id = ${benchCompany} and number like 'UP-%'`
  await sql`delete from trace_movement where company_id = ${benchCompany} and package_id in (${uploaded})`.execute(
    db,
  )
  await sql`delete from trace_pack where company_id = ${benchCompany} and lot_number = ${uploadedLot}`.execute(
    db,
  )
  await sql`delete from trace_package where company_id = ${benchCompany} and number like 'UP-%'`.execute(db)
  await db.destroy()
}

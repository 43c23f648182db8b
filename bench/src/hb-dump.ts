import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/kit/postgres/embedded-postgres.ts'
import { seedEngine, engineCompany, engineRun, placeCode, skuCode } from './engine-database.ts'
import { openDatabase } from '../../server/src/kit/database/db.ts'
import { takeSnapshot } from '../../server/src/services/work-orders/snapshot.ts'
import { declaredSettings } from '@kervan/contract/services/settings'
import { askedWorkOrderTypes } from '@kervan/contract/services/words'
import { entriesOf } from '@kervan/contract/kit/typed'
import { estateDay } from './engine-estate.ts'
const postgres = await startEmbeddedPostgres({ dataDir: '/tmp/me/hb-pg', log: console.log })
const folder = await mkdtemp('/tmp/kervan-bench-')
const [stores, styles] = (process.argv[2] ?? '300x40').split('x').map(Number)
const { url, estate } = await seedEngine(postgres.ownerUrl, folder, { stores, styles, seed: 20_260_601, database: 'kervan_bench_engine' })
const db = openDatabase(url, { max: 4, onError: () => {} })
const plan = { format: 1, strategy: 'ST-1', project: 'P', service: 'PST', domain: 'Production', workOrderTypes: askedWorkOrderTypes,
  flows: ['WarehouseToStore', 'StoreToStore', 'StoreToWarehouse'], filters: [], settings: Object.fromEntries(entriesOf(declaredSettings).map(([name, { start }]) => [name, start])), rules: [] }
console.log('seeded')
const t = performance.now()
console.log(await db.withCompany(engineCompany, (tx) => takeSnapshot(tx, engineCompany, { runId: engineRun, plan, day: estateDay, now: new Date(`${estateDay}T06:00:00Z`) } as never), { long: true }), performance.now() - t)
const client = new pg.Client({ connectionString: url })
await client.connect()
const { rows } = await client.query(`select s.no, s.input, c.common from run_shard s join run_snapshot c on c.company_id = $1 and c.run_id = s.run_id where s.company_id = $1 order by s.no`, [engineCompany])
const out = process.argv[3] ?? '/tmp/me/hb-dump'
await writeFile(`${out}-common`, rows[0].common)
for (const r of rows) await writeFile(`${out}-shard${r.no}`, r.input)
await writeFile(`${out}-pairs.json`, JSON.stringify(estate.pairs.map(p => ({ k: `${skuCode(p.variant)} ${placeCode(p.store)}`, s: p.stock, f: [...p.future] }))))
await client.end()
await rm(folder, { recursive: true, force: true })
await postgres.stop()
process.exit(0)

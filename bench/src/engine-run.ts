// A process of its own that does what a worker does with a run: snapshot, engine, publishing. Its times and the most memory
// that it took are printed as the last line. `node bench/src/engine-run.ts <database>`
import { declaredSettings } from '@kervan/contract/services/settings'
import { askedWorkOrderTypes } from '@kervan/contract/services/words'
import { entriesOf } from '@kervan/contract/kit/typed'
import type { Services } from '../../server/src/kit/context.ts'
import { openDatabase } from '../../server/src/kit/database/db.ts'
import type { Plan } from '../../server/src/services/strategies/compile.ts'
import { keepWorkOrders } from '../../server/src/services/work-orders/keep.ts'
import { publish } from '../../server/src/services/work-orders/publish.ts'
import { computeShards } from '../../server/src/services/work-orders/shards.ts'
import { takeSnapshot } from '../../server/src/services/work-orders/snapshot.ts'
import { engineCompany, engineRun } from './engine-database.ts'
import { estateDay } from './engine-estate.ts'

const db = openDatabase(process.argv[2] ?? '', { max: 4, onError: () => {} })
const now = new Date(`${estateDay}T06:00:00Z`)
const plan: Plan = {
  format: 1,
  strategy: 'ST-1',
  project: 'P',
  service: 'PST',
  domain: 'Production',
  workOrderTypes: askedWorkOrderTypes,
  flows: ['WarehouseToStore', 'StoreToStore', 'StoreToWarehouse'],
  filters: [],
  settings: Object.fromEntries(entriesOf(declaredSettings).map(([name, { start }]) => [name, start])),
  rules: [],
}
const keeping = { runId: engineRun, plan, day: estateDay, now }
const services = { db, clock: { now: () => now } } as unknown as Services

const begun = performance.now()
const taken = await db.withCompany(engineCompany, (tx) => takeSnapshot(tx, engineCompany, keeping), {
  long: true,
})
const snapshot = performance.now()
await computeShards(services, engineCompany, engineRun)
const solved = performance.now()
const made = await db.withCompany(
  engineCompany,
  async (tx) => {
    const counts = await keepWorkOrders(tx, engineCompany, {
      ...keeping,
      runCode: 'SR-000001',
      project: 'P',
      planHash: null,
      author: 'Bench',
    })
    await publish(tx, engineCompany, engineRun, now)
    return counts
  },
  { long: true },
)
const published = performance.now()
process.stdout.write(
  `${JSON.stringify({
    ...taken,
    ...made,
    snapshotMs: snapshot - begun,
    engineMs: solved - snapshot,
    publishMs: published - solved,
    totalMs: published - begun,
    megabytes: process.resourceUsage().maxRSS / 1_024,
  })}\n`,
)
process.exit(0)

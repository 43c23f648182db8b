import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stepKinds, type StepKind } from '@kervan/contract/services/words'
import { startPortal, type Portal } from '../../test/portal.ts'
import { inCompany } from '../../test/statements.ts'
import { startWorker } from '../../test/worker-process.ts'
import { openStores, startRun } from './stores.testing.ts'
import { runStep } from './runs/steps.ts'

// A worker is killed in the middle of each business process of a run (SVC-008): what it held waits until then, and another
// one goes on with the same run.

let portal: Portal
let now: Date
beforeAll(async () => {
  portal = await startPortal({ own: true, now: () => now, worker: false })
})
afterAll(() => portal.close())

/** The lock that the worker waits for in the middle of a step; the answer of a shard is written outside of its transaction. */
const held: readonly { kind: StepKind; lock: string }[] = [
  { kind: 'Snapshot', lock: 'lock table run_snapshot in exclusive mode' },
  { kind: 'Engine', lock: `select pg_advisory_xact_lock(4711)` },
  { kind: 'Engine', lock: 'lock table work_order in exclusive mode' },
  { kind: 'Publish', lock: 'lock table service_file in exclusive mode' },
  { kind: 'Settlement', lock: `lock table credit_entry in exclusive mode` },
]

it('[SVC-008] a run whose worker is killed in each of its steps is closed once, with one effect of each', async () => {
  const stores = await openStores(portal)
  const run = (text: string, ...values: unknown[]) =>
    inCompany(portal, stores.company.id, text, [stores.company.id, ...values])
  // The answer of the engine waits as the tables do.
  await portal.owner.query(`
    create function wait_for_the_test() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
    create trigger wait_for_the_test before update of answer on run_shard for each row when (new.answer is not null) execute function wait_for_the_test()`)
  const runId = await startRun(stores, {
    at: (moment) => {
      now = moment
    },
  })
  const ownerUrl = (portal.owner.options as { connectionString: string }).connectionString
  for (const { kind, lock } of held) {
    const holder = new pg.Client({ connectionString: ownerUrl })
    await holder.connect()
    await holder.query(`begin; ${lock}`)
    const worker = await startWorker(portal)
    const waits = `select from pg_locks l where not l.granted and l.pid in (select pid from pg_stat_activity where datname = current_database())`
    await expect
      .poll(async () => (await portal.owner.query(waits)).rowCount, { interval: 50 })
      .toBeGreaterThan(0)
    const [step] = await run(
      `select kind, state from service_step where company_id = $1 and run_id = $2 and state = 'Processing'`,
      runId,
    )
    expect(step).toEqual({ kind, state: 'Processing' })
    worker.kill('SIGKILL')
    await new Promise((ended) => worker.once('exit', ended))
    await holder.query('rollback')
    await holder.end()
    await expect.poll(async () => (await portal.owner.query(waits)).rowCount, { interval: 50 }).toBe(0)
    // Another one takes it up, and once more than needed; the answer of the engine is killed twice in the same step.
    const isLastOfStep = lock !== held[1]?.lock
    if (isLastOfStep)
      for (const no of Array.from({ length: 2 }, () => stepKinds.indexOf(kind) + 1))
        await runStep(portal.app.services, { companyId: stores.company.id, runId, no })
    else
      await portal.owner.query(
        `update pgboss.job set state = 'created', started_on = null where state = 'active'`,
      )
  }
  const [ended] = await run(
    `select r.state, r.credit_used::int as "creditUsed", (select array_agg(p.state order by p.no) from service_step p where p.company_id = $1 and p.run_id = r.id) as steps,
       (select count(*)::int from work_order w where w.company_id = $1 and w.run_id = r.id) as orders,
       (select count(distinct (w.variant_id, w.sender_id, w.recipient_id, w.type))::int from work_order w where w.company_id = $1 and w.run_id = r.id) as different,
       (select array_agg(f.type order by f.type) from service_file f where f.company_id = $1 and f.run_id = r.id) as files,
       (select array_agg(e.kind order by e.kind) from credit_entry e where e.company_id = $1 and e.run_id = r.id) as entries,
       (select count(*)::int from audit_entry a where a.company_id = $1 and a.operation = 'serviceRun.closed') as told
     from service_run r where r.company_id = $1 and r.id = $2`,
    runId,
  )
  expect(ended).toMatchObject({
    state: 'Closed',
    creditUsed: 5,
    steps: stepKinds.map(() => 'Succeeded'),
    files: ['Audit', 'Report', 'WorkOrders'],
    entries: ['Reserve', 'Settle'],
    told: 1,
  })
  expect(ended?.['orders']).toBeGreaterThan(0)
  expect(ended?.['different']).toBe(ended?.['orders'])
})

import { existing } from '@kervan/contract/kit/typed'
import type { ProjectDomain } from '@kervan/contract/services/words'
import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { StoreFile } from '../../demo/world.ts'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import type { Plan } from '../strategies/compile.ts'
import { keepWorkOrders } from '../work-orders/keep.ts'
import { publish } from '../work-orders/publish.ts'
import { mainStrategyId } from './strategies.ts'
import { auditFile } from '../runs/audit-file.ts'
import { publishedOrders, publishedReport, serviceFileName } from '../runs/files.ts'
import type { Service } from '../scope.ts'
import { openSetSolver } from '../work-orders/set-solver.ts'
import { solveShard } from '../work-orders/solve-shard.ts'
import { takeSnapshot } from '../work-orders/snapshot.ts'

// Work orders of the demo: what the engine makes of the two newest closed runs of the weekly strategy, of one that is old
// enough to know what it has brought, and of the experiment beside the newest. The newest waits for release, the others of
// the weekly strategy were transferred; each has a line that the ERP refused.

type Run = {
  id: string
  code: string
  day: string
  plan: Plan
  hash: string
  planNo: number
  name: string
  service: Service
  domain: ProjectDomain
  pairs: number
  project: string
  finishedAt: Date
  strategyId: string
}

/** After so many days it is known what a transfer has brought. */
const settledDays = 35

export async function addWorkOrders(
  tx: Tx,
  companyId: number,
  { now, author, timeZone, store }: { now: Date; author: string; timeZone: string; store: StoreFile },
): Promise<void> {
  const { rows: there } =
    await sql`select from work_order o where o.company_id = ${companyId} limit 1`.execute(tx)
  if (there.length > 0) return
  const newest = (condition: RawBuilder<unknown>, count: number) =>
    sql<Run>`
      select r.id, r.code, r.service_date::text as day, n.plan, n.hash, n.no as "planNo", r.name, r.service, r.domain, r.pairs, r.project_code as project, r.finished_at as "finishedAt", r.strategy_id as "strategyId" from service_run r
        join strategy_plan n on n.company_id = ${companyId} and n.strategy_id = r.strategy_id and n.no = r.plan_no
      where r.company_id = ${companyId} and r.state = 'Closed' and ${condition} order by r.service_date desc limit ${count}`
      .execute(tx)
      .then(({ rows }) => rows)
  const main = mainStrategyId(companyId)
  const ofMain = sql`r.strategy_id = ${main}`
  const settled = new Date(now.getTime() - settledDays * 86_400_000)
  const runs = [
    ...(await newest(ofMain, 2)),
    ...(await newest(sql`${ofMain} and r.service_date < ${settled}`, 1)),
  ]
  const trials = await newest(sql`r.domain = 'Experiment'`, 1)
  let sent = 0
  for (const [age, run] of [...runs, ...trials].entries()) {
    const keeping = { runId: run.id, plan: run.plan, day: run.day, now }
    const snapshot = await takeSnapshot(tx, companyId, keeping)
    await solveAll(tx, companyId, run.id, now)
    const engine = await keepWorkOrders(tx, companyId, {
      ...keeping,
      runCode: run.code,
      project: run.project,
      planHash: run.hash,
      author,
    })
    await sql`
      update service_step p set result = ${JSON.stringify(engine)}::jsonb where p.company_id = ${companyId} and p.run_id = ${run.id} and p.kind = 'Engine'`.execute(
      tx,
    )
    await addFiles(tx, companyId, { run, engine, snapshot, now, timeZone, store })
    if (age > 0 && run.strategyId === main)
      sent = await transferred(tx, companyId, run, { now, before: sent })
  }
  await tx.insertInto('counter').values({ company_id: companyId, name: 'erpTransfer', value: sent }).execute()
}

async function solveAll(tx: Tx, companyId: number, runId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ no: number; input: Buffer; common: Buffer }>`
    select s.no, s.input, c.common from run_shard s join run_snapshot c on c.company_id = ${companyId} and c.run_id = s.run_id
    where s.company_id = ${companyId} and s.run_id = ${runId} order by s.no`.execute(tx)
  const askSets = openSetSolver()
  for (const { no, input, common } of rows)
    await sql`
      update run_shard set answer = ${await solveShard({ common, shard: input }, askSets)}, done_at = ${now}
      where company_id = ${companyId} and run_id = ${runId} and no = ${no}`.execute(tx)
}

type Making = {
  run: Run
  engine: object
  snapshot: object
  now: Date
  timeZone: string
  store: StoreFile
}

/** Publishes a run and keeps its files, as the process of a run does. */
async function addFiles(
  tx: Tx,
  companyId: number,
  { run, engine, snapshot, now, timeZone, store }: Making,
): Promise<void> {
  const of = {
    ...run,
    serviceDate: run.day,
    planHash: run.hash,
    timeZone,
    results: { Snapshot: { snapshot }, Engine: engine },
  }
  const orders = await publish(tx, companyId, run.id, now)
  const made = {
    Report: publishedReport(of, orders, run.finishedAt),
    ...(orders.length > 0 && { WorkOrders: publishedOrders(orders) }),
    Audit: await auditFile(tx, companyId, { run: of, plan: run.plan, now: run.finishedAt }),
  }
  for (const [kind, { type, body }] of Object.entries(made)) {
    const [fileId, key] = [idOf(`service file ${run.id} ${kind}`), `${companyId}/demo-${run.id}-${kind}`]
    await store(key, body)
    const name = serviceFileName(of, kind, type)
    await sql`
      insert into file (company_id, id, storage_key, name, type, bytes, sha256, purpose, created_at)
      values (${companyId}, ${fileId}, ${key}, ${name}, ${type}, ${body.length}, ${createHash('sha256').update(body).digest()}, 'service', ${now})`.execute(
      tx,
    )
    await insertMany(tx, 'service_file', [
      {
        company_id: companyId,
        id: idOf(`kept service file ${run.id} ${kind}`),
        run_id: run.id,
        file_id: fileId,
        day: run.day,
        type: kind,
        name,
        made_at: run.finishedAt,
      },
    ])
  }
}

/** All of a run went to the ERP on its day; it refused the first line. `before`: transfers before it; answers those with it. */
async function transferred(
  tx: Tx,
  companyId: number,
  run: Run,
  { now, before }: { now: Date; before: number },
): Promise<number> {
  const at = new Date(Math.min(now.getTime(), Date.parse(`${run.day}T09:00:00Z`)))
  const { rows } = await sql<{ senderId: string; recipientId: string; ids: string[] }>`
    select o.sender_id as "senderId", o.recipient_id as "recipientId", array_agg(o.id order by o.code) as ids
    from work_order o where o.company_id = ${companyId} and o.run_id = ${run.id} and o.type <> 'PerformanceBasedProductConsolidation' group by 1, 2 order by min(o.code)`.execute(
    tx,
  )
  const numberOf = (index: number) => String(before + index + 1).padStart(6, '0')
  const documents = rows.map(({ senderId, recipientId }, index) => ({
    company_id: companyId,
    id: idOf(`transfer ${run.id} ${index}`),
    code: `WT-${numberOf(index)}`,
    run_id: run.id,
    sender_id: senderId,
    recipient_id: recipientId,
    requested_at: at,
    requested_by: 'Planning',
    receipt: `ER-${numberOf(index)}`,
  }))
  await insertMany(tx, 'erp_transfer', documents)
  const lines = rows.flatMap(({ ids }, index) =>
    ids.map((id) => ({
      id,
      document: existing(documents[index]).id,
      receipt: existing(documents[index]).receipt,
    })),
  )
  const refused = lines[0]?.id ?? null
  await sql`
    update work_order o set transfer_id = x.document, response_message = x.receipt, transferred_at = ${at}, changed_at = ${at},
      state = case when o.id = ${refused}::uuid then 'Failed' else 'Transferred' end, ack = case when o.id = ${refused}::uuid then 'Refused' else 'Taken' end,
      failure_note = case when o.id = ${refused}::uuid then 'Material is blocked for the receiving plant' end
    from json_to_recordset(${JSON.stringify(lines)}::json) as x(id uuid, document uuid, receipt text)
    where o.company_id = ${companyId} and o.id = x.id`.execute(tx)
  return before + documents.length
}

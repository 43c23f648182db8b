import { existing } from '@kervan/contract/kit/typed'
import { solve } from '@kervan/engine/solve'
import type { Common, Shard } from '@kervan/engine/snapshot'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import { idOf } from '../../kit/database/uuid.ts'
import type { Plan } from '../strategies/compile.ts'
import { keepWorkOrders } from '../work-orders/keep.ts'
import { packAnswer, unpack } from '../work-orders/pack.ts'
import { publish } from '../work-orders/publish.ts'
import { mainStrategyId } from './strategies.ts'
import { takeSnapshot } from '../work-orders/snapshot.ts'

// Work orders of the demo: what the engine makes of the two newest closed runs of the weekly strategy and of the experiment
// beside the newest. The newest waits for release, the one before was transferred and has a line that the ERP refused.

type Run = { id: string; code: string; day: string; plan: Plan; hash: string }

export async function addWorkOrders(
  tx: Tx,
  companyId: number,
  { now, author }: { now: Date; author: string },
): Promise<void> {
  const { rows: there } =
    await sql`select from work_order o where o.company_id = ${companyId} limit 1`.execute(tx)
  if (there.length > 0) return
  const newest = (condition: RawBuilder<unknown>, count: number) =>
    sql<Run>`
      select r.id, r.code, r.service_date::text as day, n.plan, n.hash from service_run r
        join strategy_plan n on n.company_id = ${companyId} and n.strategy_id = r.strategy_id and n.no = r.plan_no
      where r.company_id = ${companyId} and r.state = 'Closed' and ${condition} order by r.service_date desc limit ${count}`
      .execute(tx)
      .then(({ rows }) => rows)
  const runs = await newest(sql`r.strategy_id = ${mainStrategyId(companyId)}`, 2)
  const trials = await newest(sql`r.domain = 'Experiment'`, 1)
  for (const [age, run] of [...runs, ...trials].entries()) {
    const keeping = { runId: run.id, plan: run.plan, day: run.day, now }
    await takeSnapshot(tx, companyId, keeping)
    await solveAll(tx, companyId, run.id, now)
    await keepWorkOrders(tx, companyId, { ...keeping, runCode: run.code, planHash: run.hash, author })
    await publish(tx, companyId, run.id, now)
    if (age === 1) await transferred(tx, companyId, run, now)
  }
}

async function solveAll(tx: Tx, companyId: number, runId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ no: number; input: Buffer; common: Buffer }>`
    select s.no, s.input, c.common from run_shard s join run_snapshot c on c.company_id = ${companyId} and c.run_id = s.run_id
    where s.company_id = ${companyId} and s.run_id = ${runId} order by s.no`.execute(tx)
  for (const { no, input, common } of rows)
    await sql`
      update run_shard set answer = ${packAnswer(solve(unpack<Common>(common), unpack<Shard>(input)))}, done_at = ${now}
      where company_id = ${companyId} and run_id = ${runId} and no = ${no}`.execute(tx)
}

/** All of a run went to the ERP on the day after; it refused the first line. */
async function transferred(tx: Tx, companyId: number, run: Run, now: Date): Promise<void> {
  const at = new Date(Math.min(now.getTime(), Date.parse(`${run.day}T09:00:00Z`)))
  const { rows } = await sql<{ senderId: string; recipientId: string; ids: string[] }>`
    select o.sender_id as "senderId", o.recipient_id as "recipientId", array_agg(o.id order by o.code) as ids
    from work_order o where o.company_id = ${companyId} and o.run_id = ${run.id} and o.type <> 'PerformanceBasedProductConsolidation' group by 1, 2 order by min(o.code)`.execute(
    tx,
  )
  const documents = rows.map(({ senderId, recipientId }, index) => ({
    company_id: companyId,
    id: idOf(`transfer ${run.id} ${index}`),
    code: `WT-${String(index + 1).padStart(6, '0')}`,
    run_id: run.id,
    sender_id: senderId,
    recipient_id: recipientId,
    requested_at: at,
    requested_by: 'Planning',
    receipt: `ER-${String(index + 1).padStart(6, '0')}`,
  }))
  await insertMany(tx, 'erp_transfer', documents)
  await tx
    .insertInto('counter')
    .values({ company_id: companyId, name: 'erpTransfer', value: documents.length })
    .execute()
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
}

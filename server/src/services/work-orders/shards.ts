import type { Answer } from '@kervan/engine/snapshot'
import { sql } from 'kysely'
import type { Services } from '../../kit/context.ts'
import { openAsking } from '../../kit/work/threads.ts'
import type { Question } from './engine-worker.ts'
import { unpackAnswer } from './pack.ts'
import type { Tx } from '../../kit/database/db.ts'

// Shards of a run are computed beside the process, each once: a worker claims one for a time, and another one takes it up
// when that time has passed. Whoever computes it, the answer is the same.

const leaseSeconds = 600

const ask = openAsking<Question, Uint8Array<ArrayBuffer>>({
  script: new URL('./engine-worker.ts', import.meta.url),
  heapMegabytes: 1_024,
  milliseconds: leaseSeconds * 1_000,
  mostWaiting: 20,
})

/** Computes what is open of a run, until nothing is or the run has ended. */
export async function computeShards(services: Services, companyId: number, runId: string): Promise<void> {
  const { db } = services
  let common: Buffer | null = null
  for (;;) {
    const claimed = await db.withCompany(companyId, (tx) => claim(tx, companyId, runId, services.clock.now()))
    if (!claimed) return
    common ??= await db.withCompany(companyId, (tx) => commonOf(tx, companyId, runId))
    const answer = await ask({ common, shard: claimed.input })
    await db.withCompany(companyId, (tx) =>
      sql`
        update run_shard set answer = ${Buffer.from(answer.buffer)}, done_at = ${services.clock.now()}, claimed_until = null
        where company_id = ${companyId} and run_id = ${runId} and no = ${claimed.no} and done_at is null`.execute(
        tx,
      ),
    )
  }
}

/** Gives back what somebody claimed of a run and did not finish. */
export async function releaseShards(tx: Tx, companyId: number, runId: string): Promise<void> {
  await sql`
    update run_shard set claimed_until = null where company_id = ${companyId} and run_id = ${runId} and done_at is null and claimed_until is not null`.execute(
    tx,
  )
}

async function claim(
  tx: Tx,
  companyId: number,
  runId: string,
  now: Date,
): Promise<{ no: number; input: Buffer } | null> {
  const { rows } = await sql<{ no: number; input: Buffer }>`
    update run_shard s set claimed_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    where s.company_id = ${companyId} and s.run_id = ${runId} and s.no = (
      select o.no from run_shard o join service_run r on r.company_id = ${companyId} and r.id = o.run_id and r.state = 'Active'
      where o.company_id = ${companyId} and o.run_id = ${runId} and o.done_at is null and (o.claimed_until is null or o.claimed_until < ${now})
      order by o.no limit 1 for update of o skip locked)
    returning s.no, s.input`.execute(tx)
  return rows[0] ?? null
}

async function commonOf(tx: Tx, companyId: number, runId: string): Promise<Buffer> {
  const { rows } = await sql<{ common: Buffer }>`
    select common from run_snapshot where company_id = ${companyId} and run_id = ${runId}`.execute(tx)
  const found = rows[0]
  if (!found) throw new Error(`run ${runId} has no snapshot`)
  return found.common
}

/** Answers of all shards of a run in their order. Throws where one is still computed by somebody else. */
export async function loadAnswers(tx: Tx, companyId: number, runId: string): Promise<Answer[]> {
  const { rows } = await sql<{ answer: Buffer | null }>`
    select answer from run_shard where company_id = ${companyId} and run_id = ${runId} order by no`.execute(
    tx,
  )
  return rows.map(({ answer }) => {
    if (!answer) throw new Error(`a shard of run ${runId} is still computed`)
    return unpackAnswer(answer)
  })
}

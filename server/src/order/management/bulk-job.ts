import { sql } from 'kysely'
import type { ItemResult } from '@kervan/contract/kit/page'
import type { Tx } from '../../kit/db.ts'
import { fold } from '../../kit/fold.ts'
import type { JobRun } from '../../kit/jobs.ts'
import { bulkLimit, decideChunk, type BulkJob } from '../bulk.ts'
import { orderScope, ownOrderScope } from '../scope.ts'

const chunkSize = 250

type Counts = { done: number; refused: number }

/**
 * A bulk move as a job. Each chunk and the results of its orders are one transaction, so a worker that dies leaves
 * neither a chunk done twice nor one forgotten.
 */
export async function runBulk(run: JobRun): Promise<Counts> {
  const { actor, services } = run
  const { ids: chosen, language, ...order } = run.input as BulkJob
  const scope = order.side === 'manager' ? orderScope(actor) : ownOrderScope(actor)
  const id = { company_id: actor.company.id, id: run.id }
  const ids = chosen.slice(0, bulkLimit)
  for (;;) {
    const counts = await services.db.withCompany(actor.company.id, async (tx) => {
      // Held until the commit, so that a worker taken for dead and the one that replaces it follow one another.
      await tx
        .selectFrom('job')
        .select('id')
        .where((where) => where.and(id))
        .forUpdate()
        .executeTakeFirstOrThrow()
      const before = await countResults(tx, run)
      const at = before.done + before.refused
      const chunk = ids.slice(at, at + chunkSize)
      if (chunk.length === 0) return before
      const results = await decideChunk(
        tx,
        { actor, services, language, now: services.clock.now() },
        scope,
        chunk,
        order,
        false,
      )
      await keepResults(tx, run, results)
      const passed = results.filter(({ ok }) => ok).length
      return { done: before.done + passed, refused: before.refused + results.length - passed }
    })
    const done = counts.done + counts.refused
    await run.progress({ done, total: ids.length, counts })
    if (done >= ids.length) return counts
  }
}

async function countResults(tx: Tx, { id, actor }: JobRun): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select count(*) filter (where passed) as done, count(*) filter (where not passed) as refused
    from job_item where company_id = ${actor.company.id} and job_id = ${id}`.execute(tx)
  return rows[0] ?? { done: 0, refused: 0 }
}

async function keepResults(tx: Tx, { id, actor }: JobRun, results: readonly ItemResult[]): Promise<void> {
  await tx
    .insertInto('job_item')
    .values(
      results.map((item) => ({
        company_id: actor.company.id,
        job_id: id,
        item_id: item.id,
        code: item.code || null,
        passed: item.ok,
        count: item.count,
        message: item.message,
        search_text: fold(`${item.code} ${item.message ?? ''}`),
      })),
    )
    .execute()
}

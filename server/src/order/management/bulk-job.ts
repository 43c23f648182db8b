import type { ItemResult } from '@kervan/contract/kit/page'
import { summarise } from '../../kit/bulk.ts'
import type { JobRun } from '../../kit/jobs.ts'
import { bulkLimit, decideChunk, type BulkOrder } from '../bulk.ts'
import { orderScope, ownOrderScope } from '../scope.ts'
import { languageOfMember } from '../language.ts'

const chunkSize = 250

/**
 * A bulk move as a job. Each chunk and the note of how far it got are one transaction, so a worker that dies leaves
 * neither a chunk done twice nor one forgotten.
 */
export async function runBulk(run: JobRun): Promise<unknown> {
  const { actor, services } = run
  const order = run.input as BulkOrder
  const scope = order.side === 'manager' ? orderScope(actor) : ownOrderScope(actor)
  const id = { company_id: actor.company.id, id: run.id }
  const language = await services.db.withCompany(actor.company.id, (tx) => languageOfMember(tx, actor))
  const ids = order.ids.slice(0, bulkLimit)
  for (;;) {
    const { results, next } = await services.db.withCompany(actor.company.id, async (tx) => {
      const job = await tx.selectFrom('job').select(['result']).where((where) => where.and(id)).forUpdate().executeTakeFirstOrThrow()
      const before = (job.result as { results?: ItemResult[] } | null)?.results ?? []
      const chunk = ids.slice(before.length, before.length + chunkSize)
      if (chunk.length === 0) return { results: before, next: false }
      const by = { actor, services, language, now: services.clock.now() }
      const all = [...before, ...(await decideChunk(tx, by, scope, chunk, order, false))]
      await tx.updateTable('job').set({ result: JSON.stringify({ results: all }) }).where((where) => where.and(id)).execute()
      return { results: all, next: true }
    })
    const { done, refused } = summarise(results)
    await run.progress({ done: results.length, total: ids.length, counts: { done, refused } })
    if (!next) return summarise(results)
  }
}

import type { BulkAnswer, ItemResult, PageList, Selection } from '@kervan/contract/kit/page'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { RawBuilder } from 'kysely'
import { summarise } from '../kit/bulk.ts'
import type { Actor, Services, SessionContext } from '../kit/context.ts'
import type { Tx } from '../kit/db.ts'
import { refusalMessage } from '../kit/messages.ts'
import { readMatches, type ListSql } from '../kit/page.ts'
import { decide, type Decider, type Wish } from './decide.ts'
import { describeDecision, promiseDecisionMail } from './decision-events.ts'
import { lockOrders, readFreeStock, saveDecisions, type DecidedChange } from './order.sql.ts'

// One move on many orders. Each order stands for itself: what cannot be moved is reported and holds up nobody.

/** Up to here the answer is given at once; more becomes a job with progress. */
export const atOnce = 1_000
export const bulkLimit = 50_000
const chunkSize = 250

/** A wish as it travels into a job: maps do not survive JSON. */
export type BulkWish = Exclude<Wish, { quantities: unknown }>
type Window = { from: string; to: string }
export type BulkOrder = { ids: string[]; wish: BulkWish; side: 'manager' | 'owner' }
/** As a job, with the language its results are told in: that of whoever asked for it. */
export type BulkJob = BulkOrder & { language: Language }

/** Decides on a selection: now, as a rehearsal, or as a job when it is large. */
export async function runSelection(
  context: SessionContext,
  list: PageList,
  sourceOf: (window: Window) => ListSql,
  scope: RawBuilder<unknown>[],
  request: { selection: Selection; dryRun: boolean },
  order: Omit<BulkOrder, 'ids'>,
): Promise<BulkAnswer> {
  const { tx, actor, services, language, now } = context
  const { selection } = request
  const ids =
    selection.mode === 'ids'
      ? [...new Set(selection.ids)].toSorted()
      : await readMatches(
          tx,
          actor,
          list,
          sourceOf(selection.query as unknown as Window),
          selection,
          bulkLimit + 1,
        )
  if (ids.length > bulkLimit) throw refusal('SelectionTooLarge', { limit: bulkLimit })
  if (!request.dryRun && ids.length > atOnce) {
    const jobId = await services.jobs.start(
      tx,
      actor,
      'order.bulk',
      { ids, ...order, language } satisfies BulkJob,
      now,
    )
    return { jobId, done: 0, refused: 0, results: [] }
  }
  const results: ItemResult[] = []
  for (let at = 0; at < ids.length; at += chunkSize) {
    results.push(
      ...(await decideChunk(
        tx,
        { actor, services, language, now },
        scope,
        ids.slice(at, at + chunkSize),
        order,
        request.dryRun,
      )),
    )
  }
  return { jobId: null, ...summarise(results) }
}

/** Decides on up to a few hundred orders in the given transaction, with one statement for each kind of write. */
export async function decideChunk(
  tx: Tx,
  by: { actor: Actor; services: Services; language: Language; now: Date },
  scope: RawBuilder<unknown>[],
  ids: string[],
  { wish, side }: Omit<BulkOrder, 'ids'>,
  dryRun: boolean,
): Promise<ItemResult[]> {
  const { actor, language } = by
  const orders = await lockOrders(tx, scope, { ids }, { lock: !dryRun })
  const needsStock = wish.action === 'revert' || wish.action === 'revise'
  const variants = needsStock ? orders.flatMap((order) => order.lines.map((line) => line.variantId)) : []
  const free = await readFreeStock(tx, actor.company.id, variants, { lock: !dryRun })
  const decider: Decider = { membershipId: actor.membershipId, who: side }
  const decided: DecidedChange[] = []
  const found = new Set(orders.map((order) => order.id))
  const missing = ids
    .filter((id) => !found.has(id))
    .map((id): ItemResult => ({
      id,
      code: '',
      ok: false,
      count: 0,
      refusal: 'OrderNotFound',
      message: refusalMessage(language, refusal('OrderNotFound')),
    }))
  const results = orders.map((order): ItemResult => {
    const decision = decide(order, null, wish, decider, free)
    const base = { id: order.id, code: order.code }
    if (decision.refused)
      return {
        ...base,
        ok: false,
        count: 0,
        refusal: decision.refused.code,
        message: refusalMessage(language, decision.refused),
      }
    decided.push({ order, changes: decision.changes, ...describeDecision(order, decision.changes, wish) })
    return { ...base, ok: true, count: decision.changes.length, refusal: null, message: null }
  })
  if (!dryRun && decided.length > 0) {
    await promiseDecisionMail(tx, by.services.jobs, actor, decided, wish)
    await saveDecisions(tx, actor, by.now, decided)
  }
  return [...results, ...missing]
}

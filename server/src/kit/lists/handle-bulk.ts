import { sql } from 'kysely'
import type { z } from 'zod'
import type { Selection } from '@kervan/contract/kit/page'
import {
  summariseResults,
  type BulkAnswer,
  type DoneByJob,
  type ItemResult,
} from '@kervan/contract/kit/bulk-answer'
import { Refusal, refusal } from '@kervan/contract/kit/refusals'
import type { Language } from '@kervan/contract/kit/values'
import type { SessionContext } from '../context.ts'
import { insertMany } from '../database/insert-many.ts'
import type { Tx } from '../database/db.ts'
import { assertMayCall } from '../http/gates.ts'
import type { AnyCall, Handler, InputTo } from '../http/handle.ts'
import { refusalMessage } from '../messages.ts'
import { readJob } from '../work/job-view.ts'
import type { JobRun } from '../work/jobs.ts'
import { fold } from './fold.ts'

// One action on many records: dry run, answer at once or by a job with a result for each record. Each record stands for
// itself: one that is refused is reported with its reason and holds up nobody. An action says only how its records are
// loaded and locked, what is judged and what is written.

/** What the work on a chunk is given; the same in a request and in a job. */
export type BulkContext<I = unknown> = Pick<
  SessionContext,
  'tx' | 'actor' | 'services' | 'language' | 'now'
> & {
  input: I
  /** The job whose chunk this is. */
  jobId?: string
}

/** What a call of the action may choose by: its list, or what a job has done. */
type Chosen = Selection | z.infer<typeof DoneByJob>
export type Choosing = { ids(context: SessionContext, selection: never, limit: number): Promise<string[]> }

type Item = { id: string; code: string }
/** A record that passed: what is to be done with it, and how many of its lines or parts are touched. */
export type Passing<R, P> = { record: R; plan: P; count: number }

export type BulkAction<I, R extends Item, P, C extends BulkContext<I>> = {
  /** The list that the selection was made in. */
  list(input: I): Choosing
  /** As many records as one request may choose; past it `SelectionTooLarge`. */
  limit: number
  /** More records than `atOnce` become a job that works in chunks, each a transaction. Without it all is one transaction. */
  job?: { atOnce: number; chunk: number }
  /** The answer for an id that is not there, or not the caller's. */
  notFound: () => Refusal
  /** The records of these ids in id order; locked, unless it is a dry run. May refuse the whole request. */
  load(context: C, ids: readonly string[], options: { lock: boolean }): Promise<R[]>
  /** The rule: what becomes of each record, or why nothing does. Made once for the records of a chunk. */
  judge(
    context: C,
    records: readonly R[],
    options: { lock: boolean },
  ): Promise<(record: R) => Refusal | Omit<Passing<R, P>, 'record'>>
  /** What it leads to elsewhere, asked in a dry run. What it writes for that, it takes away again. */
  consequences?(context: C, passing: readonly Passing<R, P>[]): Promise<string[]>
  /** Figures and warnings of all that passed in a dry run, by their ids; see `BulkAnswer`. Nothing is written. */
  preview?(context: C, passing: readonly string[]): Promise<Pick<BulkAnswer, 'figures' | 'warnings'>>
  /**
   * Writes what passed, with its audit entries. Never called in a dry run. 'waits' where it takes effect once another
   * person has approved it: then nothing is done yet.
   */
  apply(context: C, passing: readonly Passing<R, P>[]): Promise<void | 'waits'>
}

type Request = { selection: Chosen; dryRun: boolean }
type AnyAction = BulkAction<unknown, Item, unknown, BulkContext>
export type BulkHandler = Handler & { bulk: AnyAction }

const shownResults = 1_000

/** Handles a call on a selection. The action of a job works without a session, so its context has none. */
export function handleBulk<C extends AnyCall, R extends Item, P>(
  call: C,
  action: BulkAction<InputTo<C>, R, P, BulkContext<InputTo<C>>> & { job: { atOnce: number; chunk: number } },
): BulkHandler
export function handleBulk<C extends AnyCall, R extends Item, P>(
  call: C,
  action: BulkAction<InputTo<C>, R, P, SessionContext & { input: InputTo<C> }> & { job?: never },
): BulkHandler
export function handleBulk(call: AnyCall, action: unknown): BulkHandler {
  const bulk = action as AnyAction
  return {
    call,
    bulk,
    run: (context) => answer(call, bulk, context as SessionContext & { input: Request }),
  }
}

/** A record that passes, with how many of its lines or parts are touched. */
export function pass<P>(plan: P, count = 1): { plan: P; count: number } {
  return { plan, count }
}

async function answer(
  call: AnyCall,
  action: AnyAction,
  context: SessionContext & { input: Request },
): Promise<BulkAnswer> {
  const { input, tx, actor, services, language, now } = context
  const ids = await action.list(input).ids(context, input.selection as never, action.limit)
  if (!input.dryRun && action.job && ids.length > action.job.atOnce) {
    const { selection: _selection, ...further } = input
    const job = { call: call.name, ids, input: further, language }
    return {
      jobId: await services.jobs.start(tx, actor, 'bulk', job, now),
      done: 0,
      refused: 0,
      reasons: [],
      results: [],
    }
  }
  const results: ItemResult[] = []
  const also: Also = { consequences: [], waits: false }
  for (const chunk of inChunks(ids, action.job?.chunk ?? ids.length))
    results.push(...(await workOn(action, context, chunk, input.dryRun, also)))
  const told = summariseResults(results)
  const passed = input.dryRun ? results.filter(({ ok }) => ok).map(({ id }) => id) : []
  return {
    jobId: null,
    ...told,
    ...(passed.length > 0 && (await action.preview?.(context, passed))),
    ...(also.waits && { done: 0, waiting: told.done }),
    results: told.results.slice(0, shownResults),
    ...(also.consequences.length > 0 && { consequences: also.consequences }),
  }
}

/** What else is to be said of what was done, or of what would be. */
type Also = { consequences: string[]; waits: boolean }

function inChunks(ids: readonly string[], size: number): string[][] {
  const count = size === 0 ? 0 : Math.ceil(ids.length / size)
  return Array.from({ length: count }, (_, at) => ids.slice(at * size, (at + 1) * size))
}

/** What becomes of each of these records, in the order of their ids; written, unless it is a dry run, which adds its consequences. */
async function workOn(
  action: AnyAction,
  context: BulkContext,
  ids: readonly string[],
  dryRun: boolean,
  also: Also = { consequences: [], waits: false },
): Promise<ItemResult[]> {
  const { language } = context
  const options = { lock: !dryRun }
  const records = await action.load(context, ids, options)
  const byId = new Map(records.map((record) => [record.id, record]))
  const judge = await action.judge(context, records, options)
  const passing: Passing<Item, unknown>[] = []
  const results = ids.map((id): ItemResult => {
    const record = byId.get(id)
    const outcome = record ? judge(record) : action.notFound()
    const code = record?.code ?? ''
    if (outcome instanceof Refusal)
      return {
        id,
        code,
        ok: false,
        count: 0,
        refusal: outcome.code,
        message: refusalMessage(language, outcome),
      }
    if (record) passing.push({ record, ...outcome })
    return { id, code, ok: true, count: outcome.count, refusal: null, message: null }
  })
  if (!dryRun && passing.length > 0) also.waits ||= (await action.apply(context, passing)) === 'waits'
  if (dryRun && passing.length > 0)
    also.consequences.push(...((await action.consequences?.(context, passing)) ?? []))
  return results
}

/** The records that a bulk job of the caller has done, as a selection. Throws `JobNotFound` for somebody else's. */
export const doneBy = (jobId: string): Choosing => ({
  async ids({ tx, actor, language }, _selection, limit) {
    await readJob(tx, actor, jobId, language)
    const rows = await tx
      .selectFrom('job_item')
      .select('item_id')
      .where('company_id', '=', actor.company.id)
      .where('job_id', '=', jobId)
      .where('passed', '=', true)
      .orderBy('item_id')
      .limit(limit)
      .execute()
    return rows.map((row) => row.item_id)
  },
})

type Counts = { done: number; refused: number }

/**
 * Runs the job of a bulk action. Each chunk and the results of its records are one transaction, so a worker that dies
 * leaves neither a chunk done twice nor one forgotten. The permission is asked anew for each chunk.
 */
export function runBulkJob(handlers: readonly object[]) {
  const byCall = new Map(handlers.filter(isBulk).map((handler) => [handler.call.name, handler]))
  return async (run: JobRun<'bulk' | 'order.bulk'>): Promise<Counts> => {
    const { call: name, ids, input, language } = run.input
    const handler = byCall.get(name)
    if (!handler) throw refusal('CallNotFound')
    for (;;) {
      const counts = await runChunk(handler, run, ids, { input, language })
      const done = counts.done + counts.refused
      await run.progress({ done, total: ids.length, counts })
      if (done >= ids.length) return counts
    }
  }
}

const isBulk = (handler: object): handler is BulkHandler => 'bulk' in handler

function runChunk(
  { call, bulk }: BulkHandler,
  run: JobRun,
  ids: readonly string[],
  request: { input: object; language: Language },
): Promise<Counts> {
  const { actor, services } = run
  return services.db.withCompany(actor.company.id, async (tx) => {
    assertMayCall(call, actor)
    // Held until the commit, so that a worker taken for dead and the one that replaces it follow one another.
    await tx
      .selectFrom('job')
      .select('id')
      .where('company_id', '=', actor.company.id)
      .where('id', '=', run.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = await countResults(tx, run)
    const at = before.done + before.refused
    const chunk = ids.slice(at, at + (bulk.job?.chunk ?? ids.length))
    if (chunk.length === 0) return before
    const now = services.clock.now()
    const results = await workOn(bulk, { tx, actor, services, now, jobId: run.id, ...request }, chunk, false)
    await keepResults(tx, run, results)
    const passed = results.filter(({ ok }) => ok).length
    return { done: before.done + passed, refused: before.refused + results.length - passed }
  })
}

async function countResults(tx: Tx, { id, actor }: JobRun): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select count(*) filter (where passed) as done, count(*) filter (where not passed) as refused
    from job_item where company_id = ${actor.company.id} and job_id = ${id}`.execute(tx)
  return rows[0] ?? { done: 0, refused: 0 }
}

async function keepResults(tx: Tx, { id, actor }: JobRun, results: readonly ItemResult[]): Promise<void> {
  await insertMany(
    tx,
    'job_item',
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
}

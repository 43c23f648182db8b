import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { Tx } from '../database/db.ts'
import type { ReadOptions, SheetRow, WorkbookSummary } from '../excel/read-workbook.ts'
import { readKept } from '../excel/table-rows.ts'
import type { JobHandler, JobKind, JobRun } from './jobs.ts'
import type { JobPayloads } from './payloads.ts'
import { assertOwnRun } from './run-job.ts'

// A file that a job reads row by row into rows that wait for a decision. Every such file is claimed, read in portions
// that are kept each in a transaction of their own, shows its progress, and ends; started over after a crash, it forgets
// what it had kept. What a row is and what becomes of it is said by a reader.

const portion = 500

/** What a kind of file makes of its rows. `G`: what one row gives. */
export type RowReader<G> = {
  /** What a row gives; null for headers, empty rows and what is no data. May refuse the file. */
  read(row: SheetRow): G | null
  /** Keeps a portion of what the rows gave. */
  keep(tx: Tx, given: readonly G[]): Promise<void>
  /** What the progress of the job tells beside the number of rows. */
  counts(): Record<string, number>
  /** Refuses a file in which no sheet has a header. */
  assertHeader(): void
}

type Plan<K extends JobKind, B extends { storageKey: string }, G, R extends RowReader<G>> = {
  /** Names the folder of the copy that is read. */
  use: string
  /**
   * Claims the file and forgets what an earlier run kept, in one transaction; null when nobody waits for it any more.
   */
  begin(tx: Tx, run: JobRun<K>): Promise<B | null>
  /** How the file is read: limits and the language of its numbers. */
  options(run: JobRun<K>, begun: B): Omit<ReadOptions, 'onRows'>
  reader(run: JobRun<K>, begun: B): R
  /** Ends the reading, in a transaction of this run; what it answers is the result of the job. */
  end(tx: Tx, run: JobRun<K>, read: { reader: R; begun: B; summary: WorkbookSummary }): Promise<unknown>
  /** Before the end, for what takes transactions of its own. */
  beforeEnd?(run: JobRun<K>, reader: R, begun: B): Promise<void>
  stopped(tx: Tx, job: { companyId: number; input: JobPayloads[K] }, services: Services): Promise<void>
  /** Whether the owner of the job is told of its end; they are where nothing is said. */
  tells?(input: JobPayloads[K]): boolean
}

/** The job of a kind of file. Its run throws what the reader or `readSheet` refuses, and `JobTaken`. */
export function stagedFile<K extends JobKind, B extends { storageKey: string }, G, R extends RowReader<G>>(
  plan: Plan<K, B, G, R>,
): JobHandler<K> {
  return {
    stopped: (tx, job, services) => plan.stopped(tx, job, services),
    tells: (input) => plan.tells?.(input) ?? true,
    async run(run) {
      const { services } = run
      const own = <T>(work: (tx: Tx) => Promise<T>) => inOwnRun(run, work)
      const begun = await own((tx) => plan.begin(tx, run))
      if (!begun) return null
      const reader = plan.reader(run, begun)
      let done = 0
      const summary = await readKept(
        services,
        { use: plan.use, key: begun.storageKey },
        {
          ...plan.options(run, begun),
          onRows: async (rows) => {
            const given = rows.flatMap((row) => reader.read(row) ?? [])
            for (let at = 0; at < given.length; at += portion)
              await own((tx) => reader.keep(tx, given.slice(at, at + portion)))
            done += given.length
            await run.progress({ done, total: null, counts: reader.counts() })
          },
        },
      )
      reader.assertHeader()
      await plan.beforeEnd?.(run, reader, begun)
      return own((tx) => plan.end(tx, run, { reader, begun, summary }))
    },
  }
}

/**
 * A transaction of the company of a job, which writes nothing once another worker has taken the job up. Readers count
 * what they keep, so it is tried once: where the database wants it repeated, the job starts over. Throws `JobTaken`.
 */
export function inOwnRun<T>(run: JobRun, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isRepeated = false
  return run.services.db.withCompany(run.actor.company.id, async (tx) => {
    if (isRepeated) throw new Error('the database asked for a transaction again: the file is read anew')
    isRepeated = true
    await assertOwnRun(tx, run)
    return work(tx)
  })
}

/** A file of `table` that was not read to its end says so: cancelled with its job, otherwise invalid for what the job was refused with. */
export async function endStopped(
  tx: Tx,
  table: string,
  { companyId, id }: { companyId: number; id: string },
): Promise<void> {
  await sql`update ${sql.table(table)} x set state = case when j.state = 'Cancelled' then 'Cancelled' else 'Invalid' end,
      refusal = case when j.state = 'Cancelled' then null else coalesce(j.refusal, 'ServerFault') end, refusal_facts = coalesce(j.refusal_facts, '{}')
    from job j where x.company_id = ${companyId} and j.company_id = ${companyId} and j.id = x.job_id and x.id = ${id}
      and x.state in ('Pending', 'Validating')`.execute(tx)
}

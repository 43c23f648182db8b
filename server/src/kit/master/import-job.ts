import { existing, keysOf } from '@kervan/contract/kit/typed'
import type { Assignment } from '@kervan/contract/kit/file-columns'
import { sql } from 'kysely'
import type { CustomProperty } from '@kervan/contract/kit/master-data'
import type { ChangeMode, ColumnWay } from '@kervan/contract/kit/master-change'
import { refusal, type Refusal } from '@kervan/contract/kit/refusals'
import type { Tx } from '../database/db.ts'
import { millionRowLimits } from '../excel/limits.ts'
import type { SheetRow } from '../excel/read-workbook.ts'
import { headerSearch, type ColumnPlaces } from '../excel/table-rows.ts'
import type { JobHandler, JobRun } from '../work/jobs.ts'
import { endStopped, inOwnRun, stagedFile, type RowReader } from '../work/staged-file.ts'
import { settleChange } from './apply.ts'
import { continueSet } from './file-sets/set.sql.ts'
import { addRows, setHead, type ChangeHead } from './change.sql.ts'
import { assignedColumns } from './assignment.ts'
import { keptOf, senderOf, type KeptProfile } from './kept-columns.ts'
import type { ProfiledSheet } from './file-profile.ts'
import { FileRows, type GivenAssignment } from './file-rows.ts'
import { customProperties } from './value-names.ts'
import { servedByKey, type MasterContext, type ServedKind } from './kind.ts'
import { propose, type GivenRow, type ProposedRow, type SeenKeys } from './propose.ts'
import { judgeStaged } from './judge-all.ts'

// A file becomes a proposal: read in chunks, each row judged by the rules of its kind and staged as a row of the change.
// Started over after a crash, it forgets what it had staged.

const rowLimit = 100_000
const chunk = 500

type Begun = {
  storageKey: string
  /** The only sheet of the file that is read. */
  onlySheet: string | null
  mode: ChangeMode
  source: ChangeHead['source']
  assigned: GivenAssignment | null
  /** What the company has defined for the kind: a column each. */
  properties: readonly CustomProperty[]
}

/** What workers do with a file of master data. A file that could not be read says so on its change. */
export const masterImport: JobHandler<'masterData.import'> = stagedFile<
  'masterData.import',
  Begun,
  GivenRow,
  Reader
>({
  use: 'master',
  begin,
  options: (run) => ({
    limits: { ...millionRowLimits, rows: (servedOf(run).options.rowLimit ?? rowLimit) + headerSearch },
    locale: run.input.language,
  }),
  reader: (run, begun) => new Reader(run, { ...servedOf(run), own: begun.properties }, begun),
  async beforeEnd(run, reader, { mode, source }) {
    if (reader.fault) {
      await inOwnRun(run, (tx) => keepUnread(tx, run, reader))
      // Nobody sits before a file that was dropped: its job fails, and who looks after it is told.
      if (source === 'FileDrop' || reader.sheets.length === 0) throw reader.fault
    } else if (mode === 'Replace') await reader.removeOthers()
  },
  async end(tx, run, { reader }) {
    const ended = await endReading(tx, run, reader)
    await goOn(tx, run.services, { companyId: run.actor.company.id, input: run.input })
    return ended
  },
  async stopped(tx, { companyId, input }, services) {
    await endStopped(tx, 'master_change', { companyId, id: input.changeId })
    await goOn(tx, services, { companyId, input })
  },
  tells: ({ quiet }) => !quiet,
})

type Import = { companyId: number; input: JobRun<'masterData.import'>['input'] }

/** The set of files that waits for the end of this reading. */
const goOn = (tx: Tx, services: MasterContext['services'], { companyId, input }: Import): Promise<void> =>
  continueSet(tx, services, {
    company: { id: companyId },
    changeId: input.changeId,
    language: input.language,
    now: services.clock.now(),
    tookEffect: false,
  })

/** Ends the reading of a file; answers what became of its rows. */
async function endReading(
  tx: Tx,
  run: JobRun<'masterData.import'>,
  reader: Reader,
): Promise<Reader['totals']> {
  const { actor, input } = run
  const served = servedOf(run)
  if (reader.fault) {
    const { code, facts } = reader.fault
    await sql`update master_change set state = 'Invalid', refusal = ${code}, refusal_facts = ${JSON.stringify(facts)}::jsonb
      where company_id = ${actor.company.id} and id = ${input.changeId} and state = 'Validating'`.execute(tx)
    return reader.totals
  }
  reader.fail(await judgeStaged(contextOf(run, tx), served, input.changeId))
  const state = reader.totals.Faulty > 0 ? 'ValidationFailed' : 'Succeeded'
  const { rows } = await sql<Pick<ChangeHead, 'source' | 'mode'>>`
    update master_change set state = ${state}, headers = ${JSON.stringify(reader.places)}::jsonb,
      columns = ${JSON.stringify(reader.columns)}::jsonb
    where company_id = ${actor.company.id} and id = ${input.changeId} and state = 'Validating' returning source, mode`.execute(
    tx,
  )
  // Nobody sits before a file that was dropped, unless somebody has just assigned its columns. One that replaces
  // everything waits for somebody who has seen it.
  const [head] = rows
  const isSeen = reader.way === 'Assigned'
  if (head?.source === 'FileDrop' && head.mode === 'Merge' && state === 'Succeeded' && !isSeen)
    await takeEffect(contextOf(run, tx), served, { id: input.changeId, totals: reader.totals })
  return reader.totals
}

function servedOf({ input }: JobRun<'masterData.import'>): ServedKind {
  const served = servedByKey.get(input.kind)
  if (!served) throw refusal('CallNotFound')
  return served
}

async function begin(tx: Tx, run: JobRun<'masterData.import'>): Promise<Begun | null> {
  const { actor, input } = run
  const properties = await customProperties({ tx, actor }, servedOf(run))
  const { rows } = await sql<
    Omit<Begun, 'assigned' | 'properties'> & { assignment: Assignment | null; made_by: string }
  >`
    update master_change c set state = 'Validating', added = 0, changed = 0, removed = 0, unchanged = 0, faulty = 0
    from file f where c.company_id = ${actor.company.id} and c.id = ${input.changeId} and c.state in ('Pending', 'Validating')
      and f.company_id = ${actor.company.id} and f.id = c.file_id
    returning f.storage_key as "storageKey", c.only_sheet as "onlySheet", c.mode, c.source, c.assignment, c.made_by`.execute(
    tx,
  )
  // Only what is still being read is forgotten: the rows of a change that took effect are its history.
  if (rows[0])
    await sql`delete from master_change_row where company_id = ${actor.company.id} and change_id = ${input.changeId}`.execute(
      tx,
    )
  const [head] = rows
  if (!head) return null
  const { assignment, made_by, ...read } = head
  const begun = { ...read, properties }
  if (assignment) return { ...begun, assigned: { ...assignedColumns(assignment), way: 'Assigned' } }
  const kept = await keptOf(tx, actor, input.kind, senderOf({ source: begun.source, made_by }))
  return { ...begun, assigned: kept && { ...assignedColumns(kept), way: 'Kept' } }
}

/** What stands in a file that cannot be read as it is; of its rows nothing is kept. */
async function keepUnread(
  tx: Tx,
  { actor, input }: JobRun<'masterData.import'>,
  reader: Reader,
): Promise<void> {
  await sql`delete from master_change_row where company_id = ${actor.company.id} and change_id = ${input.changeId}`.execute(
    tx,
  )
  reader.forget()
  await sql`update master_change set added = 0, changed = 0, removed = 0, unchanged = 0, faulty = 0,
      columns = ${JSON.stringify(reader.columns)}::jsonb
    where company_id = ${actor.company.id} and id = ${input.changeId}`.execute(tx)
}

async function takeEffect(
  context: MasterContext,
  served: ServedKind,
  { id, totals }: { id: string; totals: Reader['totals'] },
): Promise<void> {
  if (totals.Added + totals.Changed > 0) await settleChange(context, served, { id, source: 'FileDrop' })
  else await setHead(context.tx, context.actor, id, { state: 'Active', activated_at: context.now })
}

function contextOf({ services, actor, input }: JobRun<'masterData.import'>, tx: Tx): MasterContext {
  return { tx, actor, services, language: input.language, now: services.clock.now() }
}

class Reader implements RowReader<GivenRow> {
  readonly totals = { Added: 0, Changed: 0, Removed: 0, Unchanged: 0, Faulty: 0 }
  readonly #run: JobRun<'masterData.import'>
  readonly #served: ServedKind
  readonly #file: FileRows
  readonly #onlySheet: string | null
  readonly #seen: SeenKeys = new Map()
  #position = 0

  constructor(
    run: JobRun<'masterData.import'>,
    served: ServedKind,
    { assigned, onlySheet }: Pick<Begun, 'assigned' | 'onlySheet'>,
  ) {
    this.#run = run
    this.#onlySheet = onlySheet
    this.#served = served
    this.#file = new FileRows(served, run.actor, run.input.language, assigned)
  }

  read(row: SheetRow): GivenRow | null {
    if (this.#onlySheet !== null && row.sheet !== this.#onlySheet) return null
    return this.#file.givenBy(row)
  }

  /** What the file lacks is told at its end, with its columns. */
  assertHeader(): void {}

  get fault(): Refusal | null {
    return this.#file.fault()
  }

  get sheets(): ProfiledSheet[] {
    return this.#file.sheets
  }

  get way(): ColumnWay {
    return this.#file.way
  }

  /** As they are kept with the change. */
  get columns(): KeptProfile | null {
    return this.sheets.length === 0 ? null : { way: this.#file.way, sheets: this.sheets }
  }

  /** Rows of a file of which nothing is kept. */
  forget(): void {
    for (const action of keysOf(this.totals)) this.totals[action] = 0
  }

  get places(): ColumnPlaces {
    return this.#file.places
  }

  counts(): Record<string, number> {
    const { Added, Changed, Unchanged, Faulty } = this.totals
    return { added: Added, changed: Changed, unchanged: Unchanged, faulty: Faulty }
  }

  async keep(tx: Tx, rows: readonly GivenRow[]): Promise<void> {
    const context = contextOf(this.#run, tx)
    this.#count(
      await this.#write(
        context,
        await propose(context, this.#served, rows, { seen: this.#seen, more: true }),
      ),
    )
  }

  async #write({ tx, actor }: MasterContext, rows: ProposedRow[]): Promise<ProposedRow[]> {
    await addRows(tx, actor, this.#served, this.#run.input.changeId, rows, this.#position)
    this.#position += rows.length
    return rows
  }

  /** Rows that turned out to be faulty when all of them were judged together. */
  fail(failed: { Added: number; Changed: number; Removed: number }): void {
    for (const action of ['Added', 'Changed', 'Removed'] as const) {
      this.totals[action] -= failed[action]
      this.totals.Faulty += failed[action]
    }
  }

  #count(rows: readonly ProposedRow[]): void {
    for (const { action } of rows) this.totals[action] += 1
  }

  /** Records that a file which replaces everything does not name, of those that its owner sees (UIF-001). */
  async removeOthers(): Promise<void> {
    const { services, actor, input } = this.#run
    const company = actor.company.id
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const ids = await services.db.withCompany(company, async (tx) => {
        const { rows } = await sql<{ id: string }>`
          select t.id from ${sql.table(this.#served.options.table)} t where t.company_id = ${company} and t.id > ${after}
            and ${sql.join([sql`true`, ...(this.#served.options.scope?.(actor) ?? [])], sql` and `)}
            and not exists (select from master_change_row r where r.company_id = ${company} and r.change_id = ${input.changeId} and r.record_id = t.id)
          order by t.id limit ${chunk}`.execute(tx)
        return rows.map(({ id }) => id)
      })
      if (ids.length === 0) return
      await inOwnRun(this.#run, (tx) =>
        this.keep(
          tx,
          ids.map((id) => ({ id, given: {}, remove: true })),
        ),
      )
      after = existing(ids.at(-1))
    }
  }
}

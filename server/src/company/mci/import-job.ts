import { sql } from 'kysely'
import { refusal } from '@kervan/contract/kit/refusals'
import { emptyRecord } from '@kervan/contract/kit/typed'
import type { Tx } from '../../kit/database/db.ts'
import { insertMany, insertManyQueries } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { millionRowLimits } from '../../kit/excel/limits.ts'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import {
  assertColumns,
  columnsBy,
  headerSearch,
  TableRows,
  tidyTitle,
  type ColumnPlaces,
  type FoundColumns,
} from '../../kit/excel/table-rows.ts'
import { fold } from '../../kit/lists/fold.ts'
import { readCell } from '../../kit/master/read-cell.ts'
import type { JobHandler, JobRun } from '../../kit/work/jobs.ts'
import { endStopped, stagedFile, type RowReader } from '../../kit/work/staged-file.ts'
import { keyOfRow, knownCodes, readAs, readEntity, type Entity, type RowValues } from '../mci-entity.sql.ts'

// A file of an MCI entity: each row is read by the entity's fields and kept under the file's own generation, which nobody
// reads until it is activated. A million rows pass in chunks; started over, the job forgets what it had kept.

/** Faults that are kept; more help nobody. */
const mostFaults = 10_000

type Begun = { storageKey: string; generation: number; entity: Entity }

export const mciImport: JobHandler<'mci.import'> = stagedFile<'mci.import', Begun, Read, Reader>({
  use: 'mci',
  begin,
  options: ({ input }) => ({
    limits: { ...millionRowLimits, rows: 1_000_000 + headerSearch },
    locale: input.language,
  }),
  reader: (run, { entity, generation }) => new Reader(run, entity, generation),
  async end(tx, { actor, input }, { reader: { rows, faulty, places } }) {
    const state = faulty > 0 ? 'ValidationFailed' : 'Succeeded'
    await sql`update mci_file set state = ${state}, rows = ${rows}, faulty = ${faulty}, headers = ${JSON.stringify(places)}::jsonb
      where company_id = ${actor.company.id} and id = ${input.fileId} and state = 'Validating'`.execute(tx)
    return { rows, faulty }
  },
  stopped: (tx, { companyId, input }) => endStopped(tx, 'mci_file', { companyId, id: input.fileId }),
})

async function begin(tx: Tx, { actor, input }: JobRun<'mci.import'>): Promise<Begun | null> {
  const company = actor.company.id
  const { rows } = await sql<{ storageKey: string; entityId: string; generation: number }>`
    update mci_file m set state = 'Validating', rows = 0, faulty = 0 from file f
    where m.company_id = ${company} and m.id = ${input.fileId} and m.state in ('Pending', 'Validating')
      and f.company_id = ${company} and f.id = m.file_id returning f.storage_key as "storageKey", m.entity_id as "entityId", m.generation`.execute(
    tx,
  )
  const [file] = rows
  if (!file) return null
  await sql`delete from mci_row where company_id = ${company} and entity_id = ${file.entityId} and generation = ${file.generation}`.execute(
    tx,
  )
  await sql`delete from mci_fault where company_id = ${company} and mci_file_id = ${input.fileId}`.execute(tx)
  return { ...file, entity: await readEntity(tx, actor, file.entityId) }
}

type Fault = { sheet: string; file_row: number; field: string | null; code: string; facts: object }
type Read = { row: SheetRow; values: RowValues; faults: Fault[] }

class Reader implements RowReader<Read> {
  rows = 0
  faulty = 0
  readonly #run: JobRun<'mci.import'>
  readonly #entity: Entity
  readonly #generation: number
  readonly #readers: ReadonlyMap<string, ReturnType<typeof readAs>>
  /** The code of a field by what a header calls it. */
  readonly #titles: ReadonlyMap<string, string>
  readonly #rows = new TableRows((row) => this.#header(row))
  #position = 0

  constructor(run: JobRun<'mci.import'>, entity: Entity, generation: number) {
    this.#run = run
    this.#entity = entity
    this.#generation = generation
    this.#readers = new Map(entity.fields.map((one) => [one.code, readAs(one)]))
    this.#titles = new Map(
      entity.fields.flatMap((one) => [
        [tidyTitle(one.code), one.code],
        [tidyTitle(one.name), one.code],
      ]),
    )
  }

  get places(): ColumnPlaces {
    return this.#rows.places
  }

  counts(): Record<string, number> {
    return { rows: this.rows, faulty: this.faulty }
  }

  assertHeader(): void {
    if (this.#rows.headers.size === 0)
      throw refusal('ExcelNoHeader', { columns: this.#entity.fields.map(({ code }) => code).join(', ') })
  }

  read(row: SheetRow): Read | null {
    const header = this.#rows.headerOf(row)
    if (!header) return null
    const values: RowValues = emptyRecord()
    const faults: Fault[] = []
    const addIssue = (field: string | null, code: string, facts: object = {}) =>
      void faults.push({ sheet: row.sheet, file_row: row.row, field, code, facts })
    for (const one of this.#entity.fields) {
      const at = header.columns.get(one.code)
      const cell = at === undefined ? null : (row.cells[at] ?? null)
      const reading = readCell(this.#readers.get(one.code) ?? readAs(one), cell, new Map())
      if ('issue' in reading) addIssue(one.code, reading.issue, reading.facts)
      else {
        if (reading.value === null && one.mandatory) addIssue(one.code, 'Required')
        values[one.code] = reading.value as RowValues[string]
      }
    }
    return Object.values(values).every((value) => value === null) &&
      faults.every(({ code }) => code === 'Required')
      ? null
      : { row, values, faults }
  }

  /** A header names every key field. */
  #header({ sheet, cells }: SheetRow): FoundColumns<string> | null {
    const found = columnsBy(this.#titles, cells)
    const { columns } = found
    if (columns.size === 0 || this.#entity.fields.some((one) => one.keyPart && !columns.has(one.code)))
      return null
    if (!this.#rows.headers.has(sheet))
      assertColumns(sheet, found, () => this.#entity.fields.map(({ name }) => name))
    return found
  }

  async keep(tx: Tx, reads: readonly Read[]): Promise<void> {
    const { actor, input } = this.#run
    await this.#refer(tx, reads)
    const candidates = reads.flatMap((read) =>
      read.faults.length > 0 ? [] : { read, key: keyOfRow(this.#entity, read.values) },
    )
    const kept = await this.#insert(tx, candidates)
    for (const { read, key } of candidates)
      if (!kept.delete(key))
        read.faults.push({
          sheet: read.row.sheet,
          file_row: read.row.row,
          field: this.#entity.fields.find(({ keyPart }) => keyPart)?.code ?? null,
          code: 'KeyAgain',
          facts: {},
        })
    const base = { company_id: actor.company.id }
    const faulty = reads.filter((read) => read.faults.length > 0)
    const faults = faulty.flatMap((read) => read.faults).slice(0, Math.max(0, mostFaults - this.faulty))
    await insertMany(
      tx,
      'mci_fault',
      faults.map((fault) => ({ ...base, mci_file_id: input.fileId, id: newId(), ...fault })),
    )
    this.rows += reads.length - faulty.length
    this.faulty += faulty.length
  }

  /** Keeps rows, and answers with the keys of those that are new: the table knows which a million have been before. */
  async #insert(tx: Tx, candidates: readonly { read: Read; key: string }[]): Promise<Set<string>> {
    const rows = candidates.map(({ read, key }) => ({
      key,
      company_id: this.#run.actor.company.id,
      entity_id: this.#entity.id,
      generation: this.#generation,
      position: this.#position++,
      values: read.values,
    }))
    const queries = insertManyQueries('mci_row', rows, 'on conflict do nothing')
    const inserted = await Promise.all(queries.map((query) => tx.executeQuery<{ key: string }>(query)))
    return new Set(inserted.flatMap((one) => one.rows.map(({ key }) => key)))
  }

  /** Codes of locations and products have to be those of the company. */
  async #refer(tx: Tx, reads: readonly Read[]): Promise<void> {
    for (const one of this.#entity.fields) {
      if (one.type !== 'Location' && one.type !== 'Product') continue
      const codes = [
        ...new Set(
          reads.flatMap(({ values }) =>
            typeof values[one.code] === 'string' ? String(values[one.code]) : [],
          ),
        ),
      ]
      const known = await knownCodes(tx, this.#run.actor, one.type, codes)
      for (const { row, values, faults } of reads) {
        const given = values[one.code]
        if (typeof given !== 'string') continue
        const code = known.get(fold(given))
        if (code === undefined)
          faults.push({
            sheet: row.sheet,
            file_row: row.row,
            field: one.code,
            code: 'ReferenceUnknown',
            facts: { value: given },
          })
        else values[one.code] = code
      }
    }
  }
}

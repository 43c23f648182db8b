import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '../../kit/database/db.gen.ts'
import { insertMany } from '../../kit/database/insert-many.ts'
import type { Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import { dayLong } from '../../demo/calendar.ts'
import { entitiesOf, type DemoEntity, type DemoFile, type EntitySource } from './mci-entities.ts'
import type { DemoCompany } from '../../demo/people.ts'
import { Random } from '../../demo/random.ts'
import type { By, StoreFile } from '../../demo/world.ts'

// Entities of the mass customization interface with their files: active, waiting for activation, with faults, and one
// that was never filled (MCI-001, MCI-002).

/** The entities of a company. The same moment gives the same rows. */
export async function insertEntities(
  tx: Tx,
  company: DemoCompany,
  source: EntitySource,
  by: By,
  store: StoreFile,
  now: Date,
): Promise<void> {
  const random = new Random(company.id + 16_000)
  const since = now.getTime() - 300 * dayLong
  const base = () => ({ company_id: company.id, id: random.id(since), created_at: new Date(since) })
  const entities: Insertable<DB['mci_entity']>[] = []
  const fields: Insertable<DB['mci_field']>[] = []
  const parts: Parts = { files: [], logs: [], rows: [], faults: [] }
  let ioId = 0
  for (const [at, entity] of entitiesOf(source, random).entries()) {
    const active = { User: 0, Erp: 0 }
    const head = base()
    for (const file of entity.files) {
      ioId += 1
      if (file.state === 'Active') active[file.input] = ioId
      addFile(parts, { company, entity, entityId: head.id, file, ioId, by, now, random })
      const stored = parts.files.at(-1)
      if (stored) await store(stored.storage_key, Buffer.from(csvOf(entity, file)))
    }
    const { code, name, purpose, source: dataSource, keys } = entity
    entities.push({
      ...head,
      code,
      name,
      purpose,
      data_source: dataSource,
      order_index: at + 1,
      user_generation: active.User,
      erp_generation: active.Erp,
    })
    for (const [index, [field, called, type, baseField]] of entity.fields.entries())
      fields.push({
        ...base(),
        entity_id: head.id,
        code: field,
        name: called,
        mci_type: type,
        base_field: baseField,
        key_part: index < keys,
        mandatory: index < keys,
        order_index: index + 1,
      })
  }
  await insertMany(tx, 'mci_entity', entities)
  await insertMany(tx, 'mci_field', fields)
  await insertMany(tx, 'file', parts.files)
  await insertMany(tx, 'mci_file', parts.logs)
  await insertMany(tx, 'mci_row', parts.rows)
  await insertMany(tx, 'mci_fault', parts.faults)
  await tx.insertInto('counter').values({ company_id: company.id, name: 'mci', value: ioId }).execute()
}

type Parts = {
  files: Insertable<DB['file']>[]
  logs: Insertable<DB['mci_file']>[]
  rows: Insertable<DB['mci_row']>[]
  faults: Insertable<DB['mci_fault']>[]
}

type FileOf = {
  company: DemoCompany
  entity: DemoEntity
  entityId: string
  file: DemoFile
  ioId: number
  by: By
  now: Date
  random: Random
}

function addFile(parts: Parts, { company, entity, entityId, file, ioId, by, now, random }: FileOf): void {
  const uploaded = now.getTime() - file.age * dayLong
  const [id, fileId] = [random.id(uploaded), random.id(uploaded)]
  const base = { company_id: company.id }
  const body = Buffer.from(csvOf(entity, file))
  const faulty = new Set(file.faults?.map(({ row }) => row))
  const good = file.rows.filter((_, at) => !faulty.has(at + 2))
  parts.files.push({
    ...base,
    id: fileId,
    storage_key: `${company.id}/demo-${fileId}`,
    name: file.name,
    type: 'text/csv',
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest(),
    purpose: 'mci',
    created_by: by.id ?? entityId,
    created_at: new Date(uploaded),
  })
  parts.logs.push({
    ...base,
    id,
    entity_id: entityId,
    io_id: ioId,
    file_id: fileId,
    file_name: file.name,
    input: file.input,
    source: file.input === 'Erp' ? 'FileDrop' : 'File',
    state: file.state,
    rows: good.length,
    faulty: faulty.size,
    generation: ioId,
    headers: { '': Object.fromEntries(entity.fields.map(([code], column) => [code, column])) },
    uploaded_at: new Date(uploaded),
    uploaded_by: file.input === 'Erp' ? 'ERP' : by.name,
    activated_at: file.state === 'Active' ? new Date(uploaded + dayLong / 48) : null,
    activated_by: file.state === 'Active' ? by.name : null,
  })
  // A field of a product or location holds its code, which is what the row is called.
  for (const [position, row] of good.entries())
    parts.rows.push({
      ...base,
      entity_id: entityId,
      generation: ioId,
      key: row
        .slice(0, entity.keys)
        .map((value) => fold(String(value)))
        .join(' · '),
      position,
      values: Object.fromEntries(entity.fields.map(([code], at) => [code, row[at] ?? null])),
    })
  for (const fault of file.faults ?? [])
    parts.faults.push({
      ...base,
      mci_file_id: id,
      id: random.id(uploaded),
      sheet: '',
      file_row: fault.row,
      field: fault.field,
      code: fault.code,
      facts: fault.facts,
    })
}

const csvOf = ({ fields }: DemoEntity, { rows }: DemoFile): string =>
  [fields.map(([, name]) => name), ...rows].map((row) => `${row.join(';')}\n`).join('')

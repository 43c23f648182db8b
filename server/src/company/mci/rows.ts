import { sql } from 'kysely'
import { deleteEntityRow, getEntityRows, saveEntityRow } from '@kervan/contract/company/mci-files'
import { refusal } from '@kervan/contract/kit/refusals'
import { emptyRecord, ownValue } from '@kervan/contract/kit/typed'
import type { SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { handle } from '../../kit/http/handle.ts'
import { containing, fold } from '../../kit/lists/fold.ts'
import type { Issue } from '../../kit/master/kind.ts'
import { readGiven } from '../../kit/master/read-cell.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { faultyRecord } from '../../kit/master/words.ts'
import { record } from '../../kit/records/audit.ts'
import { prepareFiltersOf } from '../ui-filters/prepare.ts'
import {
  activeGenerations,
  assertFields,
  keyOfRow,
  knownCodes,
  mergedRows,
  readAs,
  readEntity,
  type Entity,
  type RowValues,
} from '../mci-entity.sql.ts'

// The rows of an MCI entity as services read them: of the user, of the ERP, or merged, where the user's value wins field
// by field and the screen shows which (MCI-001). By form one row of the user is written. Rows may tell of any location and
// product, so who sees part of the company sees none of them.

export const getEntityRowsHandler = handle(getEntityRows, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, input } = context
  const entity = await readEntity(tx, actor, input.entityId)
  const generations = input.mciFileId
    ? [await generationOf(context, entity, input.mciFileId)]
    : activeGenerations(entity)
  const all = mergedRows(actor.company.id, entity, generations)
  const where = fold(input.search) === '' ? sql`true` : sql`a.key like ${containing(input.search)}`
  const { rows } = await sql<{ key: string; values: RowValues; from_user: string[] }>`
    select a.key, a.values, a.from_user from (${all}) a where ${where} order by a.position limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from (${all}) a where ${where}`.execute(tx)
  const codes = new Set(entity.fields.map(({ code }) => code))
  return {
    entity: { id: entity.id, code: entity.code, name: entity.name, dataSource: entity.source },
    fields: entity.fields.map(({ code, name, type, mandatory, keyPart }) => ({
      code,
      name,
      type,
      mandatory,
      keyPart,
    })),
    rows: rows.map(({ key, values, from_user: fromUser }) => ({
      key,
      values: Object.fromEntries(Object.entries(values).filter(([code]) => codes.has(code))),
      fromUser,
    })),
    total: counted[0]?.total ?? 0,
  }
})

async function generationOf({ tx, actor }: SessionContext, entity: Entity, fileId: string): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    select generation from mci_file where company_id = ${actor.company.id} and entity_id = ${entity.id} and id = ${fileId}`.execute(
    tx,
  )
  if (!rows[0]) throw refusal('NotFound')
  return rows[0].generation
}

/** The generation of the user's rows; the first row by form begins one. */
async function ownGeneration({ tx, actor }: SessionContext, entity: Entity): Promise<number> {
  if (entity.user_generation > 0) return entity.user_generation
  const generation = await nextCount(tx, actor.company.id, 'mci')
  await sql`update mci_entity set user_generation = ${generation} where company_id = ${actor.company.id} and id = ${entity.id}`.execute(
    tx,
  )
  return generation
}

/** The active file no longer says what its rows are. */
async function markEdited({ tx, actor }: SessionContext, entity: Entity, generation: number): Promise<void> {
  await sql`update mci_file set edited = true where company_id = ${actor.company.id} and entity_id = ${entity.id} and generation = ${generation} and not edited`.execute(
    tx,
  )
}

export const saveEntityRowHandler = handle(saveEntityRow, async (context) => {
  const { tx, actor, now, input, language } = context
  assertWholeCompany(context)
  const entity = await readEntity(tx, actor, input.entityId, { lock: true })
  assertFields(entity)
  const generation = await ownGeneration(context, entity)
  const kept = input.key === null ? null : await rowOf(context, entity, generation, input.key)
  const { values, issues } = await readValues(context, entity, { ...kept, ...input.values })
  const key = keyOfRow(entity, values)
  const first = entity.fields.find(({ keyPart }) => keyPart)
  if (input.key !== null && input.key !== key)
    issues.push({ field: first?.code ?? null, code: 'FixedField', facts: { value: input.key } })
  const before = await rowOf(context, entity, generation, key)
  if (input.key === null && before)
    issues.push({ field: first?.code ?? null, code: 'KeyTaken', facts: { record: key } })
  if (issues.length > 0) throw faultyRecord(language, issues)
  await sql`insert into mci_row (company_id, entity_id, generation, key, position, values)
    select ${actor.company.id}::int, ${entity.id}::uuid, ${generation}::int, ${key}, coalesce(max(position), -1) + 1, ${JSON.stringify(values)}::jsonb from mci_row
    where company_id = ${actor.company.id} and entity_id = ${entity.id} and generation = ${generation}
    on conflict (company_id, entity_id, generation, key) do update set values = excluded.values returning key`.execute(
    tx,
  )
  await markEdited(context, entity, generation)
  await prepareFiltersOf(context, entity.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'mci.rowSaved',
        recordType: 'mciEntity',
        recordId: entity.id,
        recordCode: `${entity.code} ${key}`,
        before,
        after: values,
      },
    ],
  })
  return { key }
})

async function readValues({ tx, actor }: SessionContext, entity: Entity, given: Record<string, unknown>) {
  const issues: Issue[] = Object.keys(given)
    .filter((code) => !entity.fields.some((one) => one.code === code))
    .map((name) => ({ field: null, code: 'UnknownField', facts: { name } }))
  const values: RowValues = emptyRecord()
  for (const one of entity.fields) {
    const reading = readGiven(readAs(one), ownValue(given, one.code), new Map())
    if ('issue' in reading) {
      issues.push({ field: one.code, code: reading.issue, ...(reading.facts && { facts: reading.facts }) })
      continue
    }
    // Where the ERP gives the rest, only the key has to be the user's.
    const isNeeded = entity.source === 'ManageByMergedInputs' ? one.keyPart : one.mandatory
    if (reading.value === null && isNeeded) issues.push({ field: one.code, code: 'Required' })
    values[one.code] = reading.value as RowValues[string]
    if ((one.type !== 'Location' && one.type !== 'Product') || typeof reading.value !== 'string') continue
    const known = await knownCodes(tx, actor, one.type, [reading.value])
    const code = known.get(fold(reading.value))
    if (code === undefined)
      issues.push({ field: one.code, code: 'ReferenceUnknown', facts: { value: reading.value } })
    else values[one.code] = code
  }
  return { values, issues }
}

async function rowOf(
  { tx, actor }: SessionContext,
  entity: Entity,
  generation: number,
  key: string,
): Promise<RowValues | null> {
  const { rows } = await sql<{ values: RowValues }>`
    select values from mci_row where company_id = ${actor.company.id} and entity_id = ${entity.id} and generation = ${generation} and key = ${key}`.execute(
    tx,
  )
  return rows[0]?.values ?? null
}

export const deleteEntityRowHandler = handle(deleteEntityRow, async (context) => {
  const { tx, actor, now, input } = context
  assertWholeCompany(context)
  const entity = await readEntity(tx, actor, input.entityId, { lock: true })
  const before = await rowOf(context, entity, entity.user_generation, input.key)
  if (!before) throw refusal('NotFound')
  await sql`delete from mci_row where company_id = ${actor.company.id} and entity_id = ${entity.id} and generation = ${entity.user_generation} and key = ${input.key}`.execute(
    tx,
  )
  await markEdited(context, entity, entity.user_generation)
  await prepareFiltersOf(context, entity.id)
  await record(tx, actor, now, {
    audit: [
      {
        operation: 'mci.rowDeleted',
        recordType: 'mciEntity',
        recordId: entity.id,
        recordCode: `${entity.code} ${input.key}`,
        before,
      },
    ],
  })
  return { done: true } as const
})

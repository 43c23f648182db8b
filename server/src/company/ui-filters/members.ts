import { sql } from 'kysely'
import { unknownShown, type UIFilterDefinition, type UIFilterType } from '@kervan/contract/company/ui-filters'
import type { Language } from '@kervan/contract/kit/values'
import type { Actor } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import type { Issue, Sql } from '../../kit/master/kind.ts'
import { faultyRecord } from '../../kit/master/words.ts'
import { activeGenerations, mergedRows, readEntity } from '../mci-entity.sql.ts'
import { conditionSql, faultsOf } from './conditions.ts'
import { conditionFields, servedOf } from './fields.ts'

// Which records a definition means (UIF-001), whoever asks: a filter holds for the whole company, so it is never narrowed
// by another one.

export type Reading = { tx: Tx; actor: Actor; language: Language }

/**
 * The definition as a condition on the table `t` of its records. Throws `RecordInvalid` for conditions that cannot be
 * asked, `NotFound` for an entity that is not the company's.
 */
export async function meaningOf(
  reading: Reading,
  type: UIFilterType,
  definition: UIFilterDefinition,
): Promise<Sql> {
  const { tx, actor, language } = reading
  const company = actor.company.id
  if (definition.source === 'Codes') return sql`fold(t.code) = any(${definition.codes.map(fold)}::text[])`
  if (definition.source === 'MciEntity') {
    const entity = await readEntity(tx, actor, definition.entityId)
    const field = entity.fields.find(({ code }) => code === definition.field)
    if (field?.type !== type)
      throw faultyRecord(language, [
        { field: 'field', code: 'UnknownField', facts: { name: definition.field } },
      ])
    const rows = mergedRows(company, entity, activeGenerations(entity))
    return sql`fold(t.code) in (select fold(a.values ->> ${definition.field}) from (${rows}) a)`
  }
  const fields = new Map((await conditionFields(reading, type)).map((one) => [one.field, one]))
  const faults: Issue[] = definition.conditions.flatMap((one) => faultsOf(one, fields.get(one.field)))
  if (faults.length > 0) throw faultyRecord(language, faults)
  const conditions = definition.conditions.flatMap((one) => {
    const field = fields.get(one.field)
    return field ? [conditionSql(field, one)] : []
  })
  return sql`(${sql.join(conditions, definition.match === 'All' ? sql` and ` : sql` or `)})`
}

/** How many records a definition keeps, of how many there are. */
export async function countOf(
  reading: Reading,
  type: UIFilterType,
  definition: UIFilterDefinition,
): Promise<{ records: number; total: number }> {
  const meaning = await meaningOf(reading, type, definition)
  const { rows } = await sql<{ records: number; total: number }>`
    select count(*) filter (where ${meaning})::int as records, count(*)::int as total
    from ${sql.table(servedOf(type).options.table)} t where t.company_id = ${reading.actor.company.id}`.execute(
    reading.tx,
  )
  return rows[0] ?? { records: 0, total: 0 }
}

/** Of pasted codes those that name no record: how many, and the first of them. */
export async function unknownCodes(
  { tx, actor }: Reading,
  type: UIFilterType,
  definition: UIFilterDefinition,
): Promise<{ unknownCount: number; unknown: string[] }> {
  if (definition.source !== 'Codes') return { unknownCount: 0, unknown: [] }
  const { rows } = await sql<{ code: string; total: number }>`
    select a.code, (count(*) over ())::int as total
    from unnest(${definition.codes}::text[], ${definition.codes.map(fold)}::text[]) with ordinality as a(code, folded, place)
      left join ${sql.table(servedOf(type).options.table)} t on t.company_id = ${actor.company.id} and fold(t.code) = a.folded
    where t.id is null order by a.place limit ${unknownShown}`.execute(tx)
  return { unknownCount: rows[0]?.total ?? 0, unknown: rows.map(({ code }) => code) }
}

/** Writes the records that `meaning` finds under a generation of their filter. Answers how many they are. */
export async function keepRecords(
  { tx, actor }: Pick<Reading, 'tx' | 'actor'>,
  filter: { id: string; type: UIFilterType },
  { generation, meaning }: { generation: number; meaning: Sql },
): Promise<number> {
  const company = actor.company.id
  // `returning`: distributed PostgreSQL would do it by COPY otherwise, which row-level security refuses.
  const { rows } = await sql<{ kept: number }>`
    with added as (
      insert into ui_filter_member (company_id, filter_id, generation, record_id)
      select ${company}::int, ${filter.id}::uuid, ${generation}::int, t.id from ${sql.table(servedOf(filter.type).options.table)} t
      where t.company_id = ${company} and ${meaning} returning record_id)
    select count(*)::int as kept from added`.execute(tx)
  return rows[0]?.kept ?? 0
}

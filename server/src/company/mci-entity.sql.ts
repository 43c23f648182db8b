import { sql, type RawBuilder } from 'kysely'
import {
  mandatoryBaseFields,
  type mciBaseFields,
  type mciPurposes,
  type mciSources,
  type mciValueTypes,
} from '@kervan/contract/company/mci'
import { field, type Field, type FieldValue } from '@kervan/contract/kit/master-fields'
import { ownValue, plainText } from '@kervan/contract/kit/typed'
import { refusal } from '@kervan/contract/kit/refusals'
import type { Actor } from '../kit/context.ts'
import { sqlState, type Tx } from '../kit/database/db.ts'
import { fold } from '../kit/lists/fold.ts'
import { judgedMapping } from './mci/mapping.sql.ts'

export type EntityField = {
  id: string
  code: string
  name: string
  type: (typeof mciValueTypes)[number]
  base: (typeof mciBaseFields)[number] | null
  keyPart: boolean
  mandatory: boolean
}
export type Entity = {
  id: string
  code: string
  name: string
  purpose: (typeof mciPurposes)[number]
  source: (typeof mciSources)[number]
  user_generation: number
  erp_generation: number
  /** Whether the fields that stand for one of the base class follow its order (MCI-003). */
  inOrder: boolean
  fields: EntityField[]
}

/** The entity with its fields in their order. Throws `NotFound`; `MciOngoing` where a running service holds it. */
export async function readEntity(tx: Tx, actor: Actor, id: string, { lock = false } = {}): Promise<Entity> {
  const company = actor.company.id
  try {
    const { rows } = await sql<Entity>`
      select e.id, e.code, e.name, e.purpose, e.data_source as source, e.user_generation, e.erp_generation, q.in_order as "inOrder", '[]'::jsonb as fields
      from mci_entity e cross join lateral (${judgedMapping(company)}) q where e.company_id = ${company} and e.id = ${id} ${lock ? sql`for update of e nowait` : sql``}`.execute(
      tx,
    )
    const [entity] = rows
    if (!entity) throw refusal('NotFound')
    const { rows: fields } = await sql<EntityField>`
      select f.id, f.code, f.name, f.mci_type as type, f.base_field as base, f.key_part as "keyPart", f.mandatory from mci_field f
      where f.company_id = ${company} and f.entity_id = ${id} order by f.order_index, f.code`.execute(tx)
    const needed = mandatoryBaseFields[entity.purpose]
    return {
      ...entity,
      fields: fields.map((one) => ({
        ...one,
        mandatory: one.mandatory || one.keyPart || (one.base !== null && needed.includes(one.base)),
      })),
    }
  } catch (error) {
    if (sqlState(error) === '55P03') throw refusal('MciOngoing')
    throw error
  }
}

/** Throws `EntityWithoutFields` where nothing says what a row is called. */
export function assertFields(entity: Entity): void {
  if (!entity.fields.some(({ keyPart }) => keyPart))
    throw refusal('EntityWithoutFields', { entity: entity.name })
}

/** The generations that services read, the one whose value counts first. */
export function activeGenerations({ source, user_generation: user, erp_generation: erp }: Entity): number[] {
  if (source === 'ManageByUserInput') return [user]
  return source === 'ManageByERPInput' ? [erp] : [user, erp]
}

/**
 * The rows of these generations of an entity, as a query: merged where there are two, and the first one's values win
 * field by field. Columns: key, position, values, from_user.
 */
export function mergedRows(
  company: number,
  entity: Pick<Entity, 'id'>,
  [first = 0, second]: readonly number[],
): RawBuilder<unknown> {
  const rowsOf = (generation: number) =>
    sql`select r.key, r.position, r.values from mci_row r where r.company_id = ${company} and r.entity_id = ${entity.id} and r.generation = ${generation}`
  if (second === undefined)
    return sql`select u.key, u.position, u.values, '{}'::text[] as from_user from (${rowsOf(first)}) u`
  return sql`select coalesce(u.key, e.key) as key, coalesce(e.position, 1000000 + u.position) as position,
      coalesce(e.values, '{}') || jsonb_strip_nulls(coalesce(u.values, '{}')) as values,
      case when e.key is null or u.key is null then '{}'::text[] else array(select k from jsonb_each(jsonb_strip_nulls(u.values)) as j(k, v) where e.values -> k is distinct from v) end as from_user
    from (${rowsOf(first)}) u full join (${rowsOf(second)}) e on e.key = u.key`
}

/** How a value of the field is read, in the words of master data. */
export function readAs({ type, mandatory }: EntityField): Field {
  const optional = !mandatory
  switch (type) {
    case 'Integer':
      return field.integer({ optional, min: -999_999_999 })
    case 'Decimal':
      return field.decimal({ optional, scale: 6, min: -1e12, max: 1e12 })
    case 'Date':
      return field.date({ optional })
    case 'Flag':
      return field.flag({ optional })
    case 'Location':
    case 'Product':
      return field.code({ optional, max: 60 })
    case 'Text':
      return field.text({ optional, max: 400 })
  }
}

export type RowValues = Record<string, string | number | boolean | null>

/** What a row is called: the folded values of the key fields. */
export function keyOfRow({ fields }: Entity, values: Record<string, FieldValue | undefined>): string {
  return fields
    .filter(({ keyPart }) => keyPart)
    .map(({ code }) => fold(plainText(ownValue(values, code))))
    .join(' · ')
    .slice(0, 400)
    .toWellFormed()
}

/** Of some codes those that the company has, by the folded code. */
export async function knownCodes(
  tx: Tx,
  actor: Actor,
  type: 'Location' | 'Product',
  codes: readonly string[],
): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ code: string }>`
    select x.code from unnest(${codes.map(fold)}::text[]) as asked(folded) join ${sql.table(type === 'Location' ? 'location' : 'product')} x on fold(x.code) = asked.folded
    where x.company_id = ${actor.company.id}`.execute(tx)
  return new Map(rows.map(({ code }) => [fold(code), code]))
}

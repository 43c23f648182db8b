import { sql } from 'kysely'
import { getEntitySample } from '@kervan/contract/company/mci-overview'
import { ownValue } from '@kervan/contract/kit/typed'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import {
  activeGenerations,
  assertFields,
  mergedRows,
  readEntity,
  type Entity,
  type RowValues,
} from '../mci-entity.sql.ts'
import { sampleRows } from './sample.ts'

const shown = 5

/** What a file of an entity looks like, beside the first rows that services read (MCI-001). */
export const getEntitySampleHandler = handle(getEntitySample, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, input } = context
  const entity = await readEntity(tx, actor, input.entityId)
  assertFields(entity)
  const all = mergedRows(actor.company.id, entity, activeGenerations(entity))
  const { rows: active } = await sql<{ values: RowValues }>`
    select a.values from (${all}) a order by a.position limit ${shown}`.execute(tx)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::int as total from (${all}) a`.execute(tx)
  return {
    name: entity.name,
    fields: entity.fields.map(({ code, name, type, mandatory, keyPart }) => ({
      code,
      name,
      type,
      mandatory,
      keyPart,
    })),
    sample: (await sampleOf(context, entity)).map((values) => ({ values })),
    active: active.map(({ values }) => ({
      values: Object.fromEntries(entity.fields.map(({ code }) => [code, ownValue(values, code) ?? null])),
    })),
    activeRows: counted[0]?.total ?? 0,
  }
})

/** Rows as a file of the entity may hold them, with codes that the company has. */
export async function sampleOf(context: SessionContext, entity: Entity): Promise<RowValues[]> {
  const { actor, now } = context
  return sampleRows(entity, {
    locations: await codesOf(context, 'location'),
    products: await codesOf(context, 'product'),
    today: dayIn(actor.company.timeZone, now),
    text: ({ name }, row) => `${name} ${row}`,
  })
}

async function codesOf({ tx, actor }: SessionContext, table: 'location' | 'product'): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from ${sql.table(table)} where company_id = ${actor.company.id} order by code limit ${shown}`.execute(
    tx,
  )
  return rows.map(({ code }) => code)
}

import { sql } from 'kysely'
import { mciEntityKind, mciFieldKind } from '@kervan/contract/company/mci'
import { isUnusableKey, plainText } from '@kervan/contract/kit/typed'
import { tidyTitle } from '../../kit/excel/table-rows.ts'
import type { RowOfKind, MasterContext } from '../../kit/master/kind.ts'
import { serveMasterData } from '../../kit/master/serve-master-data.ts'

/** Entities that a company defines itself, and their fields (MCI-001, MCI-003). */
export const mciEntities = serveMasterData(mciEntityKind, {
  table: 'mci_entity',
  recordType: 'mciEntity',
  usedBy: [
    {
      by: 'entityFields',
      find: (company, ids) =>
        sql`select f.entity_id as id, f.name from mci_field f where f.company_id = ${company} and f.entity_id = any(${ids}::uuid[])`,
    },
    {
      by: 'uiFilters',
      find: (company, ids) =>
        sql`select e.id, f.name from mci_entity e join ui_filter f on f.company_id = ${company} and f.source = 'MciEntity' and f.definition ->> 'entityId' = e.id::text
          where e.company_id = ${company} and e.id = any(${ids}::uuid[])`,
    },
    {
      by: 'entityRows',
      find: (company, ids) =>
        sql`select r.entity_id as id, r.key as name from mci_row r join mci_entity e on e.company_id = ${company} and e.id = r.entity_id
          and r.generation in (e.user_generation, e.erp_generation)
          where r.company_id = ${company} and r.entity_id = any(${ids}::uuid[])`,
    },
  ],
})

export const mciFields = serveMasterData(mciFieldKind, {
  table: 'mci_field',
  recordType: 'mciField',
  columns: { entity: 'entity_id' },
  references: { entity: { table: 'mci_entity', keeps: 'id' } },
  rules: async (context, rows) => {
    await onceMapped(context, rows)
    await onceNamed(context, rows)
  },
  after: revalidate,
  usedBy: [
    {
      // A filter made from a field that is gone, or names something else, would never be prepared again.
      by: 'uiFilters',
      locks: ['mciType'],
      find: (company, ids) =>
        sql`select d.id, f.name from mci_field d
            join ui_filter f on f.company_id = ${company} and f.source = 'MciEntity' and f.definition ->> 'entityId' = d.entity_id::text and f.definition ->> 'field' = d.code
          where d.company_id = ${company} and d.id = any(${ids}::uuid[])`,
    },
  ],
})

/** A field of the base class stands once in an entity (MCI-003). */
async function onceMapped(
  { tx, actor }: MasterContext,
  rows: readonly RowOfKind<typeof mciFieldKind>[],
): Promise<void> {
  const { rows: mapped } = await sql<{ id: string; entity: string; base: string; name: string }>`
    select f.id, e.code as entity, f.base_field as base, f.name from mci_field f join mci_entity e on e.company_id = ${actor.company.id} and e.id = f.entity_id
    where f.company_id = ${actor.company.id} and f.base_field is not null`.execute(tx)
  const changed = new Set(rows.map(({ recordId }) => recordId))
  const taken = new Map(
    mapped.filter(({ id }) => !changed.has(id)).map(({ entity, base, name }) => [`${entity} ${base}`, name]),
  )
  for (const { after, addIssue } of rows) {
    if (!after || after['baseField'] === null) continue
    const place = `${plainText(after['entity'])} ${plainText(after['baseField'])}`
    const other = taken.get(place)
    if (other !== undefined) addIssue('baseField', 'BaseFieldTaken', { record: other })
    taken.set(place, plainText(after['name']))
  }
}

/** A file names a field by its name or its code, so that each of them means one field of the entity. */
async function onceNamed(
  { tx, actor }: MasterContext,
  rows: readonly RowOfKind<typeof mciFieldKind>[],
): Promise<void> {
  const { rows: named } = await sql<{ id: string; entity: string; code: string; name: string }>`
    select f.id, e.code as entity, f.code, f.name from mci_field f join mci_entity e on e.company_id = ${actor.company.id} and e.id = f.entity_id
    where f.company_id = ${actor.company.id}`.execute(tx)
  const changed = new Set(rows.map(({ recordId }) => recordId))
  const taken = new Map<string, string>()
  const place = (entity: string, title: string) => `${entity} ${tidyTitle(title)}`
  const take = (entity: string, code: string, name: string) => {
    for (const title of [code, name]) taken.set(place(entity, title), `${code} – ${name}`)
  }
  for (const { id, entity, code, name } of named) if (!changed.has(id)) take(entity, code, name)
  for (const { after, addIssue } of rows) {
    if (!after) continue
    const [entity, code, name] = [
      plainText(after['entity']),
      plainText(after['code']),
      plainText(after['name']),
    ]
    if (isUnusableKey(code)) addIssue('code', 'NameUnusable')
    for (const [field, title] of [
      ['code', code],
      ['name', name],
    ] as const) {
      const record = taken.get(place(entity, title))
      if (record !== undefined) addIssue(field, 'FieldNameTaken', { record })
    }
    take(entity, code, name)
  }
}

/** Files that were validated by the fields as they were have to be validated again. */
async function revalidate({ tx, actor }: MasterContext, changeId: string): Promise<void> {
  await sql`update mci_file m set state = 'ReValidate' from mci_entity e, master_change_row r
    where m.company_id = ${actor.company.id} and e.company_id = ${actor.company.id} and e.id = m.entity_id
      and r.company_id = ${actor.company.id} and r.change_id = ${changeId}
      and e.code = coalesce(r.after ->> 'entity', r.before ->> 'entity') and m.state in ('Succeeded', 'ValidationFailed')`.execute(
    tx,
  )
}

import { sql } from 'kysely'
import { downloadEntityTemplate } from '@kervan/contract/company/mci-files'
import { workbookType } from '@kervan/contract/kit/call'
import { ownValue, recordOf } from '@kervan/contract/kit/typed'
import { languages } from '@kervan/contract/kit/values'
import { writeTemplate, type TemplateKind } from '../../kit/excel/write-template.ts'
import type { Row } from '../../kit/excel/write-workbook.ts'
import { assertWholeCompany } from '../../kit/master/records.ts'
import { handleDownload } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import {
  activeGenerations,
  assertFields,
  readEntity,
  type EntityField,
  type RowValues,
} from '../mci-entity.sql.ts'
import { sampleOf } from './entity-sample.ts'

const kinds: Partial<Record<EntityField['type'], TemplateKind>> = {
  Integer: 'integer',
  Decimal: 'decimal',
  Date: 'date',
  Flag: 'flag',
}

export const downloadEntityTemplateHandler = handleDownload(downloadEntityTemplate, async (context) => {
  assertWholeCompany(context)
  const { tx, actor, services, language, input } = context
  const entity = await readEntity(tx, actor, input.entityId)
  assertFields(entity)
  const [generation = 0] = activeGenerations(entity)
  const active = () =>
    services.db.stream(
      actor.company.id,
      sql<{
        values: RowValues
      }>`select r.values from mci_row r where r.company_id = ${actor.company.id} and r.entity_id = ${entity.id} and r.generation = ${generation} order by r.position`,
    )
  const body = writeTemplate({
    sheet: entity.name.slice(0, 31),
    language,
    timeZone: actor.company.timeZone,
    instructions: [1, 3].map((line) =>
      translate(language, `masterData.template.line${line}`, { records: entity.name }),
    ),
    columns: entity.fields.map((one) => ({
      key: one.code,
      titles: recordOf(languages, () => one.name),
      kind: kinds[one.type] ?? 'text',
      required: one.mandatory,
    })),
    ...(input.rows === 'Active' && { rows: inChunks(active(), entity.fields) }),
    ...(input.rows === 'Sample' && {
      rows: (await sampleOf(context, entity)).map((values) => cellsOf(values, entity.fields)),
    }),
  })
  return { name: `${entity.name}.xlsx`, type: workbookType, body }
})

async function* inChunks(
  batches: AsyncIterable<{ values: RowValues }[]>,
  fields: readonly EntityField[],
): AsyncGenerator<Row[]> {
  for await (const rows of batches) yield rows.map(({ values }) => cellsOf(values, fields))
}

const cellsOf = (values: RowValues, fields: readonly EntityField[]): Row =>
  fields.map(({ code }) => {
    const value = ownValue(values, code) ?? null
    return typeof value === 'boolean' ? String(value) : value
  })

import { workbookType } from '@kervan/contract/kit/call'
import type { Field, Values } from '@kervan/contract/kit/master-fields'
import { recordOf } from '@kervan/contract/kit/typed'
import { languages } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import type { Row } from '../excel/write-workbook.ts'
import { writeTemplate, type TemplateColumn, type TemplateKind } from '../excel/write-template.ts'
import { handleDownload, type Handler } from '../http/handle.ts'
import { translate } from '../messages.ts'
import { seesPartOnly } from '../records/scope.ts'
import { fromFile } from './header.ts'
import { sayField } from './words.ts'
import { visibleKind, type ServedKind } from './kind.ts'
import { targetCodes, valuesSql } from './values-sql.ts'
import { seenSql } from './lists.ts'

const kinds: Partial<Record<Field['type'], TemplateKind>> = {
  integer: 'integer',
  decimal: 'decimal',
  date: 'date',
  instant: 'timestamp',
  flag: 'flag',
}
/** Codes of another kind are offered as a list up to here. */
const offeredCodes = 500

/** A workbook to be filled in, empty or with the records as they are: titles in three languages, choices as lists. */
export const templateHandler = (served: ServedKind): Handler =>
  handleDownload(served.kind.template, async (context) => {
    const { actor, language, services, input } = context
    const fields = fromFile(visibleKind(served, actor))
    const title = translate(language, `kind.${served.kind.key}.many`)
    const cells = ({ values }: { values: Values }): Row =>
      fields.map(([name, field]) => cell(context, field, values[name] ?? null))
    const rows = services.db.stream(
      actor.company.id,
      sql<{ values: Values }>`select ${valuesSql(visibleKind(served, actor), actor.company.id)} as values
        from ${sql.table(served.options.table)} t where ${sql.join(seenSql(served, context), sql` and `)} order by t.id`,
    )
    const columns: TemplateColumn[] = []
    for (const [name, field] of fields) columns.push(await columnOf(context, served, name, field))
    const body = writeTemplate({
      sheet: title.slice(0, 31),
      language,
      timeZone: actor.company.timeZone,
      instructions: [
        translate(language, 'masterData.template.line1', { records: title }),
        served.kind.removes
          ? translate(language, 'masterData.template.removes', {
              action: translate(language, 'column.rowAction'),
              remove: translate(language, 'state.rowAction.Remove'),
            })
          : translate(language, 'masterData.template.line2'),
        translate(language, 'masterData.template.line3'),
      ],
      columns,
      ...(input.filled && { rows: inChunks(rows, cells) }),
    })
    return { name: `${title}.xlsx`, type: workbookType, body }
  })

async function columnOf(
  { tx, actor, language }: SessionContext,
  served: ServedKind,
  name: string,
  field: Field,
): Promise<TemplateColumn> {
  const codes =
    field.type === 'reference' && !seesPartOnly(actor)
      ? await targetCodes(tx, served, actor.company.id, name, offeredCodes + 1)
      : []
  const choices = field.words
    ? (field.values ?? []).map((value) => translate(language, `state.${field.words}.${value}`))
    : codes.length > offeredCodes
      ? []
      : codes
  return {
    key: name,
    titles: recordOf(languages, (one) => sayField(one, served.kind, name)),
    kind: kinds[field.type] ?? 'text',
    required: !field.optional && (field.start === null || field.key),
    ...(choices.length > 0 && { choices }),
    several: field.type === 'choices',
  }
}

async function* inChunks<R>(batches: AsyncIterable<R[]>, cells: (row: R) => Row): AsyncGenerator<Row[]> {
  for await (const rows of batches) yield rows.map(cells)
}

function cell(context: SessionContext, field: Field, value: Values[string]): Row[number] {
  if (value === undefined || value === null) return null
  if (Array.isArray(value)) return value.map((one) => cell(context, field, one)).join(', ')
  if (typeof value === 'object') return null
  if (field.words) return translate(context.language, `state.${field.words}.${String(value)}`)
  return typeof value === 'boolean' ? String(value) : value
}

import { workbookType } from '@kervan/contract/kit/call'
import type { CustomProperty } from '@kervan/contract/kit/master-data'
import type { Field, FieldValue, Values } from '@kervan/contract/kit/master-fields'
import { recordOf } from '@kervan/contract/kit/typed'
import { languages, type Language } from '@kervan/contract/kit/values'
import { sql } from 'kysely'
import type { SessionContext } from '../context.ts'
import type { Row } from '../excel/write-workbook.ts'
import { writeTemplate, type TemplateColumn, type TemplateKind } from '../excel/write-template.ts'
import { handleDownload, type Handler } from '../http/handle.ts'
import { translate, translateKnown } from '../messages.ts'
import { seesPartOnly } from '../records/scope.ts'
import { fromFile, isRequired } from './header.ts'
import { propertyOf, withOwnColumns } from './own-columns.ts'
import { exampleOf, sampleRow } from './sample-row.ts'
import { sayField, sayValue } from './words.ts'
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
    const visible = visibleKind(await withOwnColumns(context, served), actor)
    const fields = fromFile(visible)
    const title = translate(language, `kind.${served.kind.key}.many`)
    const cells = ({ values }: { values: Values }): Row =>
      fields.map(([name, field]) => cell(context, field, valueOf(visible, values, name)))
    const rows = services.db.stream(
      actor.company.id,
      sql<{ values: Values }>`select ${valuesSql(visible, actor.company.id)} as values
        from ${sql.table(served.options.table)} t where ${sql.join(seenSql(served, context), sql` and `)} order by t.id`,
    )
    const columns: TemplateColumn[] = []
    for (const [name, field] of fields) columns.push(await columnOf(context, visible, name, field))
    const example = sampleRow(served, visible, language)
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
        ...(example && !input.filled ? [translate(language, 'masterData.template.sample')] : []),
      ],
      columns,
      rows: input.filled ? inChunks(rows, cells) : example ? [example] : [],
    })
    return { name: `${title}.xlsx`, type: workbookType, body }
  })

async function columnOf(
  { tx, actor, language }: SessionContext,
  served: ServedKind,
  name: string,
  field: Field,
): Promise<TemplateColumn> {
  const property = propertyOf(served, name)
  if (property) return columnOfProperty(property, name, language)
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
    hint: explain(served, name, field, language),
    example: exampleText(exampleOf(served, name, field, language), language),
    required: isRequired(field),
    ...(choices.length > 0 && { choices }),
    several: field.type === 'choices',
  }
}

const propertyKinds: Partial<Record<CustomProperty['type'], TemplateKind>> = {
  Number: 'decimal',
  Date: 'date',
  Flag: 'flag',
}

/** The column of a property: it is called in all languages as the company calls it. */
const columnOfProperty = (
  { name, type, required, values }: CustomProperty,
  key: string,
  language: Language,
): TemplateColumn => ({
  key,
  titles: recordOf(languages, () => name),
  kind: propertyKinds[type] ?? 'text',
  hint: translate(language, `masterData.meaning.property.${type}`),
  example: '',
  required,
  ...(type === 'Choice' && values.length > 0 && { choices: values.map((value) => value.name) }),
})

/** The value of a column: of the field, or of the property. */
function valueOf(served: ServedKind, values: Values, name: string): Values[string] {
  const property = propertyOf(served, name)
  if (!property) return values[name] ?? null
  const field = served.fields.find(([, { type }]) => type === 'properties')
  const held = field && values[field[0]]
  const value =
    typeof held === 'object' && held !== null && !Array.isArray(held) ? (held[property.code] ?? null) : null
  // A list says a value by its name.
  return property.values.find(({ code }) => code === value)?.name ?? value
}

/** What belongs into a column, in a sentence of the kind's own where it has one, else from the declaration. */
function explain(served: ServedKind, name: string, field: Field, language: Language): string {
  const own = translateKnown(language, [`kind.${served.kind.key}.meaning.${name}`]) ?? ''
  const records = field.to === null ? null : translate(language, `kind.${field.to}.many`)
  const facts = { records: records ?? '', limit: field.max ?? 200, least: field.min ?? 0 }
  const form = translate(language, `masterData.meaning.${shapeOf(served, name, field)}`, facts)
  const start =
    field.start === null || field.optional || field.key
      ? ''
      : sayValue(language, field, field.start as FieldValue)
  return [own, form, start === '' ? '' : translate(language, 'masterData.meaning.start', { value: start })]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** Which sentence says what a field holds. */
function shapeOf({ options }: ServedKind, name: string, field: Field): string {
  if (field.format) return field.format
  if (field.type === 'reference' && options.byName?.includes(name)) return 'referenceByName'
  if (field.type === 'text' && field.to !== null) return 'textNaming'
  if (field.type === 'decimal' && field.max !== null) return 'decimalUpTo'
  if (field.type === 'integer' && field.max !== null) return 'integerUpTo'
  return field.key && field.type === 'code' ? 'key' : field.type
}

/** An example as somebody types it. */
function exampleText(value: Row[number], language: Language): string {
  if (value === 'false') return translate(language, 'kit.no')
  return value === null ? '' : String(value)
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

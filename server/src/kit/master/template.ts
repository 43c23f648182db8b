import { workbookType } from '@kervan/contract/kit/call'
import type { Field, Values } from '@kervan/contract/kit/master-fields'
import { sql } from 'kysely'
import type { ColumnKind } from '../excel/write-cell.ts'
import { writeWorkbook, type Row } from '../excel/write-workbook.ts'
import { handleDownload, type Handler } from '../http/handle.ts'
import { translate } from '../messages.ts'
import { fromFile } from './header.ts'
import { valuesSql, type ServedKind } from './kind.ts'
import { seenSql } from './lists.ts'

const kinds: Partial<Record<Field['type'], ColumnKind>> = {
  integer: 'integer',
  decimal: 'number',
  date: 'date',
}

/** A workbook with the right header, empty or with the records as they are. */
export const templateHandler = (served: ServedKind): Handler =>
  handleDownload(served.kind.template, async (context) => {
    const { actor, language, services, input } = context
    const fields = fromFile(served)
    const title = translate(language, `kind.${served.kind.key}.many`)
    const cells = ({ values }: { values: Values }): Row =>
      fields.map(([name, field]) => cell(language, field, values[name] ?? null))
    const rows = services.db.stream(
      actor.company.id,
      sql<{ values: Values }>`select ${valuesSql(served, actor.company.id)} as values
        from ${sql.table(served.options.table)} t where ${sql.join(seenSql(served, context), sql` and `)} order by t.id`,
    )
    return {
      name: `${title}.xlsx`,
      type: workbookType,
      body: writeWorkbook({
        sheets: [
          {
            name: title.slice(0, 31),
            columns: fields.map(([name, field]) => ({
              header: translate(language, `column.${name}`),
              kind: kinds[field.type] ?? 'text',
              width: 22,
            })),
            rows: input.filled ? inChunks(rows, cells) : [],
          },
        ],
      }),
    }
  })

async function* inChunks<R>(batches: AsyncIterable<R[]>, cells: (row: R) => Row): AsyncGenerator<Row[]> {
  for await (const rows of batches) yield rows.map(cells)
}

function cell(language: 'en' | 'tr' | 'de', field: Field, value: Values[string]): Row[number] {
  if (value === null) return null
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object') return null
  if (field.type === 'choice') return translate(language, `state.${field.words}.${String(value)}`)
  if (typeof value === 'boolean') return translate(language, value ? 'kit.yes' : 'kit.no')
  return value
}

import { sql } from 'kysely'
import { workbookType } from '@kervan/contract/kit/call'
import { addBusinessDays, countryOf } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { recordOf } from '@kervan/contract/kit/typed'
import { languages } from '@kervan/contract/kit/values'
import { downloadImport, downloadImportTemplate } from '@kervan/contract/order/order-import'
import { shipmentMethods } from '@kervan/contract/order/words'
import { dayIn } from '../../kit/clock.ts'
import { writeTemplate, type TemplateKind } from '../../kit/excel/write-template.ts'
import { handleDownload } from '../../kit/http/handle.ts'
import { commentedFile, mostComments } from '../../kit/master/files.ts'
import { translate } from '../../kit/messages.ts'
import { orderedPack } from '../bundles.ts'
import { deliveryScope, sellableScope } from '../scope.ts'
import type { Issue } from './check-import-row.ts'
import { importColumns, type ImportColumn } from './import-columns.ts'
import { neededColumns } from './import-job.ts'
import { readLocations } from './import-lookups.sql.ts'
import { placeOf, type KeptReading } from './import-reading.ts'
import { sells } from './point-of-sale.ts'

// The workbooks of an order import that go out: the template, and the user's own file with what was found in it.

/** A workbook with its titles in three languages and two lines that would be accepted, so that nobody starts from nothing. */
export const downloadTemplateHandler = handleDownload(
  downloadImportTemplate,
  async ({ tx, actor, language, now }) => {
    const [places, locations, variants] = await Promise.all([
      readLocations(tx, actor),
      sql<{ code: string; shop: string | null }>`
      select d.code, (
        select l.code from location l where ${sql.join(deliveryScope(actor), sql` and `)} and ${sells('l')} and l.partner_id = d.partner_id
        order by l.id = d.id desc, l.code limit 1) as shop
      from (select l.id, l.code, l.partner_id from location l where ${sql.join(deliveryScope(actor), sql` and `)} order by l.code limit 2) d`.execute(
        tx,
      ),
      sql<{ code: string; pack_unit: number; minimum_quantity: number }>`
      select v.code, ${orderedPack(actor)} as pack_unit, p.minimum_quantity from product_variant v join product p on p.company_id = v.company_id and p.id = v.product_id
      where v.company_id = ${actor.company.id} and v.status = 'Active' and ${sql.join(sellableScope(actor), sql` and `)} order by p.flow_type = 'Standard' desc, p.name, v.code limit 2`.execute(
        tx,
      ),
    ])
    const needed = neededColumns(places)
    const today = dayIn(actor.company.timeZone, now)
    const day = addBusinessDays(today, 5, countryOf(actor.company.timeZone))
    const rows = variants.rows.map((variant, index) => {
      const location = locations.rows[index] ?? locations.rows[0]
      const quantity = Math.max(
        variant.pack_unit,
        Math.ceil(variant.minimum_quantity / variant.pack_unit) * variant.pack_unit,
      )
      return [
        variant.code,
        quantity,
        location?.code ?? '',
        day,
        translate(language, 'state.shipment.Road'),
        location?.shop ?? '',
        '',
        today,
      ]
    })
    const kinds: Partial<Record<ImportColumn, TemplateKind>> = {
      quantity: 'integer',
      deliveryDate: 'date',
      externalOrderDate: 'date',
    }
    const columns = importColumns.map((key) => ({
      key,
      titles: recordOf(languages, (one) => translate(one, `order.import.column.${key}`)),
      kind: kinds[key] ?? 'text',
      required: needed.includes(key),
      ...(key === 'shipmentMethod' && {
        choices: shipmentMethods.map((method) => translate(language, `state.shipment.${method}`)),
      }),
    }))
    const name = translate(language, 'order.import.templateName')
    const instructions = [translate(language, 'order.import.instructions')]
    return {
      name: `${name}.xlsx`,
      type: workbookType,
      body: writeTemplate({ sheet: name.slice(0, 31), columns, instructions, language, rows }),
    }
  },
)

/** The user's own file, with what was found in its rows as comments in their cells. Throws `ImportNotFound`, `FileMissing`. */
export const downloadImportHandler = handleDownload(downloadImport, async (context) => {
  const { tx, actor, input, language } = context
  const company = actor.company.id
  const { rows } = await sql<{ name: string; key: string | null; headers: KeptReading }>`
    select i.file_name as name, f.storage_key as key, i.headers
    from order_import i left join file f on f.company_id = ${company} and f.id = i.file_id
    where i.company_id = ${company} and i.membership_id = ${actor.membershipId} and i.id = ${input.importId}`.execute(
    tx,
  )
  const [file] = rows
  if (!file) throw refusal('ImportNotFound')
  const { name, key, headers } = file
  if (key === null) throw refusal('FileMissing')
  const found = await sql<{ sheet: string; row: number; issue: Issue }>`
    select l.sheet, l.row_number as row, x.issue
    from order_import_line l cross join lateral jsonb_array_elements(l.issues) as x(issue)
    where l.company_id = ${company} and l.import_id = ${input.importId} and l.result <> 'Good'
    order by l.sheet, l.row_number limit ${mostComments}`.execute(tx)
  const comments = found.rows.map(({ sheet, row, issue }) => ({
    sheet,
    row,
    // A column that the file does not have is told of in the first one.
    column: placeOf(headers, sheet, issue.column) ?? 0,
    text: translate(language, `order.import.issue.${issue.code}`, issue.facts),
  }))
  return commentedFile(context, { key, name }, comments)
})

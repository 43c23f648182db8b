import { sql } from 'kysely'
import {
  createTemplateFromCart,
  createTemplateFromFile,
  createTemplateFromOrder,
  getCartLocations,
  templateLineLimit,
} from '@kervan/contract/order/order-templates'
import type { Language } from '@kervan/contract/kit/values'
import { getManagedOrder } from '@kervan/contract/order/order-management'
import type { SessionContext } from '../../kit/context.ts'
import { readSheet } from '../../kit/excel/read-sheet.ts'
import type { SheetRow } from '../../kit/excel/read-workbook.ts'
import { headerSearch, TableRows } from '../../kit/excel/table-rows.ts'
import { handle } from '../../kit/http/handle.ts'
import type { Upload } from '../../kit/http/uploads.ts'
import { translate } from '../../kit/messages.ts'
import { importCell } from '../new/check-import-row.ts'
import { clearHeader } from '../new/import-columns.ts'
import { findTyped } from '../new/import-lookups.sql.ts'
import { sole } from '../new/meant-variants.ts'
import { suggestCodes } from '../new/suggest-codes.ts'
import { orderScope, ownOrderScope } from '../scope.ts'
import { checkTemplateRows, type TemplateRow } from './check-template-rows.ts'
import { addTemplate, assertDeliverable, type WantedLine } from './template.sql.ts'

// Where a template comes from (ORD-016): the cart, an order, a workbook.

type Source = WantedLine & { locationId: string | null }

/** The place that all lines are for; null where there are several. */
function onlyPlace(lines: readonly Source[]): string | null {
  const places = new Set(lines.map(({ locationId }) => locationId))
  return places.size === 1 ? (lines[0]?.locationId ?? null) : null
}

/** The same product for two deliveries is one product of the template, with both quantities. */
function summed(lines: readonly Source[]): WantedLine[] {
  return [...Map.groupBy(lines, ({ variantId }) => variantId)].map(([variantId, same]) => ({
    variantId,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

export const getCartLocationsHandler = handle(getCartLocations, async ({ tx, actor }) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, l.name from location l
    where l.company_id = ${actor.company.id} and l.id in (
      select c.location_id from cart_line c where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId})
    order by l.name, l.code`.execute(tx)
  return { locations: rows }
})

export const createTemplateFromCartHandler = handle(createTemplateFromCart, async (context) => {
  const { tx, actor, input } = context
  const { rows } = await sql<Source>`
    select c.variant_id as "variantId", c.quantity, c.location_id as "locationId" from cart_line c
      join product_variant v on v.company_id = ${actor.company.id} and v.id = c.variant_id
      join product p on p.company_id = ${actor.company.id} and p.id = v.product_id
    where c.company_id = ${actor.company.id} and c.membership_id = ${actor.membershipId}
      and (${input.locationId}::uuid is null or c.location_id = ${input.locationId}::uuid)
    order by p.name, v.sort_order, v.code`.execute(tx)
  return addTemplate(context, {
    name: input.templateName,
    locationId: input.locationId ?? onlyPlace(rows),
    lines: summed(rows),
  })
})

/** Who decides about orders may take any that they see; everybody else their own. */
export const createTemplateFromOrderHandler = handle(createTemplateFromOrder, async (context) => {
  const { tx, actor, input } = context
  const manages = actor.permissions.has(getManagedOrder.permission ?? '')
  const scope = manages ? orderScope(actor) : ownOrderScope(actor)
  const { rows } = await sql<Source>`
    select ol.variant_id as "variantId", ol.demand_quantity as quantity, o.delivery_location_id as "locationId"
    from sales_order o join order_line ol on ol.company_id = ${actor.company.id} and ol.order_id = o.id
    where ${sql.join(scope, sql` and `)} and o.code = ${input.orderCode} order by ol.line_no`.execute(tx)
  if (rows.length === 0) throw createTemplateFromOrder.refuse('OrderNotFound')
  return addTemplate(context, {
    name: input.templateName,
    locationId: onlyPlace(rows),
    lines: summed(rows),
  })
})

export const createTemplateFromFileHandler = handle(createTemplateFromFile, async (context) => {
  const { input, uploads, language } = context
  await assertDeliverable(context, input.locationId)
  const [upload] = uploads as [Upload]
  const rows = await readRows(upload.path, language)
  const checked = await checkRows(context, rows)
  if (checked.issues.length > 0)
    return {
      made: null,
      issues: checked.issues.slice(0, shownIssues).map(({ row, column, value, code, facts }) => ({
        row,
        value,
        column: translate(language, `order.import.column.${column}`),
        message: translate(language, `order.import.issue.${code}`, facts),
      })),
    }
  const made = await addTemplate(context, {
    name: input.templateName,
    locationId: input.locationId,
    lines: checked.lines,
  })
  return { made, issues: [] }
})

const shownIssues = 200

/** The rows below the headers of the file. Throws `ExcelNoHeader`, `OrderColumnTwice` and `TemplateTooLong`. */
async function readRows(path: string, locale: Language): Promise<TemplateRow[]> {
  const table = new TableRows((row) => clearHeader(row, locale))
  const rows: TemplateRow[] = []
  const take = (row: SheetRow) => {
    const header = table.headerOf(row)
    if (!header) return
    const [product, quantity] = (['productCode', 'quantity'] as const).map((column) =>
      importCell(row.cells[header.columns.get(column) ?? -1]),
    )
    if (product || quantity) rows.push({ row: row.row, product, quantity })
  }
  await readSheet(path, {
    locale,
    limits: { rows: templateLineLimit + headerSearch },
    onRows: async (portion) => portion.forEach(take),
  })
  if (table.headers.size === 0)
    throw createTemplateFromFile.refuse('ExcelNoHeader', {
      columns: (['productCode', 'quantity'] as const)
        .map((column) => translate(locale, `order.import.column.${column}`))
        .join(', '),
    })
  if (rows.length > templateLineLimit)
    throw createTemplateFromFile.refuse('TemplateTooLong', { limit: templateLineLimit })
  return rows
}

async function checkRows({ tx, actor, language }: SessionContext, rows: readonly TemplateRow[]) {
  const codes = rows.flatMap(({ product }) => product?.value.trim() ?? [])
  const variants = await findTyped(tx, actor, codes)
  const unknown = [...new Set(codes.filter((code) => code !== '' && !variants.has(code)))]
  const suggestions = await suggestCodes({ tx, actor, language }, unknown.slice(0, 100))
  return checkTemplateRows(rows, {
    variant: (code) => sole(variants.get(code)),
    severalVariants: (code) => (variants.get(code) ?? []).map((variant) => variant.code),
    suggestion: (code) => suggestions.get(code) ?? null,
  })
}

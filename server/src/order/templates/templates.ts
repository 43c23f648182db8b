import { sql } from 'kysely'
import {
  copyOrderTemplate,
  deleteOrderTemplates,
  getOrderTemplate,
  orderFromTemplate,
  orderTemplates,
  saveOrderTemplate,
  type TemplateAct,
} from '@kervan/contract/order/order-templates'
import { refusal } from '@kervan/contract/kit/refusals'
import type { ProductPicture } from '@kervan/contract/company/words'
import { colorName, noPicture, pictureOf, sizeName } from '../../company/company.api.ts'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { noId } from '../../kit/database/uuid.ts'
import { handle } from '../../kit/http/handle.ts'
import { folded } from '../../kit/lists/fold.ts'
import { handleBulk, pass } from '../../kit/lists/handle-bulk.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { refusalMessage } from '../../kit/messages.ts'
import { record } from '../../kit/records/audit.ts'
import { offer } from '../../kit/records/offer.ts'
import { addAgain, judgeWanted, type Wanted } from '../new/add-again.ts'
import { showTotals } from '../new/cart.sql.ts'
import { unitPrice } from '../new/catalogue.ts'
import { lineTotal, totalsOf } from '../prices.ts'
import { priceFor } from '../../access/access.api.ts'
import { freePieces } from '../stock.sql.ts'
import { findNamed } from './named-products.ts'
import {
  addTemplate,
  assertDeliverable,
  changeTemplate,
  findTemplate,
  findTemplates,
  plannedLocation,
  templateScope,
} from './template.sql.ts'

// The templates of a person (ORD-016): list, detail, changes, and ordering from one.

const calls = {
  order: orderFromTemplate,
  edit: saveOrderTemplate,
  copy: copyOrderTemplate,
  remove: deleteOrderTemplates,
}
/** All is open to the owner, whose templates nobody else sees. */
const actionsOf = (context: SessionContext) => offer<TemplateAct>(context, calls, () => null)

export const orderTemplateList = serveList(
  orderTemplates,
  'orderTemplates',
  ({ actor }) => {
    const lines = sql`from order_template_line x where x.company_id = ${actor.company.id} and x.template_id = t.id`
    return {
      from: sql`order_template t ${plannedLocation(actor)}`,
      where: templateScope(actor),
      id: sql`t.id`,
      key: sql`t.id`,
      columns: {
        templateId: sql`t.number`,
        templateName: sql`t.name`,
        plannedDeliveryLocation: sql`l.name`,
        productCount: sql`(select count(*)::int ${lines})`,
        quantity: sql`(select coalesce(sum(x.quantity), 0)::bigint ${lines})`,
        changedAt: sql`t.changed_at`,
      },
      extra: { version: sql`t.version` },
      search: folded(sql`t.name || ' ' || coalesce(l.name, '')`),
      createdAt: sql`t.created_at`,
    }
  },
  (_, context) => ({ actions: actionsOf(context) }),
)

/** The lines of a template for a location; without a shipment method they go by road. */
const wantedOf = (
  company: number,
  templateId: string,
  locationId: string | null,
  shipmentMethod = 'Road',
): Wanted => sql`
  select x.variant_id, xv.code as product_code, x.quantity as demand_quantity, x.line_no, ${locationId}::uuid as location_id,
    null::uuid as point_of_sale_id, ${shipmentMethod}::text as shipment_method
  from order_template_line x join product_variant xv on xv.company_id = ${company} and xv.id = x.variant_id
  where x.company_id = ${company} and x.template_id = ${templateId}`

type LineRow = {
  variantId: string
  picture: ProductPicture
  color: string | null
  size: string | null
  unitPrice: string
  discount: string | null
  free: number
}
type HeadRow = { locationId: string | null; code: string; name: string }

export const getOrderTemplateHandler = handle(getOrderTemplate, async (context) => {
  const { tx, actor, input, language } = context
  const company = actor.company.id
  const template = await findTemplate(context, input.orderTemplateId)
  const [heads, judged, facts] = await Promise.all([
    sql<HeadRow>`select l.id as "locationId", l.code, l.name from order_template t ${plannedLocation(actor)}
      where ${sql.join(templateScope(actor), sql` and `)} and t.id = ${template.id}`.execute(tx),
    judgeWanted(context, wantedOf(company, template.id, template.location_id)),
    sql<LineRow>`
      select x.variant_id as "variantId", ${pictureOf('p', sql`v.color_hex`)} as picture, ${colorName(company, language, 'v.color')} as color, ${sizeName(language, 'v.size')} as size, ${unitPrice(actor)} as "unitPrice", pa.discount_percent as discount,
        ${freePieces(company, sql`x.variant_id`, sql`l.id`)} as free
      from order_template_line x
        join product_variant v on v.company_id = ${company} and v.id = x.variant_id
        join product p on p.company_id = ${company} and p.id = v.product_id
        left join location l on l.company_id = ${company} and l.id = ${template.location_id ?? noId}::uuid
        left join partner pa on pa.company_id = ${company} and pa.id = l.partner_id
        left join customer_price cp on cp.company_id = ${company} and cp.variant_id = x.variant_id and cp.partner_id = l.partner_id
      where x.company_id = ${company} and x.template_id = ${template.id}`.execute(tx),
  ])
  const place = heads.rows[0]
  const factsOf = new Map(facts.rows.map((row) => [row.variantId, row]))
  const lines = judged.map(({ row, obstacle }) => {
    const own = factsOf.get(row.variant_id)
    const price = own?.unitPrice ?? '0'
    return {
      price,
      line: {
        variantId: row.variant_id,
        productUniqueCode: row.product_code,
        productName: row.name,
        picture: own?.picture ?? noPicture,
        color: own?.color ?? null,
        size: own?.size ?? null,
        packUnit: row.pack_unit,
        minimumQuantity: row.minimum_quantity,
        maximumQuantity: row.maximum_quantity,
        quantity: row.demand_quantity,
        unitPrice: priceFor(actor, price),
        amount: priceFor(actor, lineTotal(row.demand_quantity, price)),
        pendingQuantity: Math.max(0, row.demand_quantity - (own?.free ?? 0)),
        obstacle: obstacle && refusalMessage(language, obstacle),
      },
    }
  })
  const totals = totalsOf(
    lines.map(({ price, line }) => ({ quantity: line.quantity, unitPrice: price })),
    facts.rows[0]?.discount ?? '0',
  )
  const sum = (of: 'quantity' | 'pendingQuantity') => lines.reduce((all, { line }) => all + line[of], 0)
  return {
    id: template.id,
    version: template.version,
    templateId: template.number,
    templateName: template.name,
    plannedDeliveryLocation: place?.locationId
      ? { id: place.locationId, code: place.code, name: place.name }
      : null,
    currency: actor.company.currency,
    quantity: sum('quantity'),
    pendingQuantity: sum('pendingQuantity'),
    ...showTotals(actor, totals),
    lines: lines.map(({ line }) => line),
    actions: actionsOf(context),
  }
})

export const saveOrderTemplateHandler = handle(saveOrderTemplate, async (context) => {
  const { input } = context
  const { orderTemplateId: id, templateName: name } = input
  const lines = input.lines ? await findNamed(context, input.lines, id) : null
  // A planned location that its owner may no longer order for may stay where it is.
  const known = id === null ? null : await findTemplate(context, id)
  const { locationId = known?.location_id ?? null } = input
  if (locationId !== known?.location_id) await assertDeliverable(context, locationId)
  if (id === null) return addTemplate(context, { name, locationId, lines: lines ?? [] })
  return changeTemplate(context, id, input.version, { name, locationId, lines })
})

export const copyOrderTemplateHandler = handle(copyOrderTemplate, async (context) => {
  const { tx, actor, input } = context
  const template = await findTemplate(context, input.orderTemplateId)
  const lines = await tx
    .selectFrom('order_template_line')
    .select(['variant_id as variantId', 'quantity'])
    .where('company_id', '=', actor.company.id)
    .where('template_id', '=', template.id)
    .orderBy('line_no')
    .execute()
  return addTemplate(context, { name: input.templateName, locationId: template.location_id, lines })
})

export const deleteOrderTemplatesHandler = handleBulk(deleteOrderTemplates, {
  list: () => orderTemplateList,
  limit: 1_000,
  notFound: () => refusal('NotFound'),
  load: ({ tx, actor }: SessionContext, ids: readonly string[], options) =>
    findTemplates(tx, actor, ids, options),
  judge: async () => () => pass(null),
  async apply({ tx, actor, now }: SessionContext, passing) {
    const templates = passing.map(({ record: template }) => template)
    await tx
      .deleteFrom('order_template')
      .where('company_id', '=', actor.company.id)
      .where(
        'id',
        'in',
        templates.map(({ id }) => id),
      )
      .execute()
    await record(tx, actor, now, {
      audit: templates.map(({ id, name }) => ({
        operation: 'order.templateRemoved' as const,
        recordType: 'orderTemplate' as const,
        recordId: id,
        recordCode: name,
        before: { name },
      })),
    })
  },
})

export const orderFromTemplateHandler = handle(orderFromTemplate, async (context) => {
  const { actor, input, now } = context
  const template = await findTemplate(context, input.orderTemplateId)
  const locationId = input.locationId ?? template.location_id
  if (locationId === null) throw orderFromTemplate.refuse('TemplateLocationMissing')
  await assertDeliverable(context, locationId)
  const { deliveryDate } = input
  if (deliveryDate !== undefined && deliveryDate < dayIn(actor.company.timeZone, now))
    throw orderFromTemplate.refuse('DeliveryDateInPast', { date: deliveryDate })
  return addAgain(context, wantedOf(actor.company.id, template.id, locationId, input.shipmentMethod), {
    mixed: 'leaveOut',
    ...(deliveryDate !== undefined && { deliveryDate }),
  })
})

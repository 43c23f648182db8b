import type { CartPlanLine } from '../plan-orders.ts'
import { type CartFile, orderSearchText } from './order-inserts.ts'
import { existing } from '@kervan/contract/kit/typed'
import { sql } from 'kysely'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { nextCount } from '../../kit/database/counter.ts'
import { pipeline, type Tx } from '../../kit/database/db.ts'
import { insertManyQueries } from '../../kit/database/insert-many.ts'
import { newId } from '../../kit/database/uuid.ts'
import { record, type AuditEntry, type RecordedEvent } from '../../kit/records/audit.ts'
import { enqueue } from '../../kit/work/outbox.ts'
import type { CartHead } from './cart.sql.ts'
import { totalsOf } from '../prices.ts'
import { onBlacklist } from '../scope.ts'
import { priceFor } from '../../access/access.api.ts'

// What is placed in a company whose flow has two layers (ORD-012).

/** Lines that make one pre-approval order: one customer, place, point of sale, shipment and day. */
type Group = { lines: readonly CartPlanLine[]; first: CartPlanLine }

/** Writes a pre-approval order for each delivery of the cart. Nothing is reserved; the cart is emptied by the caller. */
export async function placePreOrders(
  { tx, actor, services, now }: Pick<SessionContext, 'tx' | 'actor' | 'services' | 'now'>,
  cart: CartHead,
  lines: readonly CartPlanLine[],
  files: readonly CartFile[],
) {
  const groups = groupsOf(lines)
  const flags = await flagsOf(tx, actor, now, groups)
  const year = dayIn(actor.company.timeZone, now).slice(2, 4)
  const last = await nextCount(tx, actor.company.id, 'preOrder', groups.length)
  const placed = groups.map(({ first, lines: own }, at) => {
    const discountPercent = first.discountPercent
    const totals = totalsOf(own, discountPercent)
    const number = String(last - groups.length + at + 1).padStart(5, '0')
    const preOrderCode = `PA-${year}-${number}`
    return {
      id: newId(),
      preOrderCode,
      lines: own,
      row: {
        company_id: actor.company.id,
        code: preOrderCode,
        state: 'Request' as const,
        customer_id: first.customerId,
        customer_code: first.customerCode,
        customer_name: first.customerName,
        delivery_location_id: first.locationId,
        delivery_location_code: first.locationCode,
        delivery_location_name: first.locationName,
        // Without one the cart has a problem and is not placed.
        point_of_sale_id: existing(first.pointOfSaleId),
        point_of_sale_name: existing(first.pointOfSaleName),
        ...existing(flags[at]),
        delivery_date: first.deliveryDate,
        shipment_method: first.shipmentMethod,
        channel: cart.channel,
        external_po_code: cart.externalPoCode,
        external_order_date: cart.externalOrderDate,
        external_contact: cart.externalContact,
        medula_no: cart.medulaTransactionNo,
        note: cart.note,
        currency: actor.company.currency,
        discount_percent: discountPercent,
        line_count: own.length,
        quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
        ...totals,
        record_user_id: actor.membershipId,
        record_user_name: actor.name,
        order_date: now,
        products: variantsOf(own),
        search_text: orderSearchText({
          code: preOrderCode,
          externalPoCode: cart.externalPoCode,
          customerName: first.customerName,
          customerCode: first.customerCode,
          locationName: `${first.locationName} ${first.pointOfSaleName ?? ''}`,
        }),
      },
    }
  })
  const orderRows = placed.map(({ id, row }) => ({ id, ...row }))
  const lineRows = placed.flatMap(({ id, lines: own }) =>
    own.map((line, at) => ({
      company_id: actor.company.id,
      id: newId(),
      pre_order_id: id,
      line_no: at + 1,
      variant_id: line.variantId,
      product_code: line.productCode,
      product_name: line.productName,
      color: line.color,
      size: line.size,
      external_product_code: line.externalProductCode,
      pack_unit: line.packUnit,
      quantity: line.quantity,
      unit_price: line.unitPrice,
    })),
  )
  const documents = placed.flatMap(({ id }) =>
    files.map((file) => ({ company_id: actor.company.id, pre_order_id: id, ...file })),
  )
  await pipeline(
    tx,
    ...insertManyQueries('pre_order', orderRows),
    ...insertManyQueries('pre_order_line', lineRows),
    ...(documents.length > 0 ? insertManyQueries('pre_order_document', documents) : []),
  )
  const audit = placed.map(({ id, preOrderCode, row }): AuditEntry => ({
    operation: 'preOrder.placed',
    recordType: 'preOrder',
    recordId: id,
    recordCode: preOrderCode,
    after: { lines: row.line_count, quantity: row.quantity, total: row.total },
    amounts: ['total'],
  }))
  const events = placed.map(({ id, row }): RecordedEvent => ({
    recordType: 'preOrder',
    recordId: id,
    kind: 'preOrder.placed',
    facts: { count: row.line_count },
  }))
  await record(tx, actor, now, { events, audit })
  await enqueue(tx, services.jobs, actor.company.id, 'ordersPlaced', {
    of: 'preOrder',
    by: { membershipId: actor.membershipId, name: actor.name },
    orders: placed.map(({ id, row }) => [id, row.line_count]),
  })
  return placed.map(({ id, preOrderCode, row }) => ({
    id,
    preOrderCode,
    locationName: row.delivery_location_name,
    deliveryDate: row.delivery_date,
    lineCount: row.line_count,
    quantity: row.quantity,
    total: priceFor(actor, row.total),
  }))
}

const variantsOf = (lines: readonly CartPlanLine[]): string[] =>
  [...new Set(lines.map(({ variantId }) => variantId))].toSorted()

/** Which lines of a cart make one pre-approval order. */
export function groupsOf(lines: readonly CartPlanLine[]): Group[] {
  const groups = Map.groupBy(lines, (line) =>
    [line.customerId, line.locationId, line.pointOfSaleId, line.shipmentMethod, line.deliveryDate].join(' '),
  )
  return [...groups.values()].map((own) => ({ lines: own, first: existing(own[0]) }))
}

type Flags = {
  point_of_sale_code: string
  active: boolean
  first_order: boolean
  blacklist: boolean
  duplicate_of: string | null
}

/** What is known of the points of sale when the order comes in; who asks for the same twice is told by `duplicate_of`. */
async function flagsOf(tx: Tx, actor: Actor, now: Date, groups: readonly Group[]): Promise<Flags[]> {
  const company = actor.company.id
  const asked = groups.map(({ first, lines }) => ({
    point: first.pointOfSaleId,
    products: variantsOf(lines),
  }))
  const { rows } = await sql<Flags>`
    select l.code as point_of_sale_code, l.status = 'Active' as active, ${onBlacklist(company, 'l')} as blacklist,
      not exists (select from sales_order o where o.company_id = ${company} and o.point_of_sale_id = l.id and not o.all_cancelled)
        and not exists (select from pre_order p where p.company_id = ${company} and p.point_of_sale_id = l.id and p.state in ('Request', 'Approved')) as first_order,
      (select p.code from pre_order p where p.company_id = ${company} and p.point_of_sale_id = l.id and p.state in ('Request', 'Approved')
        and p.order_date > ${new Date(now.getTime() - dayInMs)} and p.products = a.products order by p.order_date desc, p.code desc limit 1) as duplicate_of
    from jsonb_to_recordset(${JSON.stringify(asked.map((one, at) => ({ ...one, at })))}::jsonb) as a(point uuid, products uuid[], at int)
      join location l on l.company_id = ${company} and l.id = a.point
    order by a.at`.execute(tx)
  return rows
}

const dayInMs = 86_400_000

import type { CartPlanLine } from '../plan-orders.ts'
import { noticeEvents } from '@kervan/contract/kit/notices'
import type { Language } from '@kervan/contract/kit/values'
import { CompiledQuery, sql, type Selectable } from 'kysely'
import type { CartFile as CartFileRow } from '../../kit/database/db.gen.ts'
import { existing } from '@kervan/contract/kit/typed'
import { hasExternalStage } from '@kervan/contract/order/states'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { dayIn } from '../../kit/clock.ts'
import { nextCountSql } from '../../kit/database/counter.ts'
import { compiledOnce } from '../../kit/database/compiled-once.ts'
import { insertManyQueries } from '../../kit/database/insert-many.ts'
import { type Tx } from '../../kit/database/db.ts'
import { fold } from '../../kit/lists/fold.ts'
import { translate } from '../../kit/messages.ts'
import { asChoice, languageOf } from '../../kit/work/notices.ts'
import { enqueueAtCommit } from '../../kit/work/outbox.ts'
import { netAmounts } from '../prices.ts'
import type { OrderHead } from './submission.ts'
import type { SubmittedOrder } from '../quota/submit.ts'
import type { OrderSettings } from '../order-settings.ts'

// The statements that write the orders of a placed cart.

/** SO-26-00042: the company's prefix, the year of its own calendar, its gapless number. This is what stands before the number. */
function codeStart(actor: Actor, { orderPrefix }: OrderSettings, now: Date): string {
  return `${orderPrefix}-${dayIn(actor.company.timeZone, now).slice(2, 4)}-`
}

export type Orders = readonly SubmittedOrder[]

export function firstLine(order: SubmittedOrder): CartPlanLine {
  return existing(order.lines[0]).line
}

export const ready = `vendor_code, vendor_name, customer_id, customer_code, customer_name, delivery_location_id, delivery_location_code, delivery_location_name,
  point_of_sale_id, point_of_sale_name, delivery_date, order_date, external_po_code, external_order_date, external_contact, medula_no, note, shipment_method, type, channel, state, undecided, line_count, quantity,
  currency, discount_percent, subtotal, discount, total, main_order_id, pre_order_id, external_stage, record_user_id, record_user_name, record_date, last_event_at`
export const numbered = (position: string) =>
  `lpad((before + ${position})::text, greatest(5, length((before + ${position})::text)), '0')`

// $1 company, $2 the orders as JSON, $3 how many, $4 and $5 what stands before the number in a code and in a folded one,
// $6 for each order the position of its main order.
export const insertOrders = `
  with taken as (${nextCountSql('$1::int', "'order'", '$3::bigint')}),
  planned as (select o.*, value - $3::bigint as before from taken cross join jsonb_populate_recordset(null::sales_order, $2::jsonb) with ordinality o)
  insert into sales_order (company_id, id, code, search_text, main_order_code, ${ready})
  select $1, id, $4::text || ${numbered('ordinality')}, $5::text || ${numbered('ordinality')} || ' ' || search_text, $4::text || ${numbered('($6::int[])[ordinality]')}, ${ready}
  from planned returning id, code`

/** The orders, which take their codes as they are written; answers with them. */
export function ordersInsert(
  actor: Actor,
  settings: OrderSettings,
  now: Date,
  headOf: (order: SubmittedOrder) => OrderHead,
  submitted: Orders,
  ids: string[],
): CompiledQuery<{ id: string; code: string }> {
  const orders = submitted.map((order, index) => {
    const line = firstLine(order)
    const head = headOf(order)
    return {
      id: ids[index],
      vendor_code: actor.company.code,
      vendor_name: actor.company.name,
      customer_id: order.customerId,
      customer_code: line.customerCode,
      customer_name: line.customerName,
      delivery_location_id: order.locationId,
      delivery_location_code: line.locationCode,
      delivery_location_name: line.locationName,
      point_of_sale_id: order.pointOfSaleId,
      point_of_sale_name: line.pointOfSaleName,
      delivery_date: order.deliveryDate,
      order_date: now,
      external_po_code: head.externalPoCode,
      external_order_date: head.externalOrderDate,
      external_contact: head.externalContact,
      medula_no: head.medulaTransactionNo,
      note: head.note,
      shipment_method: order.shipmentMethod,
      type: order.type,
      channel: head.channel,
      state: order.state,
      undecided: order.undecided,
      line_count: order.lines.length,
      quantity: order.quantity,
      currency: actor.company.currency,
      discount_percent: order.discountPercent,
      ...order.totals,
      main_order_id: order.mainIndex === null ? null : ids[order.mainIndex],
      pre_order_id: head.preOrderId,
      external_stage: hasExternalStage(settings.orderFlow),
      record_user_id: head.requester.membershipId,
      record_user_name: head.requester.name,
      record_date: now,
      last_event_at: now,
      search_text: orderSearchText({
        code: '',
        externalPoCode: head.externalPoCode,
        customerName: line.customerName,
        customerCode: line.customerCode,
        locationName: line.locationName,
      }),
    }
  })
  const mains = submitted.map(({ mainIndex }) => (mainIndex === null ? null : mainIndex + 1))
  const start = codeStart(actor, settings, now)
  return CompiledQuery.raw(insertOrders, [
    actor.company.id,
    JSON.stringify(orders),
    orders.length,
    start,
    fold(start),
    mains,
  ])
}

/** What the search of order lists looks into. */
export function orderSearchText(order: {
  code: string
  externalPoCode: string | null
  customerName: string
  customerCode: string
  locationName: string
}): string {
  return fold(
    [order.code, order.externalPoCode ?? '', order.customerName, order.customerCode, order.locationName].join(
      ' ',
    ),
  )
}

export function lineInserts(actor: Actor, orders: Orders, ids: string[]): CompiledQuery[] {
  const rows = orders.flatMap((order, index) => {
    const net = netAmounts(
      order.lines.map(({ line, poQuantity }) => ({ quantity: poQuantity, unitPrice: line.unitPrice })),
      order.discountPercent,
    )
    return order.lines.map(({ line, quantity, supplyLocationId, ...submitted }, at) => ({
      company_id: actor.company.id,
      id: submitted.id,
      order_id: existing(ids[index]),
      line_no: at + 1,
      variant_id: line.variantId,
      supply_location_id: supplyLocationId,
      product_code: line.productCode,
      product_name: line.productName,
      variant_code: line.variantCode,
      color: line.color,
      size: line.size,
      gtin: line.gtin,
      manufacturer_product_code: line.manufacturerCode,
      external_product_code: line.externalProductCode,
      pack_unit: line.packUnit,
      demand_quantity: quantity,
      po_quantity: submitted.poQuantity,
      unit_price: line.unitPrice,
      net_amount: existing(net[at]),
      shipment_method: line.shipmentMethod,
      type: order.type,
      state: submitted.state,
      reject_reason: submitted.rejectReason,
      quota_state: submitted.quotaState,
    }))
  })
  return insertManyQueries('order_line', rows)
}

/** A file of a cart with what was said about it. */
export type CartFile = Pick<
  Selectable<CartFileRow>,
  'file_id' | 'document_type' | 'reference_no' | 'document_date' | 'memo'
>

export const cartFilesQuery = ({ company, membershipId }: Actor): CompiledQuery<CartFile> =>
  filesOfCart({ companyId: company.id, membershipId })

const filesOfCart = compiledOnce(
  ({ companyId, membershipId }: { companyId: number; membershipId: string }, db) =>
    db
      .selectFrom('cart_file')
      .select(['file_id', 'document_type', 'reference_no', 'document_date', 'memo'])
      .where('company_id', '=', companyId)
      .where('membership_id', '=', membershipId)
      .compile(),
)

/** The cart's files belong to every order it makes. */
export function documentInserts(
  tx: Tx,
  actor: Actor,
  now: Date,
  files: readonly CartFile[],
  ids: string[],
): CompiledQuery[] {
  if (files.length === 0) return []
  const rows = ids.flatMap((order) =>
    files.map((file) => ({
      company_id: actor.company.id,
      order_id: order,
      ...file,
      created_by: actor.membershipId,
      created_by_name: actor.name,
      created_at: now,
    })),
  )
  return [tx.insertInto('order_document').values(rows).compile()]
}

export type PlacedWishes = { language: string | null; choice: string | null; others: boolean }

/** How who places orders wants to hear of it, and whether anybody else does: read with the first reads of placing. */
export const placedWishes = (tx: Tx, { company, membershipId }: Actor): CompiledQuery<PlacedWishes> =>
  sql<PlacedWishes>`
    select m.language,
      (select n.choice from notice_choice n where n.company_id = ${company.id} and n.membership_id = m.id and n.event = 'order.placed') as choice,
      exists (select from notice_choice n where n.company_id = ${company.id} and n.event = 'order.arrived' and n.choice <> 'Nothing')
        or not exists (select from notice n where n.company_id = ${company.id} and n.event = 'order.arrived' and n.created_at > now() - interval '10 minutes') as others
    from membership m where m.company_id = ${company.id} and m.id = ${membershipId}`.compile(tx)

/**
 * Has it told, with the commit, that these orders stand; `ids` in the order of the orders. What is told, and to whom, is
 * found out by a worker, because placing waits for nobody. Those who manage orders and have chosen nothing are told of the
 * first that waits, so they are looked for at most every ten minutes.
 */
export function enqueuePlaced(
  { tx, actor, services }: SessionContext,
  orders: Orders,
  ids: readonly string[],
  wishes: PlacedWishes,
): void {
  if (!wishes.others && asChoice(wishes.choice, noticeEvents['order.placed'].usual) === 'Nothing') return
  enqueueAtCommit(tx, services.jobs, actor.company.id, 'ordersPlaced', {
    of: 'order',
    by: { membershipId: actor.membershipId, name: actor.name },
    orders: orders.map((order, at) => [existing(ids[at]), order.lines.length]),
    mail: {
      quantity: orders.reduce((sum, order) => sum + order.quantity, 0),
      quota: quotaWords(languageOf(wishes), orders),
    },
    others: wishes.others,
  })
}

/** What quotas have decided of the lines, and of how many; empty where none has (QTA-002). */
function quotaWords(language: Language, orders: Orders): string {
  const lines = orders.flatMap((order) => order.lines)
  const results = (['Approve', 'ExceededQuota', 'Reject'] as const).flatMap((result) => {
    const count = lines.filter(({ quotaState }) => quotaState === result).length
    return count === 0 ? [] : [`${translate(language, `state.quotaResult.${result}`)}: ${count}`]
  })
  return results.length === 0 ? '' : translate(language, 'mail.ordersPlaced.quota', { results })
}

import { explainNoProposal, getWorkOrder, type WorkOrder } from '@kervan/contract/services/work-orders'
import { addDays } from '@kervan/contract/kit/days'
import { refusal } from '@kervan/contract/kit/refusals'
import { declaredSettings } from '@kervan/contract/services/settings'
import type { OverrideReason, WorkOrderState, WorkOrderType } from '@kervan/contract/services/words'
import type { NothingCode } from '@kervan/engine/snapshot'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import { productName } from '../../company/company.api.ts'
import { dayIn } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import type { Tx } from '../../kit/database/db.ts'
import { handle } from '../../kit/http/handle.ts'
import { translate } from '../../kit/messages.ts'
import { wholeCompanyOnly } from '../../kit/records/scope.ts'
import type { WorkOrderReason } from './keep.ts'
import { actionsOf, workOrderScope, type Ruled } from './list.ts'
import { nothingReasons, reasonsOf } from './reasons.ts'
import { substitutesOf } from './substitutes.ts'

// A work order with its reasons and the sales of both sides, and why there is none (WRK-003, ENG-001).

type Row = {
  id: string
  version: number
  code: string
  runCode: string
  serviceDate: string
  type: WorkOrderType
  state: WorkOrderState
  domain: Ruled['domain']
  variantId: string
  productCode: string
  productName: string
  amount: number
  proposed: number
  pack: number
  senderId: string
  senderCode: string
  senderName: string
  recipientId: string
  recipientCode: string
  recipientName: string
  overrideReason: OverrideReason | null
  overrideNote: string | null
  overriddenBy: string | null
  responseMessage: string | null
  failureNote: string | null
  transferCode: string | null
  reason: WorkOrderReason
  substitution: boolean
  substitutes: string[]
  nextDates: string[]
  leadTime: number | null
  mutedUntil: string | null
}

export async function loadWorkOrder(
  { tx, actor, language, now }: Pick<SessionContext, 'tx' | 'actor' | 'language' | 'now'>,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Row> {
  const company = actor.company.id
  const { rows } = await sql<Row>`
    select o.id, o.version, o.code, u.code as "runCode", o.service_date::text as "serviceDate", o.type, o.state, u.domain, o.variant_id as "variantId",
      v.code as "productCode", ${productName(language)} as "productName", o.amount, o.proposed, o.pack, o.sender_id as "senderId", s.code as "senderCode", s.name as "senderName",
      o.recipient_id as "recipientId", r.code as "recipientCode", r.name as "recipientName", o.override_reason as "overrideReason", o.override_note as "overrideNote",
      o.overridden_by as "overriddenBy", o.response_message as "responseMessage", o.failure_note as "failureNote", t.code as "transferCode", o.reason, o.substitution, o.substitutes,
      array(select d.day::text from service_date d where d.company_id = ${company} and d.strategy_id = u.strategy_id and d.day > o.service_date and d.state = 'Active'
        order by d.day limit 3) as "nextDates",
      (select (n.plan -> 'settings' ->> 'leadTime')::int from strategy_plan n where n.company_id = ${company} and n.strategy_id = u.strategy_id and n.no = u.plan_no) as "leadTime",
      (select m.until::text from proposal_mute m where m.company_id = ${company} and m.variant_id = o.variant_id and m.location_id = o.recipient_id
        and m.until >= ${dayIn(actor.company.timeZone, now)}::date) as "mutedUntil"
    from work_order o join service_run u on u.company_id = ${company} and u.id = o.run_id
      join product_variant v on v.company_id = ${company} and v.id = o.variant_id join product p on p.company_id = ${company} and p.id = v.product_id
      join location s on s.company_id = ${company} and s.id = o.sender_id join location r on r.company_id = ${company} and r.id = o.recipient_id
      left join erp_transfer t on t.company_id = ${company} and t.id = o.transfer_id
    where ${sql.join(workOrderScope(actor), sql` and `)} and o.id = ${id} ${lock ? sql`for update of o` : sql``}`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw refusal('NotFound')
  return found
}

/** The first day of the half year of the season that a day is in: April to September, October to March. */
export function seasonStart(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  if (month >= 10) return `${year}-10-01`
  return month >= 4 ? `${year}-04-01` : `${year - 1}-10-01`
}

type Sales = { locationId: string; lastWeek: number; lastFourWeeks: number; season: number }

async function salesOf(tx: Tx, companyId: number, order: Row): Promise<Map<string, Sales>> {
  const { serviceDate: day } = order
  const sum = (from: string) => sql`coalesce(sum(d.units) filter (where d.day >= ${from}::date), 0)::int`
  const { rows } = await sql<Sales>`
    select d.location_id as "locationId", ${sum(addDays(day, -7))} as "lastWeek", ${sum(addDays(day, -28))} as "lastFourWeeks", ${sum(seasonStart(day))} as season
    from daily_sale d where d.company_id = ${companyId} and d.variant_id = ${order.variantId} and d.location_id = any(${[order.senderId, order.recipientId]}::uuid[])
      and d.day < ${day}::date and d.day >= ${addDays(day, -200)}::date group by d.location_id`.execute(tx)
  return new Map(rows.map((row) => [row.locationId, row]))
}

/** The last day on which an order still comes before the recipient has sold what it has; null without demand. */
function orderBy({ serviceDate, reason, leadTime }: Row): string | null {
  const { cover } = reason.recipient
  const days =
    cover === null ? null : Math.floor(cover) - (leadTime ?? Number(declaredSettings.leadTime.start))
  return days === null ? null : addDays(serviceDate, Math.max(0, Math.min(days, 366)))
}

export const getWorkOrderHandler = handle(getWorkOrder, async (context): Promise<WorkOrder> => {
  const { tx, actor, language, input } = context
  const order = await loadWorkOrder(context, input.workOrderId)
  const sales = await salesOf(tx, actor.company.id, order)
  const side = (id: string, code: string, name: string, of: WorkOrderReason['recipient']) => {
    const sold = sales.get(id)
    return {
      code,
      name,
      stock: of.stock,
      inTransit: of.inTransit,
      rate: of.rate,
      cover: of.cover,
      lastWeek: sold?.lastWeek ?? 0,
      lastFourWeeks: sold?.lastFourWeeks ?? 0,
      season: sold?.season ?? 0,
    }
  }
  return {
    id: order.id,
    version: order.version,
    workOrderCode: order.code,
    runCode: order.runCode,
    serviceDate: order.serviceDate,
    workOrderType: order.type,
    workOrderState: order.state,
    productCode: order.productCode,
    productName: order.productName,
    amount: order.amount,
    proposedAmount: order.proposed,
    pack: order.pack,
    sender: side(order.senderId, order.senderCode, order.senderName, order.reason.donor),
    recipient: side(order.recipientId, order.recipientCode, order.recipientName, order.reason.recipient),
    overrideReason: order.overrideReason,
    overrideNote: order.overrideNote,
    overriddenBy: order.overriddenBy,
    responseMessage: order.responseMessage,
    failureNote: order.failureNote,
    transferCode: order.transferCode,
    reasons: reasonsOf(language, order.type, order.reason, {
      product: order.productCode,
      sender: order.senderName,
      recipient: order.recipientName,
      currency: actor.company.currency,
      seesPrices: pricesVisible(actor.company.priceVisibility, actor),
    }),
    mutedUntil: order.mutedUntil,
    nextDates: order.nextDates,
    orderBy: orderBy(order),
    substitute: order.substitution ? (order.substitutes[0] ?? null) : null,
    substitutes: await substitutesOf(context, order),
    actions: actionsOf(context, order),
  }
})

export const explainNoProposalHandler = handle(explainNoProposal, async ({ tx, actor, language, input }) => {
  const company = actor.company.id
  const scope = sql.join([sql`true`, ...wholeCompanyOnly(actor)], sql` and `)
  const { rows: goods } = await sql<{ id: string }>`
    select v.id from product_variant v where v.company_id = ${company} and v.code_folded = fold(${input.productCode}) and ${scope}`.execute(
    tx,
  )
  const { rows: places } = await sql<{ id: string }>`
    select l.id from location l where l.company_id = ${company} and l.code_folded = fold(${input.locationCode}) and ${scope}`.execute(
    tx,
  )
  const [variant, location] = [goods[0]?.id, places[0]?.id]
  if (!variant) throw refusal('ProductNotFound')
  if (!location) throw refusal('LocationNotFound')
  const { rows: runs } = await sql<{ id: string; code: string; day: string }>`
    select u.id, u.code, u.service_date::text as day from service_run u
    where u.company_id = ${company} and u.state = 'Closed' and (
      exists (select from no_proposal n where n.company_id = ${company} and n.run_id = u.id and n.location_id = ${location} and n.variant_id = ${variant})
      or exists (select from work_order o where o.company_id = ${company} and o.run_id = u.id and o.variant_id = ${variant} and ${location} in (o.sender_id, o.recipient_id)))
    order by u.service_date desc, u.code desc limit 1`.execute(tx)
  const [run] = runs
  if (!run) return { runCode: null, serviceDate: null, workOrders: [], reasons: nothingSeen(language) }
  const { rows: orders } = await sql<{ code: string }>`
    select o.code from work_order o where o.company_id = ${company} and o.run_id = ${run.id} and o.variant_id = ${variant}
      and ${location} in (o.sender_id, o.recipient_id) order by o.code`.execute(tx)
  const { rows: nothing } = await sql<{
    code: NothingCode
    stock: number
    inTransit: number
    rate: number
  }>`
    select n.reason as code, n.stock, n.in_transit as "inTransit", n.rate from no_proposal n
    where n.company_id = ${company} and n.run_id = ${run.id} and n.location_id = ${location} and n.variant_id = ${variant}`.execute(
    tx,
  )
  return {
    runCode: run.code,
    serviceDate: run.day,
    workOrders: orders.map(({ code }) => code),
    reasons: nothing.flatMap((one) => nothingReasons(language, one)),
  }
})

const nothingSeen = (language: SessionContext['language']) => [
  translate(language, 'workOrders.nothing.NotSeen'),
]

import {
  acceptReturns,
  getReturn,
  receiveReturn,
  refuseReturns,
  returnList,
  withdrawReturns,
  type ReturnView,
} from '@kervan/contract/order/returns'
import type { ReturnReason, ReturnState } from '@kervan/contract/order/return-words'
import { refusal } from '@kervan/contract/kit/refusals'
import { sql } from 'kysely'
import { pricesVisible } from '../../access/access.api.ts'
import type { SessionContext } from '../../kit/context.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import { offer } from '../../kit/records/offer.ts'
import { readEvents } from '../../kit/records/read-events.ts'
import { refusedOnReturn, returnScope, type RuledReturn } from './scope.ts'

// Returns as they are listed and opened (MED-001).

const calls = {
  accept: acceptReturns,
  refuse: refuseReturns,
  withdraw: withdrawReturns,
  receive: receiveReturn,
} as const
const actionsOf = (context: SessionContext, one: RuledReturn) =>
  offer(context, calls, (action) => refusedOnReturn(action, one, context.actor))

/** What the pieces of a line come to, net: those that came in, once they have. */
const amount = sql`round(l.net_amount * coalesce(k.received_quantity, k.quantity) / greatest(l.po_quantity, 1), 2)`

export const productReturns = serveList(
  returnList,
  'productReturns',
  ({ actor }: SessionContext) => {
    const company = actor.company.id
    return {
      from: sql`product_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
        left join lateral (select count(*)::int as lines, sum(k.quantity)::int as quantity, sum(k.received_quantity)::int as received, sum(${amount}) as amount
          from product_return_line k join order_line l on l.company_id = ${company} and l.id = k.order_line_id
          where k.company_id = ${company} and k.return_id = r.id) s on true`,
      where: returnScope(actor),
      id: sql`r.id`,
      key: sql`r.id`,
      code: sql`r.code`,
      columns: {
        returnCode: sql`r.code`,
        returnState: sql`r.state`,
        orderCode: sql`o.code`,
        customerName: sql`o.customer_name`,
        returnReason: sql`r.reason`,
        lineCount: sql`s.lines`,
        returnQuantity: sql`s.quantity`,
        receivedQuantity: sql`s.received`,
        returnAmount: sql`s.amount`,
        creditNoteNumber: sql`r.credit_note`,
        announcedAt: sql`r.announced_at`,
        announcedBy: sql`r.announced_by`,
        decisionMemo: sql`r.decision_memo`,
        lastEventDate: sql`r.last_event_at`,
        lastEventUser: sql`r.last_event_by`,
      },
      facts: { announcedById: sql<string>`r.announced_by_id` },
      search: sql`r.search_text`,
      searched: ['returnCode', 'orderCode', 'customerName'],
      pricesVisible: pricesVisible(actor.company.priceVisibility, actor),
      createdAt: sql`r.announced_at`,
    }
  },
  ({ returnCode: code, returnState: state, announcedById }, context) => ({
    actions: actionsOf(context, { code, state, announcedById }),
  }),
)

type Head = {
  id: string
  version: number
  code: string
  state: ReturnState
  orderCode: string
  customerName: string
  deliveryLocationName: string
  reason: ReturnReason
  memo: string | null
  decisionMemo: string | null
  currency: string
  announcedAt: Date
  announcedBy: string
  announcedById: string
  receivedAt: Date | null
  receivedBy: string | null
  creditNote: string | null
  creditedAt: Date | null
  creditProblem: string | null
}
type Line = Omit<ReturnView['lines'][number], 'packs'> & {
  packs: ReturnView['lines'][number]['packs'] | null
}

/** One return as the reader may see it. Throws `NotFound`. */
export async function presentReturn(context: SessionContext, returnId: string): Promise<ReturnView> {
  const { tx, actor } = context
  const company = actor.company.id
  const { rows } = await sql<Head>`
    select r.id, r.version, r.code, r.state, o.code as "orderCode", o.customer_name as "customerName", o.delivery_location_name as "deliveryLocationName",
      r.reason, r.memo, r.decision_memo as "decisionMemo", o.currency, r.announced_at as "announcedAt", r.announced_by as "announcedBy",
      r.announced_by_id as "announcedById", r.received_at as "receivedAt", r.received_by as "receivedBy", r.credit_note as "creditNote",
      r.credited_at as "creditedAt", case when r.state = 'Received' then (select coalesce(d.response, d.problem) from delivery d
        where d.company_id = ${company} and d.kind = 'creditNotes' and d.key = r.id::text) end as "creditProblem"
    from product_return r join sales_order o on o.company_id = r.company_id and o.id = r.order_id
    where ${sql.join(returnScope(actor), sql` and `)} and r.id = ${returnId}`.execute(tx)
  const [head] = rows
  if (!head) throw refusal('NotFound')
  const { rows: lines } = await sql<Line>`
    select k.id, ${head.orderCode}::text || '-' || l.line_no as "lineCode", l.product_code as "productCode", l.product_name as "productName", l.gtin,
      k.quantity, k.received_quantity as "receivedQuantity", ${amount}::text as amount,
      (select jsonb_agg(jsonb_build_object('serialNumber', p.serial_number, 'isReceived', p.received) order by p.serial_number)
        from product_return_pack p where p.company_id = ${company} and p.return_line_id = k.id) as packs
    from product_return_line k join order_line l on l.company_id = ${company} and l.id = k.order_line_id
    where k.company_id = ${company} and k.return_id = ${head.id} order by k.no`.execute(tx)
  const seesPrices = pricesVisible(actor.company.priceVisibility, actor)
  const { announcedById, ...shown } = head
  const { rows: sums } = await sql<{ amount: string }>`
    select coalesce(sum(${amount}), 0)::text as amount from product_return_line k join order_line l on l.company_id = ${company} and l.id = k.order_line_id
    where k.company_id = ${company} and k.return_id = ${head.id}`.execute(tx)
  return {
    ...shown,
    amount: seesPrices ? (sums[0]?.amount ?? null) : null,
    announcedAt: head.announcedAt.toISOString(),
    receivedAt: head.receivedAt?.toISOString() ?? null,
    creditedAt: head.creditedAt?.toISOString() ?? null,
    lines: lines.map((line) => ({
      ...line,
      amount: seesPrices ? line.amount : null,
      packs: line.packs ?? [],
    })),
    events: await readEvents(tx, actor, 'productReturn', head.id),
    actions: actionsOf(context, { code: head.code, state: head.state, announcedById }),
  }
}

export const getReturnHandler = handle(getReturn, (context) => presentReturn(context, context.input.returnId))

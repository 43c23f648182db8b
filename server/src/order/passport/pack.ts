import type { PackEntry } from '@kervan/contract/kit/pack-passport'
import {
  closedOrders,
  externalApprovalOrders,
  getManagedOrder,
  pendingOrders,
} from '@kervan/contract/order/order-management'
import { getMyOrder, myPastOrders, myPendingOrders } from '@kervan/contract/order/order-my'
import { returnList } from '@kervan/contract/order/returns'
import { formsOfGtin, plainGtin } from '@kervan/contract/kit/gs1/check-digits'
import { sql } from 'kysely'
import { priceFor } from '../../access/access.api.ts'
import { startOfDay } from '../../kit/clock.ts'
import type { SessionContext } from '../../kit/context.ts'
import { holds } from '../../kit/http/gates.ts'
import { packEntriesAtMost, packEntry, type TellsOfPack } from '../../kit/records/pack-passport.ts'
import { returnScope } from '../returns/scope.ts'
import { orderScope, ownOrderScope } from '../scope.ts'

// What orders and returns know of one pack.

type Actor = SessionContext['actor']
const anyOf = (actor: Actor, ...lists: { page: { permission: string | null } }[]) =>
  lists.some(({ page }) => holds(page, actor))

type Line = {
  orderCode: string
  lineCode: string
  orderedAt: Date
  closed: boolean
  external: boolean
  state: string
  customer: string
  place: string
  quantity: number
  issues: { code: string; day: string; quantity: number; note: string | null }[] | null
}

/**
 * Lines of orders that a transfer document names with the pack, by their code or PO number, or of which it comes back; with
 * what left for them.
 */
export const orderOfPack: TellsOfPack = {
  chapter: 'ordered',
  async tell({ tx, actor }, { gtin, serialNumber, orderNumbers }) {
    const manages =
      anyOf(actor, pendingOrders, closedOrders, externalApprovalOrders) && holds(getManagedOrder, actor)
    const owns = anyOf(actor, myPendingOrders, myPastOrders) && holds(getMyOrder, actor)
    if (!manages && !owns) return null
    const company = actor.company.id
    const numbers = orderNumbers.map((number) => number.trim()).filter((number) => number !== '')
    const { rows } = await sql<Line>`
      select o.code as "orderCode", o.code || '-' || l.line_no as "lineCode", o.order_date as "orderedAt", o.closed, o.external, l.state, o.customer_name as customer,
        o.delivery_location_name as place, l.po_quantity as quantity,
        (select jsonb_agg(jsonb_build_object('code', g.code, 'day', g.issued_on, 'quantity', g.issued_quantity, 'note', g.delivery_note) order by g.issued_on, g.code)
          from goods_issue g where g.company_id = ${company} and g.order_line_id = l.id) as issues
      from sales_order o join order_line l on l.company_id = ${company} and l.order_id = o.id
      where ${sql.join(manages ? orderScope(actor) : ownOrderScope(actor), sql` and `)} and (
        (l.gtin = any(${formsOfGtin(plainGtin(gtin))}::text[]) and o.id in (
          select n.id from sales_order n where n.company_id = ${company} and n.code = any(${numbers.map((number) => number.toUpperCase())}::text[])
          union all
          select n.id from sales_order n where n.company_id = ${company} and n.external_po_code is not null
            and n.external_po_folded = any(array(select fold(asked) from unnest(${numbers}::text[]) asked))))
        or l.id in (select k.order_line_id from product_return_pack p join product_return_line k on k.company_id = ${company} and k.id = p.return_line_id
          where p.company_id = ${company} and p.gtin = ${gtin} and p.serial_number = ${serialNumber}))
      order by o.order_date desc limit ${packEntriesAtMost}`.execute(tx)
    return {
      entries: rows.flatMap((line) => [
        packEntry({
          kind: 'Ordered',
          at: line.orderedAt.toISOString(),
          code: line.lineCode,
          word: { group: 'line', value: line.state },
          from: line.customer,
          to: line.place,
          quantity: line.quantity,
          opens: opensAt(line, manages),
        }),
        ...(line.issues ?? []).map(({ code, day, quantity, note }) =>
          packEntry({
            kind: 'GoodsIssued',
            at: startOfDay(actor.company.timeZone, day).toISOString(),
            code,
            to: line.place,
            quantity,
            note,
          }),
        ),
      ]),
    }
  },
}

function opensAt({ orderCode: order, closed, external }: Line, manages: boolean): PackEntry['opens'] {
  if (!manages) return { to: '/order/my-orders', search: { order, ...(closed && { tab: 'past' }) } }
  const tab = closed ? 'closed' : external ? 'external' : null
  return { to: '/order/order-management', search: { order, ...(tab && { tab }) } }
}

type Returned = {
  id: string
  code: string
  state: string
  reason: string
  customer: string
  announcedAt: Date
  receivedAt: Date | null
  isReceived: boolean
  creditedAt: Date | null
  creditNote: string | null
  amount: string | null
  currency: string
}

/** Returns in which the pack was named by its code. */
export const returnOfPack: TellsOfPack = {
  chapter: 'returned',
  async tell({ tx, actor }, { gtin, serialNumber }) {
    if (!holds(returnList.page, actor)) return null
    const company = actor.company.id
    const { rows } = await sql<Returned>`
      select r.id, r.code, r.state, r.reason, o.customer_name as customer, r.announced_at as "announcedAt", r.received_at as "receivedAt", p.received as "isReceived",
        r.credited_at as "creditedAt", r.credit_note as "creditNote", round(l.net_amount / greatest(l.po_quantity, 1), 2)::text as amount, o.currency
      from product_return_pack p join product_return_line k on k.company_id = ${company} and k.id = p.return_line_id
        join order_line l on l.company_id = ${company} and l.id = k.order_line_id
        join product_return r on r.company_id = ${company} and r.id = k.return_id
        join sales_order o on o.company_id = ${company} and o.id = r.order_id
      where ${sql.join(returnScope(actor), sql` and `)} and p.company_id = ${company} and p.gtin = ${gtin} and p.serial_number = ${serialNumber}
      order by r.announced_at desc limit ${packEntriesAtMost}`.execute(tx)
    return {
      entries: rows.flatMap((row) => [
        packEntry({
          kind: 'ReturnAnnounced',
          at: row.announcedAt.toISOString(),
          code: row.code,
          word: { group: 'returnState', value: row.state },
          from: row.customer,
          opens: { to: '/porta/product-returns', search: { return: row.id } },
        }),
        ...(row.isReceived && row.receivedAt
          ? [packEntry({ kind: 'ReturnReceived', at: row.receivedAt.toISOString(), code: row.code })]
          : []),
        ...(row.isReceived && row.creditedAt
          ? [
              packEntry({
                kind: 'ReturnCredited',
                at: row.creditedAt.toISOString(),
                code: row.creditNote,
                amount: priceFor(actor, row.amount),
                currency: row.currency,
              }),
            ]
          : []),
      ]),
    }
  },
}

import { sql, type RawBuilder } from 'kysely'
import {
  closedOrders,
  countOrders,
  externalApprovalOrders,
  getManagedOrder,
  pendingOrders,
  type OpenPart,
} from '@kervan/contract/order/order-management'
import { ediMessages } from '@kervan/contract/order/edi'
import { managementWindowMonths } from '@kervan/contract/order/words'
import { totalCap } from '@kervan/contract/kit/page'
import { existing } from '@kervan/contract/kit/typed'
import { dayIn } from '../../kit/clock.ts'
import type { Actor, SessionContext } from '../../kit/context.ts'
import { askOnce } from '../../kit/database/db.ts'
import { holds } from '../../kit/http/gates.ts'
import { handle } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { countOpenMessages } from '../edi/edi-inbox.ts'
import { orderRow, orderSource } from '../order-list.ts'
import { presentOrder } from '../present-order.ts'
import { orderScope } from '../scope.ts'

type Tab = 'open' | OpenPart | 'closed' | 'external'

function tabOf(tab: Tab): RawBuilder<unknown> {
  const open = sql`not o.closed and not o.external`
  switch (tab) {
    case 'open':
      return open
    case 'toDecide':
      return sql`${open} and o.undecided`
    case 'inFulfilment':
      return sql`${open} and not o.undecided`
    case 'closed':
      return sql`o.closed`
    case 'external':
      return sql`not o.closed and o.external`
  }
}

const managed =
  (tab: Tab) =>
  ({ actor }: SessionContext, { part, ...window }: DayWindow & { part?: OpenPart | undefined }) =>
    orderSource(actor, orderScope(actor), tabOf(part ?? tab), window, managementWindowMonths)

/** Its delivery date has passed by the company's calendar. */
const isLate = ({ company }: Actor, now: Date) => sql`o.delivery_date < ${dayIn(company.timeZone, now)}::date`

const row = orderRow('manager')

export const pendingOrderList = serveList(pendingOrders, 'orderManagement', managed('open'), row)
export const closedOrderList = serveList(closedOrders, 'orderManagement', managed('closed'), row)
export const externalOrderList = serveList(
  externalApprovalOrders,
  'orderManagement',
  managed('external'),
  row,
)

type Count = { orders: number; isExact: boolean; late: number }

/** Counts for the tabs the caller may open; the others are not counted at all. */
export const countOrdersHandler = handle(countOrders, async (context) => {
  const { actor, tx, now, input } = context
  const { since, ...window } = input
  const may = (call: { permission: string | null }) => holds(call, actor)
  const count = async (tab: Tab, ...further: RawBuilder<unknown>[]): Promise<Count> => {
    const { from, where } = managed(tab)(context, window)
    const late = isLate(actor, now)
    const [counted] = await askOnce<{ orders: number; late: number }>(
      tx,
      sql`select count(*) as orders, count(*) filter (where late) as late from (
        select ${late} as late from ${from} where ${sql.join([...where, ...further], sql` and `)} limit ${totalCap + 1}) as counted`,
    )
    const { orders, late: lateOrders } = existing(counted)
    return { orders: Math.min(orders, totalCap), isExact: orders <= totalCap, late: lateOrders }
  }
  const isPending = may(pendingOrders.page)
  const [toDecide, inFulfilment, externalApproval, arrived, openEdiMessages] = await Promise.all([
    isPending ? count('toDecide') : null,
    isPending ? count('inFulfilment') : null,
    may(externalApprovalOrders.page) ? count('external') : null,
    isPending && since ? count('toDecide', sql`o.order_date > ${since}::timestamptz`) : null,
    may(ediMessages.page) ? countOpenMessages(context) : null,
  ])
  return { toDecide, inFulfilment, externalApproval, arrived: arrived?.orders ?? null, openEdiMessages }
})

export const getManagedOrderHandler = handle(getManagedOrder, (context) =>
  presentOrder(context, orderScope(context.actor), context.input.orderCode, 'manager', context.input),
)

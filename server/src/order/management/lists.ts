import { sql } from 'kysely'
import {
  closedOrders,
  countOrders,
  downloadManagedDocument,
  externalApprovalOrders,
  getManagedOrder,
  pendingOrders,
} from '@kervan/contract/order/order-management'
import { managementWindowMonths } from '@kervan/contract/order/words'
import { totalCap } from '@kervan/contract/kit/page'
import type { SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/http/handle.ts'
import { serveList } from '../../kit/lists/serve-list.ts'
import type { DayWindow } from '../../kit/lists/window.ts'
import { openDocument } from '../documents.ts'
import { orderRow, orderSource } from '../order-list.ts'
import { presentOrder } from '../present-order.ts'
import { orderScope } from '../scope.ts'

const tabs = {
  pending: sql`not o.closed and not o.external`,
  closed: sql`o.closed`,
  external: sql`not o.closed and o.external`,
}

const managed =
  (tab: keyof typeof tabs) =>
  ({ actor }: SessionContext, window: DayWindow) =>
    orderSource(actor, orderScope(actor), tabs[tab], window, managementWindowMonths)

const row = orderRow('manager')

export const pendingOrderList = serveList(pendingOrders, 'orderManagement', managed('pending'), row)
export const closedOrderList = serveList(closedOrders, 'orderManagement', managed('closed'), row)
export const externalOrderList = serveList(
  externalApprovalOrders,
  'orderManagement',
  managed('external'),
  row,
)

/** Counts for the tabs the caller may open; the others are not counted at all. */
export const countOrdersHandler = handle(countOrders, async (context) => {
  const { actor } = context
  const may = (call: { permission: string | null }) =>
    call.permission !== null && actor.permissions.has(call.permission)
  const [pending, external] = await Promise.all([
    may(pendingOrders.page) ? pendingOrderList.count(context, context.input) : null,
    may(externalApprovalOrders.page) ? externalOrderList.count(context, context.input) : null,
  ])
  return {
    pending: pending === null ? null : Math.min(pending, totalCap),
    pendingIsExact: (pending ?? 0) <= totalCap,
    externalApproval: external === null ? null : Math.min(external, totalCap),
  }
})

export const getManagedOrderHandler = handle(getManagedOrder, (context) =>
  presentOrder(context, orderScope(context.actor), context.input.orderCode, 'manager'),
)

export const downloadManagedDocumentHandler = handleDownload(
  downloadManagedDocument,
  ({ input, services, tx, actor }) => openDocument(tx, actor, services.files, orderScope(actor), input),
)

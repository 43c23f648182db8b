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
import type { Actor, SessionContext } from '../../kit/context.ts'
import { handle, handleDownload } from '../../kit/handle.ts'
import type { ListSql } from '../../kit/page.ts'
import { openDocument } from '../documents.ts'
import { exportOrders, orderList, readOrderPage } from '../order-list.ts'
import { presentOrder } from '../present-order.ts'
import { orderScope } from '../scope.ts'

type Window = { from: string; to: string }

const tabs = {
  pending: sql`not o.closed and o.state <> 'WaitingExternalApproval'`,
  closed: sql`o.closed`,
  external: sql`o.state = 'WaitingExternalApproval' and not o.closed`,
}

export function managedOrders(actor: Actor, tab: keyof typeof tabs, window: Window): ListSql {
  return orderList(actor, orderScope(actor), tabs[tab], window, managementWindowMonths)
}

export const getPendingOrders = handle(pendingOrders.page, (context) =>
  readOrderPage(context, pendingOrders, managedOrders(context.actor, 'pending', context.input), 'manager'),
)
export const exportPendingOrders = handleDownload(pendingOrders.excel, async (context) =>
  exportOrders(context, pendingOrders, managedOrders(context.actor, 'pending', context.input), 'manager'),
)
export const getClosedOrders = handle(closedOrders.page, (context) =>
  readOrderPage(context, closedOrders, managedOrders(context.actor, 'closed', context.input), 'manager'),
)
export const exportClosedOrders = handleDownload(closedOrders.excel, async (context) =>
  exportOrders(context, closedOrders, managedOrders(context.actor, 'closed', context.input), 'manager'),
)
export const getExternalApprovalOrders = handle(externalApprovalOrders.page, (context) =>
  readOrderPage(
    context,
    externalApprovalOrders,
    managedOrders(context.actor, 'external', context.input),
    'manager',
  ),
)
export const exportExternalApprovalOrders = handleDownload(externalApprovalOrders.excel, async (context) =>
  exportOrders(
    context,
    externalApprovalOrders,
    managedOrders(context.actor, 'external', context.input),
    'manager',
  ),
)

/** Counts for the tabs the caller may open; the others are not counted at all. */
export const countOrdersHandler = handle(countOrders, async (context) => {
  const { actor } = context
  const may = (call: { permission: string | null }) =>
    call.permission !== null && actor.permissions.has(call.permission)
  const [pending, external] = await Promise.all([
    may(pendingOrders.page) ? count(context, 'pending', context.input) : null,
    may(externalApprovalOrders.page) ? count(context, 'external', context.input) : null,
  ])
  return {
    pending: pending === null ? null : Math.min(pending, totalCap),
    pendingIsExact: (pending ?? 0) <= totalCap,
    externalApproval: external === null ? null : Math.min(external, totalCap),
  }
})

async function count({ tx, actor }: SessionContext, tab: keyof typeof tabs, window: Window): Promise<number> {
  const { from, where } = managedOrders(actor, tab, window)
  const { rows } = await sql<{
    total: number
  }>`select count(*) as total from (select 1 from ${from} where ${sql.join(where, sql` and `)} limit ${totalCap + 1}) as counted`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

export const getManagedOrderHandler = handle(getManagedOrder, ({ input, tx, actor }) =>
  presentOrder(tx, actor, orderScope(actor), input.orderCode, 'manager'),
)

export const downloadManagedDocumentHandler = handleDownload(
  downloadManagedDocument,
  ({ input, services, tx, actor }) => openDocument(tx, actor, services.files, orderScope(actor), input),
)

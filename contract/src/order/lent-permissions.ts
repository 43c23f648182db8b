import { uiPermissions } from '../access/words.ts'
import { exportManagedLines } from './line-export.ts'
import { downloadManagedDocument } from './order-documents.ts'
import {
  closedOrders,
  countOrders,
  downloadManagedOrderPdf,
  externalApprovalOrders,
  getManagedOrder,
  managerDecisions,
  pendingOrders,
} from './order-management.ts'

const screens = new Set([
  'Orders',
  'OrderManagement',
  'PendingOrders',
  'ClosedOrders',
  'ExternalApprovalOrders',
])
const lists = [pendingOrders, closedOrders, externalApprovalOrders].flatMap(({ page, excel }) => [
  page,
  excel,
])
const looks = [
  countOrders,
  getManagedOrder,
  downloadManagedOrderPdf,
  downloadManagedDocument,
  exportManagedLines,
]
// Whoever exceeds a hard quota answers for it in person.
const { overrideQuota: _, ...lentDecisions } = managerDecisions
const decisions = Object.values(lentDecisions).flatMap(({ one, many }) => [one, many])

/**
 * What a deputy is lent: to look at the orders of Order Management, and the decisions on them, each of which is judged
 * within the deputy's limits and recorded with both names. Nothing else: neither goods issues nor EDI, neither settings
 * nor naming deputies, so nobody passes on what was passed on to them.
 */
export const lentPermissions: ReadonlySet<string> = new Set([
  ...uiPermissions.filter((permission) => screens.has(permission)),
  ...[...lists, ...looks, ...decisions].flatMap(({ permission }) => permission ?? []),
])

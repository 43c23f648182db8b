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
import {
  approvePreApprovalOrders,
  preApprovalOrders,
  rejectPreApprovalOrders,
  revisePreApprovalOrder,
} from './pre-approval.ts'

const screens = new Set([
  'Orders',
  'OrderManagement',
  'PendingOrders',
  'ClosedOrders',
  'ExternalApprovalOrders',
  'PreApprovalOrderManagement',
])
const lists = [pendingOrders, closedOrders, externalApprovalOrders, preApprovalOrders].flatMap(
  ({ page, excel }) => [page, excel],
)
const looks = [
  countOrders,
  getManagedOrder,
  downloadManagedOrderPdf,
  downloadManagedDocument,
  exportManagedLines,
]
// Whoever exceeds a hard quota, or delivers in spite of the blacklist, answers for it in person.
const { overrideQuota: _, ...lentDecisions } = managerDecisions
const decisions = [
  ...Object.values(lentDecisions).flatMap(({ one, many }) => [one, many]),
  approvePreApprovalOrders,
  revisePreApprovalOrder,
  rejectPreApprovalOrders,
]

/**
 * What a deputy is lent: to look at the orders of Order Management, pre-approval included, and the decisions on them, each
 * of which is judged within the deputy's limits and recorded with both names. Nothing else: neither goods issues nor EDI,
 * neither settings nor naming deputies, so nobody passes on what was passed on to them.
 */
export const lentPermissions: ReadonlySet<string> = new Set([
  ...uiPermissions.filter((permission) => screens.has(permission)),
  ...[...lists, ...looks, ...decisions].flatMap(({ permission }) => permission ?? []),
])

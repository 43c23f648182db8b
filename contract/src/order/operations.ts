import type { Operations } from '../kit/operation-types.ts'
import { recordOf } from '../kit/typed.ts'
import { decisions, type LineAction } from './states.ts'

type Decided = `order.${(typeof decisions)[LineAction]}`
const decided = Object.values(decisions).map((past): Decided => `order.${past}`)
const asOrders = (operations: readonly Decided[]) => recordOf(operations, () => 'Orders' as const)

/**
 * What the audit log calls the operations of this area, each with the type under which notification contacts are told
 * of it; null where it is nobody's business but the person's own (USR-010, USR-011).
 */
export const orderOperations = {
  'order.placed': 'Orders',
  ...asOrders(decided),
  'order.documentAdded': null,
  'order.documentChanged': null,
  'order.documentRemoved': null,
  'order.goodsIssued': 'Orders',
  'order.completed': 'Orders',
  'order.autoCancelled': 'Orders',
  'order.externalOverdue': 'Orders',
  'order.medulaRequested': null,
  'order.medulaNotified': null,
  'order.medulaFailed': 'Orders',
  'order.medulaSettingsChanged': 'Security',
  'preOrder.placed': 'Orders',
  'preOrder.approved': 'Orders',
  'preOrder.approvedBlacklisted': 'Orders',
  'preOrder.revised': 'Orders',
  'preOrder.documentChanged': null,
  'preOrder.rejected': 'Orders',
  'preOrder.cancelled': 'Orders',
  'order.policyChanged': 'Security',
  'deputy.named': 'Security',
  'deputy.ended': 'Security',
  'order.imported': 'Imports',
  'order.importDiscarded': 'Imports',
  'order.templateSaved': null,
  'order.templateRemoved': null,
  'edi.received': null,
  'edi.processed': 'Imports',
  'edi.corrected': 'Imports',
  'edi.answerSent': 'Imports',
  'edi.dismissed': 'Imports',
  'productReturn.announced': 'Orders',
  'productReturn.accepted': 'Orders',
  'productReturn.refused': 'Orders',
  'productReturn.withdrawn': 'Orders',
  'productReturn.received': 'Orders',
  'productReturn.credited': 'Orders',
  'productReturn.notCredited': 'Orders',
} as const satisfies Operations

export const orderRecordTypes = [
  'order',
  'import',
  'orderTemplate',
  'deputy',
  'quotaRule',
  'orderPolicy',
  'goodsIssue',
  'preOrder',
  'ediMessage',
  'productReturn',
] as const

/** What the time lines of orders and pre-approval orders say; the sentences are `event.<kind>`. */
export const orderEventKinds = [
  'order.placed',
  ...decided,
  'order.goodsIssued',
  'order.completed',
  'order.autoCancelled',
  'order.externalOverdue',
  'order.medulaRequested',
  'order.medulaNotified',
  'order.medulaFailed',
  'order.documentAdded',
  'order.documentChanged',
  'order.documentRemoved',
  'preOrder.placed',
  'preOrder.revised',
  'preOrder.documentChanged',
  'preOrder.approved',
  'preOrder.approvedBlacklisted',
  'preOrder.rejected',
  'preOrder.cancelled',
  'productReturn.announced',
  'productReturn.accepted',
  'productReturn.refused',
  'productReturn.withdrawn',
  'productReturn.received',
  'productReturn.credited',
  'productReturn.notCredited',
] as const satisfies readonly (keyof typeof orderOperations)[]

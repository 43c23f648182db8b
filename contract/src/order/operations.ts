import type { Operations } from '../kit/operation-types.ts'

/**
 * What the audit log calls the operations of this area, each with the type under which notification contacts are told
 * of it; null where it is nobody's business but the person's own (USR-010, USR-011).
 */
export const orderOperations = {
  'order.placed': 'Orders',
  'order.approved': 'Orders',
  'order.rejected': 'Orders',
  'order.revised': 'Orders',
  'order.reverted': 'Orders',
  'order.cancelled': 'Orders',
  'order.documentAdded': null,
  'order.documentRemoved': null,
  'order.sentExternal': 'Orders',
  'order.completed': 'Orders',
  'order.imported': 'Imports',
  'order.importDiscarded': 'Imports',
} as const satisfies Operations

export const orderRecordTypes = ['order', 'import'] as const

/** What the time line of an order says; the sentences are `event.<kind>`. */
export const orderEventKinds = [
  'order.placed',
  'order.approved',
  'order.rejected',
  'order.revised',
  'order.reverted',
  'order.cancelled',
  'order.completed',
  'order.sentExternal',
  'order.documentAdded',
  'order.documentRemoved',
] as const satisfies readonly (keyof typeof orderOperations)[]

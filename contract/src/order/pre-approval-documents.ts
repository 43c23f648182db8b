import { z } from 'zod'
import { Binary, call, Uuid, Version } from '../kit/call.ts'
import { refusal, type Refusal } from '../kit/refusals.ts'
import { DocumentDescription } from './document-description.ts'
import { PreApprovalOrderView } from './pre-approval.ts'
import type { Side } from './states.ts'
import type { PreApprovalState } from './words.ts'

// The documents of a pre-approval order (ORD-012, ORD-019).

/** Why a document of it cannot be described again, or null when it can: until it is decided on, by its sender or who decides. */
export function refusedOnPreOrderDocument(
  order: { code: string; state: PreApprovalState; isOwn: boolean; recordUser: string },
  document: { name: string },
  side: Side,
): Refusal | null {
  if (order.state !== 'Request') return refusal('PreOrderDecided', { order: order.code, state: order.state })
  if (side === 'manager' || order.isOwn) return null
  return refusal('DocumentNotOwn', { name: document.name, by: order.recordUser })
}

const document = {
  reads: true,
  kind: 'download',
  input: z.strictObject({ preOrderId: Uuid, fileId: Uuid }),
  output: Binary,
  sharesPermission: 'GetPreApprovalOrders',
} as const
export const downloadPreApprovalDocument = call('PreApprovalOrderManagement/DownloadPreApprovalDocument', {
  ...document,
  refusals: ['NotFound'],
})
export const downloadMyPreApprovalDocument = call('OrderMy/DownloadPreApprovalDocument', {
  ...document,
  refusals: ['NotFound'],
})

const described = {
  input: z.strictObject({
    preOrderId: Uuid,
    fileId: Uuid,
    version: Version,
    ...DocumentDescription.shape,
  }),
  output: PreApprovalOrderView,
} as const
/** Says again what a document is; the orders that come of it say the same (ORD-019). */
export const updatePreApprovalDocument = call('PreApprovalOrderManagement/UpdatePreApprovalDocument', {
  ...described,
  refusals: ['NotFound', 'ChangedMeanwhile', 'PreOrderDecided'],
})
export const updateMyPreApprovalDocument = call('OrderMy/UpdatePreApprovalDocument', {
  ...described,
  refusals: ['NotFound', 'ChangedMeanwhile', 'PreOrderDecided', 'DocumentNotOwn'],
})

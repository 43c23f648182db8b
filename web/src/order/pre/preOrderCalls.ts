import type { Twin } from '@kervan/contract/kit/call'
import { getMyPreApprovalOrder, getPreApprovalOrder } from '@kervan/contract/order/pre-approval'
import type { Side } from '@kervan/contract/order/states'

/** How each side reads a pre-approval order. */
export const preOrderCalls: Record<Side, Twin<typeof getPreApprovalOrder>> = {
  manager: getPreApprovalOrder,
  owner: getMyPreApprovalOrder,
}

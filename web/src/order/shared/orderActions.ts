import {
  approveOrders,
  rejectOrders,
  revertOrders,
  reviseOrders,
} from '@kervan/contract/order/order-management'
import { cancelAllPending } from '@kervan/contract/order/order-my'
import { IconArrowBackUp, IconBan, IconCheck, IconPencil, IconX, type TablerIcon } from '@tabler/icons-react'
import type { AnyCall } from '../../kit/call/client.ts'

/** What can be done with orders and their lines. The words of each stand under `order.decide.<action>`. */
export type OrderAction = 'approve' | 'reject' | 'revise' | 'revert' | 'cancel'

type ActionParts = {
  /** The call that does it to many orders. */
  bulk: AnyCall
  icon: TablerIcon
  /** The key that does it, in lists and in the drawer. */
  key: string
  danger: boolean
}

export const orderActions: Record<OrderAction, ActionParts> = {
  approve: { bulk: approveOrders, icon: IconCheck, key: 'a', danger: false },
  reject: { bulk: rejectOrders, icon: IconX, key: 'x', danger: true },
  revise: { bulk: reviseOrders, icon: IconPencil, key: 'r', danger: false },
  revert: { bulk: revertOrders, icon: IconArrowBackUp, key: 'v', danger: false },
  cancel: { bulk: cancelAllPending, icon: IconBan, key: 'x', danger: true },
}

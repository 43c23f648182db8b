import {
  approveBlacklistedPreApprovalOrders,
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  rejectPreApprovalOrders,
  revisePreApprovalOrder,
} from '@kervan/contract/order/pre-approval'
import type { Side } from '@kervan/contract/order/states'
import { chosenPreApprovalReasons } from '@kervan/contract/order/words'
import { IconAlertTriangle, IconBan, IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { cancelForm, reasonForm, rejectForm } from '../../kit/bulk/reasonForms.tsx'
import { RevisePreOrder } from './RevisePreOrder.tsx'

/** What an action knows of a pre-approval order, in the list and in its record. */
export type ActedPreOrder = {
  id: string
  preOrderCode: string
  actions: { [act: string]: string | null | undefined }
}

const actions: Record<Side, readonly RecordAction<ActedPreOrder>[]> = {
  manager: [
    {
      key: 'approve',
      label: 'order.pre.approve.asking',
      icon: IconCheck,
      hotkey: 'a',
      tone: 'primary',
      call: approvePreApprovalOrders,
      bulk: { words: 'order.pre.approve' },
      // Where the point of sale stands on the blacklist, the act in spite of it takes its place.
      shown: ({ actions: { approveBlacklisted } }) =>
        typeof approveBlacklisted !== 'string' && approveBlacklisted !== null,
    },
    {
      key: 'revise',
      label: 'order.pre.revise.asking',
      icon: IconPencil,
      hotkey: 'r',
      call: revisePreApprovalOrder,
      Dialog: RevisePreOrder,
    },
    {
      key: 'approveBlacklisted',
      label: 'order.pre.approveBlacklisted.asking',
      icon: IconAlertTriangle,
      call: approveBlacklistedPreApprovalOrders,
      bulk: { words: 'order.pre.approveBlacklisted', form: reasonForm },
      shown: ({ actions: { approveBlacklisted } }) => approveBlacklisted !== undefined,
    },
    {
      key: 'reject',
      label: 'order.pre.reject.asking',
      icon: IconX,
      hotkey: 'x',
      tone: 'danger',
      call: rejectPreApprovalOrders,
      bulk: { words: 'order.pre.reject', form: rejectForm(chosenPreApprovalReasons, 'preApprovalReason') },
    },
  ],
  owner: [
    {
      key: 'cancel',
      label: 'order.pre.cancel.asking',
      icon: IconBan,
      hotkey: 'x',
      tone: 'danger',
      call: cancelPreApprovalOrders,
      bulk: { words: 'order.pre.cancel', form: cancelForm },
    },
  ],
}

export const usePreOrderActions = (side: Side) =>
  useRecordActions<ActedPreOrder>(actions[side], {
    nouns: 'order.pre.count',
    refreshes: ['PreApprovalOrderManagement', 'OrderManagement', 'OrderMy'],
    nameOf: ({ preOrderCode }) => preOrderCode,
  })

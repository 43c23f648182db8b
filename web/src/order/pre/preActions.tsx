import {
  approvePreApprovalOrders,
  cancelPreApprovalOrders,
  rejectPreApprovalOrders,
} from '@kervan/contract/order/pre-approval'
import type { Side } from '@kervan/contract/order/states'
import { chosenPreApprovalReasons } from '@kervan/contract/order/words'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { cancelForm, rejectForm } from '../shared/reasonForms.tsx'

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

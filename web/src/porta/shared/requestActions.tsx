import {
  approveRequests,
  cancelRequests,
  declineRequests,
  rejectRequests,
} from '@kervan/contract/porta/discount-requests'
import type { RequestSide } from '@kervan/contract/porta/states'
import { declineReasons, rejectReasons, type DeclineReason } from '@kervan/contract/porta/words'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { cancelForm, rejectForm } from '../../kit/bulk/reasonForms.tsx'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'

/** What an action knows of a request, in the list and in its record. */
export type ActedRequest = {
  id: string
  requestCode: string
  actions: { [act: string]: string | null | undefined }
  /** What a later inquiry found, in the auditor's list and in the record. */
  changedReason?: DeclineReason | null
  changed?: { reason: DeclineReason } | null
}

const actions: Record<RequestSide, readonly RecordAction<ActedRequest>[]> = {
  reviewer: [
    {
      key: 'approve',
      label: 'porta.approve.asking',
      icon: IconCheck,
      hotkey: 'a',
      tone: 'primary',
      call: approveRequests,
      bulk: { words: 'porta.approve' },
    },
    {
      key: 'reject',
      label: 'porta.reject.asking',
      icon: IconX,
      hotkey: 'x',
      tone: 'danger',
      call: rejectRequests,
      bulk: { words: 'porta.reject', form: rejectForm(rejectReasons, 'discountRejectReason') },
    },
  ],
  applicant: [
    {
      key: 'cancel',
      label: 'porta.cancel.asking',
      icon: IconBan,
      hotkey: 'x',
      tone: 'danger',
      call: cancelRequests,
      bulk: { words: 'porta.cancel', form: cancelForm },
    },
  ],
  auditor: [
    {
      key: 'decline',
      label: 'porta.decline.asking',
      icon: IconX,
      hotkey: 'x',
      tone: 'danger',
      call: declineRequests,
      bulk: { words: 'porta.decline', form: rejectForm(declineReasons, 'declineReason') },
      formOf: ({ changed, changedReason }) =>
        rejectForm(declineReasons, 'declineReason', changed?.reason ?? changedReason ?? undefined),
    },
  ],
}

export const useRequestActions = (side: RequestSide, onDone?: () => void) =>
  useRecordActions<ActedRequest>(actions[side], {
    nouns: 'porta.count',
    refreshes: ['PromotionManagement', 'MyPromotionRequests', 'Home'],
    nameOf: ({ requestCode }) => requestCode,
    ...(onDone && { onDone: () => onDone() }),
  })

import { acceptReturns, receiveReturn, refuseReturns, withdrawReturns } from '@kervan/contract/order/returns'
import { IconBan, IconCheck, IconPackageImport, IconX } from '@tabler/icons-react'
import { cancelForm, reasonForm } from '../../kit/bulk/reasonForms.tsx'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { returnGroups, type ActedReturn } from './acted.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'

const actions: readonly RecordAction<ActedReturn>[] = [
  {
    key: 'accept',
    label: 'returns.accept.label',
    icon: IconCheck,
    hotkey: 'a',
    tone: 'primary',
    shown: ({ returnState }) => returnState === 'Announced',
    call: acceptReturns,
    bulk: { words: 'returns.accept' },
  },
  {
    key: 'receive',
    label: 'returns.receive.label',
    icon: IconPackageImport,
    hotkey: 'r',
    tone: 'primary',
    shown: ({ returnState }) => returnState === 'Accepted',
    call: receiveReturn,
    Dialog: ReceiveDialog,
  },
  {
    key: 'refuse',
    label: 'returns.refuse.label',
    icon: IconX,
    hotkey: 'x',
    tone: 'danger',
    shown: ({ returnState }) => returnState === 'Announced',
    call: refuseReturns,
    bulk: { words: 'returns.refuse', form: reasonForm },
  },
  {
    key: 'withdraw',
    label: 'returns.withdraw.label',
    icon: IconBan,
    tone: 'danger',
    shown: ({ returnState }) => returnState === 'Announced' || returnState === 'Accepted',
    call: withdrawReturns,
    bulk: { words: 'returns.withdraw', form: cancelForm },
  },
]

/** What can be done with returns, in the list and in the record. */
export const useReturnActions = () =>
  useRecordActions<ActedReturn>(actions, {
    nouns: 'returns.count',
    refreshes: returnGroups,
    nameOf: ({ returnCode }) => returnCode,
  })

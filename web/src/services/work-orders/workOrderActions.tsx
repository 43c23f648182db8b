import {
  approveWorkOrders,
  discardWorkOrders,
  muteProposals,
  overrideWorkOrder,
  swapSubstitute,
  transferWorkOrders,
  type WorkOrder,
} from '@kervan/contract/services/work-orders'
import type { Offered } from '@kervan/contract/kit/actions'
import { addDays } from '@kervan/contract/kit/days'
import { overrideReasons } from '@kervan/contract/services/words'
import {
  IconCheck,
  IconPencil,
  IconReplace,
  IconSend,
  IconTrash,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { z } from 'zod'
import { useCall } from '../../kit/call/useCall.ts'
import { toast } from '../../kit/feedback/toasts.tsx'
import { DateField } from '../../kit/form/DateField.tsx'
import { CheckField, NumberField, SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import { useRecordActions, type RecordAction } from '../../kit/record/recordActions.tsx'
import { today } from '../../kit/values/companyDay.ts'
import { useFormats } from '../../kit/values/format.ts'

export type ActedWorkOrder = {
  id: string
  version: number
  workOrderCode: string
  amount: number
  proposedAmount: number
  actions: Offered
  mutedUntil?: string | null
  substitute?: string | null
  substitutes?: WorkOrder['substitutes']
}

const actions: readonly RecordAction<ActedWorkOrder>[] = [
  {
    key: 'transfer',
    label: 'workOrders.transfer.asking',
    icon: IconSend,
    tone: 'primary',
    hotkey: 't',
    call: transferWorkOrders,
    bulk: { words: 'workOrders.transfer' },
  },
  {
    key: 'approve',
    label: 'workOrders.approve.asking',
    icon: IconCheck,
    hotkey: 'a',
    call: approveWorkOrders,
    bulk: { words: 'workOrders.approve' },
  },
  {
    key: 'override',
    label: 'workOrders.override.asking',
    icon: IconPencil,
    hotkey: 'e',
    call: overrideWorkOrder,
    Dialog: Override,
  },
  {
    key: 'swap',
    rule: 'override',
    label: 'workOrders.swap.asking',
    icon: IconReplace,
    call: swapSubstitute,
    Dialog: Swap,
    shown: ({ substitutes = [] }) => substitutes.length > 0,
  },
  {
    key: 'mute',
    rule: 'discard',
    label: 'workOrders.mute.asking',
    icon: IconVolumeOff,
    call: muteProposals,
    Dialog: Mute,
    shown: ({ mutedUntil = null }) => mutedUntil === null,
  },
  {
    key: 'unmute',
    rule: 'discard',
    label: 'workOrders.unmute.action',
    icon: IconVolume,
    call: muteProposals,
    shown: ({ mutedUntil = null }) => mutedUntil !== null,
    ask: { words: 'workOrders.unmute', input: ({ id }) => ({ workOrderId: id, until: null }) },
  },
  {
    key: 'discard',
    label: 'workOrders.discard.asking',
    icon: IconTrash,
    tone: 'danger',
    hotkey: 'x',
    call: discardWorkOrders,
    bulk: { words: 'workOrders.discard' },
  },
]

/** What can be done with work orders, in the list and in the record. */
export const useWorkOrderActions = () =>
  useRecordActions<ActedWorkOrder>(actions, {
    nouns: 'workOrders.count',
    refreshes: ['WorkOrderManagement'],
    nameOf: ({ workOrderCode }) => workOrderCode,
  })

const overriding = z.object({
  amount: z.int().min(0, 'refusal.OverrideNegative'),
  reason: z.enum(overrideReasons),
  note: z.string().trim().max(500),
  confirmed: z.boolean(),
})

/** The amount of one work order, with its reason; the proposal stands beside it (WRK-003). */
function Override({ record, onClose }: { record: ActedWorkOrder; onClose: () => void }) {
  const { t, state } = useWords()
  const save = useCall(overrideWorkOrder, { refreshes: ['WorkOrderManagement'] })
  return (
    <FormDialog<z.infer<typeof overriding>>
      title={t('workOrders.override.title', { name: record.workOrderCode })}
      text={t('workOrders.override.text', { proposed: record.proposedAmount })}
      action={t('workOrders.override.action')}
      schema={overriding}
      start={{ amount: record.amount, reason: 'LocalKnowledge', note: '', confirmed: false }}
      paths={{
        OverrideNegative: 'amount',
        AmountNotInPacks: 'amount',
        InsufficientWarehouseStock: 'amount',
        ReasonMemoRequired: 'note',
        LocationMayNotReceive: 'confirmed',
      }}
      onSubmit={async ({ note, ...values }) => {
        const { id: workOrderId, version } = record
        if (await save.attempt({ workOrderId, version, ...values, note: note || null }))
          toast('success', t('workOrders.override.done', { name: record.workOrderCode }))
      }}
      onClose={onClose}
    >
      <NumberField name="amount" label={t('workOrders.override.amount')} min={0} />
      <SelectField
        name="reason"
        label={t('workOrders.override.reason')}
        data={overrideReasons.map((value) => ({ value, label: state('overrideReason', value) }))}
      />
      <TextAreaField name="note" label={t('workOrders.override.note')} optional />
      <CheckField name="confirmed" label={t('workOrders.override.confirmed')} />
    </FormDialog>
  )
}

const muting = z.object({ until: z.iso.date() })

function Mute({ record, onClose }: { record: ActedWorkOrder; onClose: () => void }) {
  const { t } = useWords()
  const save = useCall(muteProposals, { refreshes: ['WorkOrderManagement'] })
  return (
    <FormDialog
      title={t('workOrders.mute.title', { name: record.workOrderCode })}
      text={t('workOrders.mute.text')}
      action={t('workOrders.mute.action')}
      schema={muting}
      start={{ until: addDays(today(), 28) }}
      paths={{ MuteInPast: 'until' }}
      onSubmit={async ({ until }) => {
        if (await save.attempt({ workOrderId: record.id, until })) toast('success', t('workOrders.mute.done'))
      }}
      onClose={onClose}
    >
      <DateField name="until" label={t('workOrders.mute.until')} />
    </FormDialog>
  )
}

const swapping = z.object({
  substituteCode: z.string(),
  reason: z.enum(overrideReasons),
  note: z.string().trim().max(500),
})

/** What goes instead of the product (ENG-003). */
function Swap({ record, onClose }: { record: ActedWorkOrder; onClose: () => void }) {
  const { t, state } = useWords()
  const format = useFormats()
  const save = useCall(swapSubstitute, { refreshes: ['WorkOrderManagement'] })
  return (
    <FormDialog<z.infer<typeof swapping>>
      title={t('workOrders.swap.title', { name: record.workOrderCode })}
      text={t('workOrders.swap.text')}
      action={t('workOrders.swap.action')}
      schema={swapping}
      start={{ substituteCode: record.substitute ?? '', reason: 'LocalKnowledge', note: '' }}
      paths={{
        NotASubstitute: 'substituteCode',
        InsufficientWarehouseStock: 'substituteCode',
        ReasonMemoRequired: 'note',
      }}
      onSubmit={async ({ substituteCode, note, ...values }) => {
        const { id: workOrderId, version } = record
        const asked = {
          workOrderId,
          version,
          ...values,
          substituteCode: substituteCode || null,
          note: note || null,
        }
        if (await save.attempt(asked))
          toast('success', t('workOrders.swap.done', { name: record.workOrderCode }))
      }}
      onClose={onClose}
    >
      <SelectField
        name="substituteCode"
        label={t('workOrders.swap.field')}
        data={[
          { value: '', label: t('workOrders.swap.none') },
          ...(record.substitutes ?? []).map(({ code, name, available }) => ({
            value: code,
            label: t('workOrders.swap.option', { name, code, available: format.number(available) }),
          })),
        ]}
      />
      <SelectField
        name="reason"
        label={t('workOrders.override.reason')}
        data={overrideReasons.map((value) => ({ value, label: state('overrideReason', value) }))}
      />
      <TextAreaField name="note" label={t('workOrders.override.note')} optional />
    </FormDialog>
  )
}

import { managerDecisions } from '@kervan/contract/order/order-management'
import { cancelAllPending, cancelOrder } from '@kervan/contract/order/order-my'
import { orderLineTable, type LineAction } from '@kervan/contract/order/states'
import { chosenRejectReasons } from '@kervan/contract/order/words'
import { IconArrowBackUp, IconBan, IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm } from '../../kit/bulk/action.ts'
import type { AnyCall } from '../../kit/call/client.ts'
import { NumberField, SelectField, TextAreaField } from '../../kit/form/fields.tsx'
import { useWords } from '../../kit/i18n/words.ts'
import type { RecordAction } from '../../kit/record/recordActions.tsx'
import type { OrderRow } from './orderGrid.tsx'

// The decisions on orders and their lines, each declared once. The words of each stand under `order.decide.<key>`.

/** `one` decides on lines of one order, `call` on whole orders; the form is the same for both. */
export type OrderAction = RecordAction<OrderRow> &
  Required<Pick<RecordAction<OrderRow>, 'bulk'>> & { key: LineAction; one: AnyCall }

function decision(
  key: LineAction,
  { one, many: call }: { one: AnyCall; many: AnyCall },
  parts: Pick<OrderAction, 'icon' | 'hotkey' | 'tone' | 'counted'>,
  form?: OrderAction['bulk']['form'],
): OrderAction {
  const words = `order.decide.${key}` as const
  const bulk = { words, ...(form && { form }), ...(isTakenBack(key) && { undo }) }
  return { key, one, call, label: `${words}.asking`, bulk, ...parts }
}

/** Whether the state table leads back from where the decision leads. */
const isTakenBack = (key: LineAction) =>
  orderLineTable.allows('revert', orderLineTable.moves[key].to, 'manager')
const undo = {
  call: managerDecisions.revert.many,
  words: 'order.decide.undo',
  input: { undo: true },
} as const

/** What every list of orders says of its actions. */
export const ofOrders = {
  nouns: 'order.management.count',
  parts: 'order.detail.lineCount',
  refreshes: ['OrderManagement', 'OrderMy'],
  nameOf: ({ orderCode }: OrderRow) => orderCode,
} as const

/** A memo as the calls take it: absent rather than empty. */
export const memoOf = (memo: string) => (memo.trim() === '' ? {} : { memo: memo.trim() })

/** A refusal of goods needs its reason; with Other also the words (ORD-009). */
const rejectForm = actionForm({
  schema: z
    .object({ reason: z.enum(chosenRejectReasons), memo: z.string().max(500) })
    .superRefine(({ reason, memo }, context) => {
      if (reason === 'Other' && memo.trim() === '')
        context.addIssue({ code: 'custom', path: ['memo'], message: 'order.decide.memoNeeded' })
    }),
  start: { memo: '' },
  Fields: RejectFields,
  input: ({ reason, memo }) => ({ reason, ...memoOf(memo) }),
  // Whatever the reason, the same ones can be rejected.
  dryRunWith: () => ({ reason: 'OutOfStock' }),
  paths: { MemoRequired: 'memo' },
})

function RejectFields() {
  const { t } = useTranslation()
  const { state } = useWords()
  const reason: unknown = useWatch({ name: 'reason' })
  return (
    <>
      <SelectField
        name="reason"
        label={t('order.decide.reason')}
        placeholder={t('order.decide.chooseReason')}
        data={chosenRejectReasons.map((value) => ({ value, label: state('rejectReason', value) }))}
        focusFirst
      />
      <Memo optional={reason !== 'Other'} />
    </>
  )
}

const Percent = z.int().min(1).max(100)
const reviseForm = actionForm({
  schema: z.object({ percent: Percent, memo: z.string().max(500) }),
  start: { memo: '' },
  Fields: ReviseFields,
  input: ({ percent, memo }) => ({ percent, ...memoOf(memo) }),
  dryRunWith: ({ percent }) => (Percent.safeParse(percent).success ? { percent } : null),
})

function ReviseFields() {
  const { t } = useTranslation()
  return (
    <>
      <NumberField
        name="percent"
        label={t('order.decide.percent')}
        hint={t('order.decide.percentHint')}
        suffix=" %"
        min={1}
        max={100}
        focusFirst
      />
      <Memo optional />
    </>
  )
}

const cancelForm = actionForm({
  schema: z.object({ memo: z.string().trim().min(1, 'order.decide.memoNeededCancel').max(500) }),
  start: { memo: '' },
  Fields: CancelFields,
  dryRunWith: () => ({ memo: '-' }),
})

function CancelFields() {
  const { t } = useTranslation()
  return <Memo label={t('order.decide.reason')} hint={t('order.decide.memoHintCancel')} focusFirst />
}

function Memo({
  label,
  hint,
  ...further
}: {
  label?: string
  hint?: string
  optional?: boolean
  focusFirst?: boolean
}) {
  const { t } = useTranslation()
  return (
    <TextAreaField
      name="memo"
      label={label ?? t('order.decide.memo')}
      hint={hint ?? t('order.decide.memoHint')}
      rows={2}
      maxLength={500}
      {...further}
    />
  )
}

export const managerActions: readonly OrderAction[] = [
  decision('approve', managerDecisions.approve, {
    icon: IconCheck,
    hotkey: 'a',
    tone: 'primary',
    counted: 'order.decide.approve.counted',
  }),
  decision('revise', managerDecisions.revise, { icon: IconPencil, hotkey: 'r' }, reviseForm),
  decision('reject', managerDecisions.reject, { icon: IconX, hotkey: 'x', tone: 'danger' }, rejectForm),
  decision('revert', managerDecisions.revert, { icon: IconArrowBackUp, hotkey: 'v' }),
]

export const cancelAction = decision(
  'cancel',
  { one: cancelOrder, many: cancelAllPending },
  { icon: IconBan, hotkey: 'x', tone: 'danger' },
  cancelForm,
)

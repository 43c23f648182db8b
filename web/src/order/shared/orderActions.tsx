import { notifyHealthInsuranceOrders } from '@kervan/contract/order/health-insurance'
import { managerDecisions } from '@kervan/contract/order/order-management'
import { cancelAllPending, cancelOrder } from '@kervan/contract/order/order-my'
import { orderLineTable, type LineAction } from '@kervan/contract/order/states'
import { chosenRejectReasons } from '@kervan/contract/order/words'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconGauge,
  IconHeartbeat,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { actionForm } from '../../kit/bulk/action.ts'
import type { AnyCall } from '../../kit/call/client.ts'
import { NumberField } from '../../kit/form/fields.tsx'
import type { RecordAction } from '../../kit/record/recordActions.tsx'
import type { OrderRow } from './orderGrid.tsx'
import { cancelForm, Memo, memoOf, reasonForm, rejectForm } from '../../kit/bulk/reasonForms.tsx'

// The decisions on orders and their lines, each declared once. The words of each stand under `order.decide.<key>`.

/** `one` decides on lines of one order, `call` on whole orders; the form is the same for both. */
export type OrderAction = RecordAction<OrderRow> &
  Required<Pick<RecordAction<OrderRow>, 'bulk'>> & { key: LineAction; one: AnyCall }

function decision(
  key: LineAction,
  { one, many: call }: { one: AnyCall; many: AnyCall },
  parts: Pick<OrderAction, 'icon' | 'hotkey' | 'tone' | 'counted' | 'shown'>,
  form?: OrderAction['bulk']['form'],
): OrderAction {
  const words = `order.decide.${key}` as const
  const bulk = { words, ...(form && { form }), ...(isTakenBack(key) && { undo }) }
  return { key, one, call, label: `${words}.asking`, bulk, ...parts }
}

/** Whether the state table leads back from wherever the decision leads. */
const isTakenBack = (key: LineAction) =>
  orderLineTable.targets(key).every((to) => orderLineTable.allows('revert', to, 'manager'))
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

const rejectOrders = rejectForm(chosenRejectReasons, 'rejectReason')

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

/** An answer is entered where one is waited for. */
const waits = ({ state }: Pick<OrderRow, 'state'>) => state === 'WaitingExternalApproval'

/** A quota that has rejected is overridden where one has. */
const rejectedByQuota = ({ actions }: Pick<OrderRow, 'actions'>) => actions.overrideQuota === null

export const managerActions: readonly OrderAction[] = [
  decision('approve', managerDecisions.approve, {
    icon: IconCheck,
    hotkey: 'a',
    tone: 'primary',
    counted: 'order.decide.approve.counted',
  }),
  decision('revise', managerDecisions.revise, { icon: IconPencil, hotkey: 'r' }, reviseForm),
  decision('reject', managerDecisions.reject, { icon: IconX, hotkey: 'x', tone: 'danger' }, rejectOrders),
  decision('revert', managerDecisions.revert, { icon: IconArrowBackUp, hotkey: 'v' }),
  decision('sendExternal', managerDecisions.sendExternal, { icon: IconSend }),
  decision('acceptExternal', managerDecisions.acceptExternal, {
    icon: IconCheck,
    tone: 'primary',
    shown: waits,
  }),
  decision(
    'refuseExternal',
    managerDecisions.refuseExternal,
    { icon: IconX, tone: 'danger', shown: waits },
    rejectOrders,
  ),
  decision(
    'overrideQuota',
    managerDecisions.overrideQuota,
    { icon: IconGauge, shown: rejectedByQuota },
    reasonForm,
  ),
]

/** Offered where a company notifies the health-insurance service (ORD-015). */
export const notifyAgain = (tab: 'pending' | 'closed'): RecordAction<OrderRow> => ({
  key: 'notifyHealthInsurance',
  label: 'order.medula.many.asking',
  icon: IconHeartbeat,
  call: notifyHealthInsuranceOrders,
  bulk: { words: 'order.medula.many', input: { tab } },
})

export const cancelAction = decision(
  'cancel',
  { one: cancelOrder, many: cancelAllPending },
  { icon: IconBan, hotkey: 'x', tone: 'danger' },
  cancelForm,
)

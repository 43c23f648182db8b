import type { RecordEvent } from '@kervan/contract/kit/record-event'
import { decisions } from '@kervan/contract/order/states'
import {
  IconCheck,
  IconCircleCheck,
  IconClockExclamation,
  IconFileMinus,
  IconFilePlus,
  IconHeartbeat,
  IconSend,
  IconShoppingCart,
  IconTruckDelivery,
  IconBan,
  IconX,
} from '@tabler/icons-react'
import { useWords } from '../../kit/i18n/words.ts'
import { RecordEvents } from '../../kit/record/RecordEvents.tsx'
import type { Look } from '../../kit/values/looks.ts'
import { useHealthProblem } from './healthProblem.ts'
import { cancelAction, managerActions } from './orderActions.tsx'

/** What was done looks as the action that does it. */
const tones = { primary: 'green', danger: 'red', default: 'blue' } as const
const looks: Record<string, Look> = {
  'order.placed': { icon: IconShoppingCart, tone: 'grey' },
  ...Object.fromEntries(
    [...managerActions, cancelAction].map(({ key, icon, tone = 'default' }) => [
      `order.${decisions[key]}`,
      { icon, tone: tones[tone] },
    ]),
  ),
  'order.completed': { icon: IconCircleCheck, tone: 'green' },
  'order.sentExternal': { icon: IconSend, tone: 'amber' },
  'order.externalOverdue': { icon: IconClockExclamation, tone: 'amber' },
  'order.goodsIssued': { icon: IconTruckDelivery, tone: 'blue' },
  'order.autoCancelled': { icon: IconBan, tone: 'red' },
  'order.medulaRequested': { icon: IconHeartbeat, tone: 'grey' },
  'order.medulaNotified': { icon: IconHeartbeat, tone: 'green' },
  'order.medulaFailed': { icon: IconHeartbeat, tone: 'red' },
  'preOrder.placed': { icon: IconShoppingCart, tone: 'grey' },
  'preOrder.approved': { icon: IconCheck, tone: 'green' },
  'preOrder.approvedBlacklisted': { icon: IconCheck, tone: 'green' },
  'preOrder.rejected': { icon: IconX, tone: 'red' },
  'preOrder.cancelled': { icon: IconBan, tone: 'red' },
  'order.documentAdded': { icon: IconFilePlus, tone: 'grey' },
  'order.documentRemoved': { icon: IconFileMinus, tone: 'grey' },
}

/** What happened to the order or pre-approval order (ORD-013). */
export const OrderEvents = ({ events }: { events: readonly RecordEvent[] }) => (
  <RecordEvents events={events} looks={looks} Why={Why} />
)

function Why({ event: { facts } }: { event: RecordEvent }) {
  const { state } = useWords()
  const problemWords = useHealthProblem()
  const said = (group: 'rejectReason' | 'preApprovalReason', of: unknown) =>
    typeof of === 'string' && of !== 'None' ? state(group, of) : null
  const reason = said('rejectReason', facts.reason) ?? said('preApprovalReason', facts.preApprovalReason)
  const memo = typeof facts.memo === 'string' && facts.memo !== '' ? facts.memo : null
  const problem = typeof facts.problem === 'string' ? problemWords(facts.problem) : null
  if (!reason && !memo && !problem) return null
  return <span className="k-quiet"> · {[reason, memo, problem].filter(Boolean).join(': ')}</span>
}
